//! From what a seeker wants to the terms of a game.

use std::time::Duration;

use damiera_game::{
    Bonus, ClockControl, ConsultationRule, Game, Profile, Sight, StartPosition, Takebacks, Terms, odds, wire,
};
use damiera_messages::{
    BlindfoldPlayers, ConsultingSides, OddsGiver, OnlineRating, RatingRange, SeekBlindfold, SeekConsultation,
    SeekOdds, SeekTerms,
};
use damiera_rules::{Side, Square, UnknownVariant, Variant};

use crate::invalid_input::InvalidInput;
use crate::seeks::SeekError;

/// The terms of the game that a seek leads to if its seeker has this colour. Every game between two people has a clock,
/// so that an abandoned game ends.
pub(crate) fn game_terms(wanted: &SeekTerms, seeker: Side) -> Result<Terms, SeekError> {
    let invalid = SeekError::InvalidTerms;
    let variant: Variant = wanted.variant.parse().map_err(|error: UnknownVariant| invalid(error.into()))?;
    let control = control(wanted).ok_or_else(|| invalid(InvalidInput::SeekTime))?;
    let by_days = wanted.days.is_some() || wanted.total_days.is_some();
    let profile = if by_days { Profile::CORRESPONDENCE } else { Profile::ONLINE };
    // Nothing but the game depends on a game without rating, so moves may be taken back if the opponent agrees.
    let takebacks = if wanted.rated { Takebacks::Never } else { Takebacks::ByConsent };
    let profile = Profile { takebacks, ..profile };
    let (vacation, rated) = (days(wanted.vacation_days), wanted.rated);
    let controls = [control.clone(), control];
    let mut terms = Terms { controls, vacation, rated, ..Terms::new(variant, profile) };
    if let Some(odds) = &wanted.odds {
        let giver = match odds.by {
            OddsGiver::Seeker => seeker,
            OddsGiver::Opponent => !seeker,
        };
        give_odds(&mut terms, wanted, odds, giver).map_err(invalid)?;
    }
    if let Some(SeekBlindfold { who, terms: agreed }) = &wanted.blindfold {
        let blindfold = |side: Side| match who {
            BlindfoldPlayers::Seeker => side == seeker,
            BlindfoldPlayers::Opponent => side != seeker,
            BlindfoldPlayers::Both => true,
        };
        terms.sight = Side::BOTH.map(|side| if blindfold(side) { Sight::Blindfold } else { Sight::Board });
        terms.blindfold = agreed.into();
    }
    if let Some(consultation) = &wanted.consultation {
        terms.consultation = consultation_rules(consultation, seeker);
        if wanted.blindfold.is_some() {
            return Err(invalid(InvalidInput::ConsultationBlindfold));
        }
    }
    terms.check().map_err(|error| invalid(error.into()))?;
    Ok(terms)
}

/// How White and Black decide, if the seeker has this colour.
fn consultation_rules(wanted: &SeekConsultation, seeker: Side) -> [Option<ConsultationRule>; 2] {
    let rule = match wanted.decide {
        wire::WireDecisionRule::Captain => ConsultationRule::Captain,
        wire::WireDecisionRule::Majority => {
            let minutes = wanted.minutes.unwrap_or(SeekConsultation::DEFAULT_MINUTES);
            ConsultationRule::Majority(Duration::from_secs(60 * u64::from(minutes)))
        }
    };
    Side::BOTH.map(|side| match wanted.who {
        ConsultingSides::Both => Some(rule),
        ConsultingSides::Seeker => (side == seeker).then_some(rule),
        ConsultingSides::Opponent => (side != seeker).then_some(rule),
    })
}

/// How far from the seeker's rating an opponent's may be, and the highest rating that can be asked for.
const WITHIN: std::ops::RangeInclusive<u32> = 25..=1000;
const HIGHEST_RATING: u32 = 4000;

/// Checks the ratings that the opponent may have.
fn check_range(wanted: &SeekTerms) -> Result<(), SeekError> {
    let valid = match &wanted.rating_range {
        None => true,
        Some(RatingRange { from: None, to: None, within: Some(within) }) => WITHIN.contains(within),
        Some(RatingRange { from, to, within: None }) => {
            let (from, to) = (from.unwrap_or(0), to.unwrap_or(HIGHEST_RATING));
            from <= to && to <= HIGHEST_RATING
        }
        Some(_) => false,
    };
    if valid && (wanted.rated || wanted.rating_range.is_none()) {
        return Ok(());
    }
    Err(SeekError::InvalidTerms(InvalidInput::RatingRange))
}

/// Turns a range around the seeker's rating into one from and to.
pub(crate) fn settle_range(wanted: &mut SeekTerms, own: Option<OnlineRating>) {
    if let (Some(range), Some(own)) = (&mut wanted.rating_range, own)
        && let Some(within) = range.within.take()
    {
        range.from = Some(own.rating.saturating_sub(within));
        range.to = Some(own.rating + within);
    }
}

/// Refuses a time to vote where nobody votes. Seeks that are already stored may have one.
fn check_vote(wanted: &SeekTerms) -> Result<(), SeekError> {
    match &wanted.consultation {
        Some(SeekConsultation { decide: wire::WireDecisionRule::Captain, minutes: Some(_), .. }) => {
            Err(SeekError::InvalidTerms(InvalidInput::VoteWithCaptain))
        }
        _ => Ok(()),
    }
}

/// Checks what a seeker wants, whichever colour the seeker will have.
fn check(wanted: &SeekTerms) -> Result<(), SeekError> {
    check_range(wanted)?;
    check_vote(wanted)?;
    for seeker in Side::BOTH {
        let terms = game_terms(wanted, seeker)?;
        Game::new(terms).map_err(|error| SeekError::InvalidTerms(error.into()))?;
    }
    Ok(())
}

/// What a seeker wants, checked, with the men given as odds named by their squares and the time to vote by its number.
pub(crate) fn complete(mut wanted: SeekTerms) -> Result<SeekTerms, SeekError> {
    check(&wanted)?;
    if let (Some(given), Ok(variant)) = (&mut wanted.odds, wanted.variant.parse())
        && given.men > 0
    {
        let squares = odds::men_given(variant, Side::White, given.men);
        given.squares = squares.into_iter().map(Square::number).collect();
        given.men = 0;
    }
    if let Some(consultation) = &mut wanted.consultation
        && consultation.decide == wire::WireDecisionRule::Majority
    {
        consultation.minutes.get_or_insert(SeekConsultation::DEFAULT_MINUTES);
    }
    Ok(wanted)
}

fn control(wanted: &SeekTerms) -> Option<ClockControl> {
    match (wanted.minutes, wanted.days, wanted.total_days) {
        (Some(minutes), None, None) => timed(minutes, wanted.increment),
        (None, ..) if wanted.increment > 0 => None, // it belongs to minutes
        (None, Some(each @ 1..=14), None) => Some(ClockControl::PerMove(days(each))),
        (None, None, Some(total @ 1..=180)) => Some(ClockControl::sudden(days(total))),
        _ => None,
    }
}

fn days(count: u32) -> Duration {
    Duration::from_secs(24 * 3600 * u64::from(count))
}

/// Minutes for the game and seconds for each move, within what a seek may ask for.
fn timed(minutes: u32, increment: u32) -> Option<ClockControl> {
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    let bonus = match increment {
        0 => Bonus::None,
        1..=60 => Bonus::Increment(seconds(increment)),
        _ => return None,
    };
    (1..=180).contains(&minutes).then(|| ClockControl::with(seconds(60 * minutes), bonus))
}

fn give_odds(
    terms: &mut Terms,
    wanted: &SeekTerms,
    given: &SeekOdds,
    giver: Side,
) -> Result<(), InvalidInput> {
    let squares = given_squares(terms.variant, given, giver)?;
    if squares.is_empty() && given.moves.is_empty() && !given.first_move && given.minutes.is_none() {
        return Err(InvalidInput::NoOdds);
    }
    if !squares.is_empty() {
        terms.start = StartPosition::Odds(squares); // FID-IT 15.1.9
    }
    if given.first_move {
        terms.first = Some(!giver);
    }
    terms.moves_given = given_moves(terms.variant, given, !giver)?;
    if let Some(minutes) = given.minutes {
        let fewer = wanted.minutes.is_some_and(|full| minutes < full);
        let control = timed(minutes, wanted.increment).filter(|_| fewer);
        terms.controls[giver as usize] = control.ok_or(InvalidInput::OddsTime)?; // FID-IT 15.1.10
    }
    Ok(())
}

/// The moves that the receiver of odds has made beforehand.
fn given_moves(
    variant: Variant,
    given: &SeekOdds,
    receiver: Side,
) -> Result<Vec<(Square, Square)>, InvalidInput> {
    if given.moves.len() > odds::MOST_MOVES_GIVEN {
        return Err(InvalidInput::OddsMoves { most: odds::MOST_MOVES_GIVEN });
    }
    let invalid = || InvalidInput::OddsMoves { most: odds::MOST_MOVES_GIVEN };
    let own = |number: u8| {
        let square = Square::new(number)?;
        if receiver == Side::White { Some(square) } else { odds::turned(variant, square) }
    };
    let (mut men, mut moves) = (odds::own_men(variant, receiver), Vec::new());
    for &[from, to] in &given.moves {
        let (from, to) = own(from).zip(own(to)).ok_or_else(invalid)?;
        let man = men.iter_mut().find(|man| **man == from).ok_or_else(invalid)?;
        *man = to;
        moves.push((from, to));
    }
    Ok(moves)
}

/// The squares of the men that the giver does without.
fn given_squares(variant: Variant, given: &SeekOdds, giver: Side) -> Result<Vec<Square>, InvalidInput> {
    let most = odds::MOST_MEN_GIVEN;
    if given.men > most || given.squares.len() > usize::from(most) {
        return Err(InvalidInput::TooManyMenGiven { most });
    }
    if given.squares.is_empty() {
        return Ok(odds::men_given(variant, giver, given.men));
    }
    let own = odds::own_men(variant, Side::White);
    let mut squares = Vec::new();
    for &number in &given.squares {
        let square = Square::new(number).filter(|square| own.contains(square));
        let square = square.ok_or(InvalidInput::OddsSquare)?;
        let square = match giver {
            Side::White => square,
            Side::Black => odds::turned(variant, square).ok_or(InvalidInput::OddsSquare)?,
        };
        if squares.contains(&square) || given.men != 0 {
            return Err(InvalidInput::OddsSquare);
        }
        squares.push(square);
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(more: &str) -> SeekTerms {
        let text = format!(r#"{{"variant":"{}"{more}}}"#, Variant::ALL[0].name());
        serde_json::from_str(&text).expect("a seek")
    }

    #[test]
    fn every_game_between_two_people_has_a_clock() {
        for (more, allowed) in [
            ("", false),
            (r#","minutes":5"#, true),
            (r#","minutes":0"#, false),
            (r#","minutes":181"#, false),
            (r#","minutes":5,"increment":61"#, false),
            (r#","days":3"#, true),
            (r#","minutes":5,"days":3"#, false),
            (r#","days":0"#, false),
            (r#","days":15"#, false),
            (r#","total-days":30"#, true),
            (r#","total-days":30,"vacation-days":60"#, true),
            (r#","days":3,"vacation-days":14"#, true),
            (r#","total-days":0"#, false),
            (r#","total-days":181"#, false),
            (r#","total-days":30,"days":3"#, false),
            (r#","total-days":30,"vacation-days":61"#, false),
            (r#","minutes":5,"vacation-days":1"#, false),
            (r#","minutes":5,"rated":true,"rating-range":{"from":1400,"to":1600}"#, true),
            (r#","minutes":5,"rated":true,"rating-range":{"from":1400}"#, true),
            (r#","minutes":5,"rated":true,"rating-range":{"within":200}"#, true),
            (r#","minutes":5,"rating-range":{"within":200}"#, false),
            (r#","minutes":5,"rated":true,"rating-range":{"from":1600,"to":1400}"#, false),
            (r#","minutes":5,"rated":true,"rating-range":{"to":9000}"#, false),
            (r#","minutes":5,"rated":true,"rating-range":{"within":5}"#, false),
            (r#","minutes":5,"rated":true,"rating-range":{"within":200,"to":1700}"#, false),
            (r#","minutes":5,"consultation":{"who":"both"}"#, true),
            (r#","minutes":5,"consultation":{"who":"both","decide":"majority"}"#, true),
            (r#","minutes":5,"consultation":{"who":"both","decide":"captain","minutes":10}"#, false),
            (r#","minutes":5,"consultation":{"who":"both","minutes":10}"#, false),
            (r#","minutes":5,"consultation":{"who":"both","decide":"majority","minutes":0}"#, false),
            (r#","minutes":5,"consultation":{"who":"both","decide":"majority","minutes":10081}"#, false),
            (r#","minutes":5,"consultation":{"who":"both"},"blindfold":{"who":"both"}"#, false),
        ] {
            assert_eq!(check(&wanted(more)).is_ok(), allowed, "{more}");
        }
    }

    #[test]
    fn odds_that_cannot_be_given_are_refused() {
        for (more, allowed) in [
            (r#""men":2"#, true),
            (r#""men":7"#, false),
            (r#""squares":[32,31]"#, true),
            (r#""squares":[32,32]"#, false),
            (r#""squares":[32],"men":1"#, false),
            (r#""squares":[17]"#, false),
            (r#""squares":[1]"#, false),
            (r#""squares":[99]"#, false),
            (r#""first-move":true"#, true),
            (r#""moves":[[22,18]]"#, true),
            (r#""moves":[[22,18],[23,19],[18,15]]"#, true),
            (r#""moves":[[22,18],[23,19],[24,20],[25,22]]"#, false),
            (r#""moves":[[22,14]]"#, false),
            (r#""moves":[[22,99]]"#, false),
            (r#""moves":[[11,15]]"#, false),
            (r#""minutes":3"#, true),
            (r#""minutes":5"#, false),
            (r#""minutes":0"#, false),
        ] {
            for by in ["seeker", "opponent"] {
                let more = format!(r#","minutes":5,"odds":{{"by":"{by}",{more}}}"#);
                assert_eq!(check(&wanted(&more)).is_ok(), allowed, "{more}");
            }
        }
        assert!(check(&wanted(r#","days":3,"blindfold":{"who":"both"}"#)).is_ok());
        assert!(check(&wanted(r#","days":3,"blindfold":{"who":"both","terms":{"tries":0}}"#)).is_err());
        assert!(check(&wanted(r#","days":3,"odds":{"by":"seeker","minutes":3}"#)).is_err());
    }

    #[test]
    fn the_giver_does_without_the_men_whichever_colour_is_drawn() {
        let wanted =
            wanted(r#","minutes":9,"odds":{"by":"seeker","squares":[32],"first-move":true,"minutes":4}"#);
        for seeker in Side::BOTH {
            let terms = game_terms(&wanted, seeker).expect("terms");
            let game = Game::new(terms).expect("a game");
            assert_eq!(game.turn(), !seeker);
            let men = |side| game.setup().pieces.iter().filter(|(_, piece)| piece.side == side).count();
            assert_eq!(men(seeker) + 1, men(!seeker));
            let left = |side| game.clocks().face(side, damiera_game::Moment(0)).expect("a clock").left;
            assert_eq!((left(seeker), left(!seeker)), (Duration::from_secs(240), Duration::from_secs(540)));
        }
    }
}
