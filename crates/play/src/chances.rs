//! From a score to the chances of winning, drawing and losing.

use damiera_engine::{Engine, Score, SearchRules};

/// How likely the side to move is to win, draw and lose; the three add up to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The chance to win.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance to lose.
    pub loss: f64,
}

impl Chances {
    const WON: Self = Self { win: 1.0, draw: 0.0, loss: 0.0 };
    const DRAWN: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };
    const LOST: Self = Self { win: 0.0, draw: 0.0, loss: 1.0 };

    /// The chances that a score of this engine stands for. A decided game is certain; an estimate goes through the logistic
    /// model that was fitted to the games the engine's weights were trained on.
    #[must_use]
    pub fn of<R: SearchRules>(engine: &Engine<R>, score: Score) -> Self {
        match score {
            Score::WinIn(_) | Score::TableWin => Self::WON,
            Score::LossIn(_) | Score::TableLoss => Self::LOST,
            Score::TableDraw => Self::DRAWN,
            Score::Estimate(value) => {
                let [win, draw, loss] = engine.weights().provenance.chances.of(f64::from(value));
                Self { win, draw, loss }
            }
        }
    }

    /// The expected points: one for a win, a half for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The same chances seen by the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}
