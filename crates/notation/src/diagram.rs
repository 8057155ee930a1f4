//! Diagrams.
