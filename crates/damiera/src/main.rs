//! tmp
use damiera_rules::{Position, Variant, perft::perft, with_rules};
fn main() {
    let v: Variant = std::env::args().nth(1).unwrap().parse().unwrap();
    let d: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    with_rules!(v, R => for i in 1..=d { let t = std::time::Instant::now(); let n = perft(&Position::<R>::start(), i); let s = t.elapsed().as_secs_f64(); println!("{i} {n} {:.1} Mn/s", n as f64 / s / 1e6) });
}
