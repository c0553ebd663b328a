module tn_elicit/benches/peers

go 1.26
