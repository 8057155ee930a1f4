//! convert
use std::io::Write;
use clap::Args;
use crate::failure::Failure;
/// convert
#[derive(Args)]
pub(crate) struct Convert {}
impl Convert { pub(crate) fn run(self, _: &mut dyn Write) -> Result<(), Failure> { Ok(()) } }
