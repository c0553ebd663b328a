//! What the fuzz targets share: the library through its C ABI, a model of the contract that is slow
//! and obvious, and what must hold of every output.

pub mod abi;
pub mod invariants;
pub mod model;
