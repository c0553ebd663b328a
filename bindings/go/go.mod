module tn-elicit.alt/tnelicit

go 1.25.0

require github.com/ebitengine/purego v0.11.3
