//! The list of games. This folder alone names a rule set; a new game is one file and one line here.

mod brazilian;
mod cbd;
mod english;
mod fid;
mod international;
mod italian;

use std::fmt;
use std::str::FromStr;

pub use brazilian::Brazilian;
pub use english::English;
pub use international::International;
pub use italian::Italian;

/// Makes the enum, the names and the dispatch out of one list.
macro_rules! variants {
    ($($(#[$doc:meta])* $rules:ident = $name:literal,)+) => {
        /// A game, chosen at run time. [`with_rules!`](crate::with_rules) goes from here to its rule set.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Variant { $($(#[$doc])* $rules,)+ }

        impl Variant {
            /// Every game.
            pub const ALL: &'static [Self] = &[$(Self::$rules,)+];

            /// Its name as commands and files spell it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rules => $name,)+ }
            }
        }

        /// Runs code that is generic over a rule set for a game chosen at run time.
        ///
        /// ```
        /// use damiera_rules::{Position, Variant, with_rules};
        /// let moves = with_rules!(Variant::Italian, R => Position::<R>::start().legal().len());
        /// assert_eq!(moves, 7);
        /// ```
        #[macro_export]
        macro_rules! with_rules {
            ($variant:expr, $r:ident => $body:expr) => {
                match $variant {
                    $($crate::Variant::$rules => { type $r = $crate::variant::$rules; $body })+
                }
            };
        }

        /// Repeats an item for every rule set. With an `impl` of a trait it compiles generic code for all games in one
        /// crate, so that the crates which call it through the trait do not compile it again.
        ///
        /// ```
        /// use damiera_rules::{Rules, for_each_rules, variant::Italian};
        /// trait Squares: Rules {
        ///     fn squares() -> u8;
        /// }
        /// for_each_rules!(R => impl Squares for R {
        ///     fn squares() -> u8 {
        ///         R::GEOMETRY.squares()
        ///     }
        /// });
        /// assert_eq!(Italian::squares(), 32);
        /// ```
        #[macro_export]
        macro_rules! for_each_rules {
            ($r:ident => $item:item) => {
                $(const _: () = { type $r = $crate::variant::$rules; $item };)+
            };
        }
    };
}

variants! {
    /// English draughts (checkers), 64 squares.
    English = "english",
    /// Italian draughts, 64 squares.
    Italian = "italian",
    /// Brazilian draughts, 64 squares.
    Brazilian = "brazilian",
    /// International draughts, 100 squares.
    International = "international",
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of a game we do not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no game called \"{}\"; choose one of ", self.0)?;
        for (i, variant) in Variant::ALL.iter().enumerate() {
            write!(f, "{}{variant}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownVariant {}

impl Variant {
    /// The game that protocols between programs (Hub, DXP) play when none is named.
    pub const PROTOCOL_DEFAULT: Self = Self::International;
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        Self::ALL
            .iter()
            .copied()
            .find(|variant| variant.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}
