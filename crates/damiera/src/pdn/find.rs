//! find
use std::io::Write;
use clap::Args;
use crate::failure::Failure;
/// find
#[derive(Args)]
pub(crate) struct Find {}
impl Find { pub(crate) fn run(self, _: &mut dyn Write) -> Result<(), Failure> { Ok(()) } }
