//! Counts the steps of searches while a file is read, so that a test can show that reading takes linear time.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts one step. Does nothing outside unit tests.
#[inline(always)]
pub(super) fn step() {
    #[cfg(test)]
    STEPS.with(|steps| steps.set(steps.get() + 1));
}

/// The steps of this thread since the last call.
#[cfg(test)]
pub(super) fn taken() -> u64 {
    STEPS.with(|steps| steps.replace(0))
}

#[cfg(test)]
mod tests {
    use super::taken;
    use crate::pdn::PdnReader;

    /// The steps to read a text.
    fn steps(text: &str) -> u64 {
        taken();
        let games = PdnReader::new(text.as_bytes()).filter(Result::is_ok).count();
        assert!(games > 0);
        taken()
    }

    /// Twice the text may take twice the steps, and a few more.
    fn is_linear(text: impl Fn(usize) -> String) {
        let (once, twice) = (steps(&text(4_000)), steps(&text(8_000)));
        assert!(once > 4_000, "nothing was counted: {once}");
        assert!(twice <= 2 * once + 100, "{once} steps, twice the text {twice}");
    }

    #[test]
    fn reading_takes_linear_time() {
        is_linear(|n| "() ".repeat(n) + "1. 21-17 1-0");
        is_linear(|n| "({a} ) ".repeat(n) + "1. 21-17 1-0");
        is_linear(|n| format!("1. 21-17 {} 1-0", "(21-18) ".repeat(n)));
        is_linear(|n| (0..n).map(|i| format!("[Tag{i} \"{i}\"]\n")).collect::<String>() + "1. 21-17 1-0");
        is_linear(|n| (0..n).map(|i| format!("[tAG{} \"{i}\"]\n", i / 2)).collect::<String>() + "1. 21-17 *");
        is_linear(|n| "1. 21-17 12-16 1-0\n".repeat(n));
    }
}
