//! Any bytes as a tournament report: read or refused, and what is read is written, read again the same, paired and ranked.
#![no_main]

use damiera_events::trf::TrfFile;
use damiera_events::{PairingSystem, check, standings};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = TrfFile::read(bytes) else { return };
    assert_eq!(TrfFile::read(file.text().as_bytes()).map(|again| again.lines), Ok(file.lines.clone()));
    let (table, _) = file.table();
    // Ranking and pairing take more than linear time: enough players for floaters and byes, few enough to try thousands.
    if table.entrants.len() <= 12 {
        let system = table.system.unwrap_or(PairingSystem::Dutch);
        let rows = standings(&table, system, &file.tie_breaks());
        assert_eq!(rows.len(), table.entrants.len());
        let _ = check(&file, system);
    }
});
