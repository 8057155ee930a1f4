//! The GameType tag: variant, board and notation of a game.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use damiera_rules::{ResultForm, Rules, Side, Variant, with_rules};

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotationStyle {
    /// By square numbers: `22-18`.
    Numeric,
    /// Algebraic: `c3-d4`.
    Algebraic,
    /// Short algebraic, the first column and the last square: `cd4`.
    ShortAlgebraic,
}

/// The corner from which the squares are counted, seen by the side that moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Corner {
    BottomLeft,
    BottomRight,
    TopLeft,
    TopRight,
}

/// The details after the game number in the full form of the tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameTypeDetails {
    /// Who moves first.
    pub first: Side,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// How moves are written.
    pub style: NotationStyle,
    /// The corner of square 1 or a1.
    pub corner: Corner,
    /// Whether the bottom left corner is not a playing square; absent in older files.
    pub inverted: Option<bool>,
}

/// The value of a GameType tag, short (`21`) or full (`21,B,8,8,N1,0`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameType {
    /// The game number of the PDN standard.
    pub number: u16,
    /// The details, if the tag has them.
    pub details: Option<GameTypeDetails>,
}

/// A text that is not a GameType.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadGameType;

impl fmt::Display for BadGameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the GameType should be a number, or a full form such as 21,B,8,8,N1,0")
    }
}

impl std::error::Error for BadGameType {}

impl FromStr for GameType {
    type Err = BadGameType;

    fn from_str(text: &str) -> Result<Self, BadGameType> {
        let mut fields = text.split(',').map(str::trim);
        let number = fields.next().unwrap_or_default().parse().map_err(|_| BadGameType)?;
        let rest: Vec<_> = fields.collect();
        let details = match rest.as_slice() {
            [] => None,
            [first, width, height, notation, flag @ ..] if flag.len() <= 1 => {
                let (style, corner) = notation_field(notation).ok_or(BadGameType)?;
                Some(GameTypeDetails {
                    first: match *first {
                        "W" | "w" => Side::White,
                        "B" | "b" => Side::Black,
                        _ => return Err(BadGameType),
                    },
                    width: width.parse().map_err(|_| BadGameType)?,
                    height: height.parse().map_err(|_| BadGameType)?,
                    style,
                    corner,
                    inverted: match flag {
                        [] => None,
                        ["0"] => Some(false),
                        ["1"] => Some(true),
                        _ => return Err(BadGameType),
                    },
                })
            }
            _ => return Err(BadGameType),
        };
        Ok(Self { number, details })
    }
}

/// The full form for each variant, parsed once: every game of a file asks for it.
static STANDARD: LazyLock<Vec<(Variant, GameType)>> = LazyLock::new(|| {
    let standard = |&variant: &Variant| {
        with_rules!(variant, R => R::GAME_TYPE).parse().ok().map(|game_type| (variant, game_type))
    };
    Variant::ALL.iter().filter_map(standard).collect()
});

fn notation_field(text: &str) -> Option<(NotationStyle, Corner)> {
    let mut chars = text.chars();
    let style = match chars.next()? {
        'N' | 'n' => NotationStyle::Numeric,
        'A' | 'a' => NotationStyle::Algebraic,
        'S' | 's' => NotationStyle::ShortAlgebraic,
        _ => return None,
    };
    let corner = match chars.as_str() {
        "" | "0" => Corner::BottomLeft,
        "1" => Corner::BottomRight,
        "2" => Corner::TopLeft,
        "3" => Corner::TopRight,
        _ => return None,
    };
    Some((style, corner))
}

impl GameType {
    /// The full form for a variant.
    #[must_use]
    pub fn of(variant: Variant) -> Option<Self> {
        STANDARD.iter().find(|(known, _)| *known == variant).map(|(_, game_type)| *game_type)
    }

    /// The variant, if it is a known one.
    ///
    /// ```
    /// use damiera_notation::pdn::GameType;
    /// use damiera_rules::Variant;
    /// let full: GameType = "22,W,8,8,N2,1".parse().unwrap();
    /// assert_eq!(full.variant(), Some(Variant::Italian));
    /// ```
    #[must_use]
    pub fn variant(self) -> Option<Variant> {
        STANDARD.iter().find(|(_, known)| known.number == self.number).map(|(variant, _)| *variant)
    }

    /// The full form for a variant written in some style. If the style is not the standard style of the variant, the corner
    /// is the one where that style starts counting: White sees a1 at the bottom left and square 1 at the top left, and
    /// Black sees both from the other side.
    #[must_use]
    pub fn in_style(variant: Variant, style: NotationStyle) -> Option<Self> {
        let usual = Self::of(variant)?;
        let details = usual.details.filter(|details| details.style != style);
        let Some(details) = details else { return Some(usual) };
        let corner = match (style, details.first) {
            (NotationStyle::Numeric, Side::White) => Corner::TopLeft,
            (NotationStyle::Numeric, Side::Black) => Corner::BottomRight,
            (_, Side::White) => Corner::BottomLeft,
            (_, Side::Black) => Corner::TopRight,
        };
        Some(Self { details: Some(GameTypeDetails { style, corner, ..details }), ..usual })
    }

    /// Whether the details, if given, are the standard ones for the variant and the style.
    #[must_use]
    pub fn is_standard(self) -> bool {
        let (Some(said), Some(variant)) = (self.details, self.variant()) else { return true };
        let Some(usual) = Self::in_style(variant, said.style).and_then(|usual| usual.details) else {
            return true;
        };
        GameTypeDetails { inverted: said.inverted.or(usual.inverted), ..said } == usual
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        let Some(details) = self.details else { return Ok(()) };
        let style = match details.style {
            NotationStyle::Numeric => 'N',
            NotationStyle::Algebraic => 'A',
            NotationStyle::ShortAlgebraic => 'S',
        };
        let GameTypeDetails { first, width, height, corner, .. } = details;
        write!(f, ",{},{width},{height},{style}{}", first.letter(), corner as u8)?;
        match details.inverted {
            None => Ok(()),
            Some(flag) => write!(f, ",{}", u8::from(flag)),
        }
    }
}

/// How a game's moves are usually written.
#[must_use]
pub fn usual_style(variant: Variant) -> NotationStyle {
    GameType::of(variant)
        .and_then(|game| game.details)
        .map_or(NotationStyle::Numeric, |details| details.style)
}

/// The form of results of a variant.
#[must_use]
pub fn result_form(variant: Variant) -> ResultForm {
    with_rules!(variant, R => R::RESULT_FORM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_style_is_written_as_it_is_read() {
        for &variant in Variant::ALL {
            let usual = with_rules!(variant, R => R::GAME_TYPE);
            assert_eq!(GameType::of(variant).map(|game| game.to_string()).as_deref(), Some(usual));
            for style in [NotationStyle::Numeric, NotationStyle::Algebraic, NotationStyle::ShortAlgebraic] {
                let game = GameType::in_style(variant, style).unwrap();
                assert_eq!(game.to_string().parse(), Ok(game));
                assert!(game.is_standard(), "{game}");
                assert_eq!(game.variant(), Some(variant));
            }
        }
    }

    #[test]
    fn what_is_no_game_type_is_refused() {
        for text in ["", "x", "21,", "21,B", "21,B,8,8,N9,0", "21,B,8,8,N1,2", "21,B,8,8,N1,0,0", "99999999"]
        {
            assert_eq!(text.parse::<GameType>(), Err(BadGameType), "{text}");
        }
    }
}
