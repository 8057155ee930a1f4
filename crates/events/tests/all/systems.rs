//! The systems beside Dutch, and scoring of matches and teams, on small events worked out by hand.

use damiera_events::steered::{SteeredGroups, draw_first_round};
use damiera_events::teams::{Team, team_standings};
use damiera_events::{
    Crosstable, Entrant, FixedSide, GameResult, MatchGameOutcome, MicroMatchCount, NoPairing, PairingSystem,
    Points, RoundOutcome, RoundPairing, Scoring, baku, double_swiss, knockout, pair_next,
};
use damiera_rules::Side;

fn event(players: u16, rounds: usize) -> Crosstable {
    Crosstable {
        entrants: (1..=players).map(|number| Entrant { number, ..Entrant::default() }).collect(),
        planned_rounds: Some(rounds),
        initial_side: Some(Side::White),
        scoring: Scoring::TWO_ONE,
        ..Crosstable::default()
    }
}

/// Plays a round: a result for White on every board.
fn play(table: &mut Crosstable, pairing: &RoundPairing, results: &[GameResult]) {
    for (pair, &result) in pairing.pairs.iter().zip(results) {
        let sides = [
            (pair.white, pair.black, Side::White, result),
            (pair.black, pair.white, Side::Black, result.reversed()),
        ];
        for (own, opponent, side, result) in sides {
            let index = table.index_of(own).expect("a player");
            table.entrants[index].enter(pairing.round, RoundOutcome::played(opponent, side, result));
        }
    }
    for &number in &pairing.bye {
        let index = table.index_of(number).expect("a player");
        table.entrants[index].enter(pairing.round, RoundOutcome::PairingBye);
    }
}

fn written(pairing: &RoundPairing) -> String {
    let pairs = pairing.pairs.iter().map(|pair| format!("{}-{}", pair.white, pair.black));
    let byes = pairing.bye.iter().map(|number| format!("{number}"));
    pairs.chain(byes).collect::<Vec<_>>().join(" ")
}

const W: GameResult = GameResult::Win;
const D: GameResult = GameResult::Draw;
const L: GameResult = GameResult::Loss;

#[test]
fn rotation_reads_the_circle_from_the_last_black() {
    let mut table = event(6, 3);
    let first = pair_next(&table, PairingSystem::Rotation).expect("round 1");
    assert_eq!(written(&first), "1-2 3-4 5-6");
    play(&mut table, &first, &[W, D, W]);
    // Scores 2 0 1 1 2 0. The circle starts at 6, the last Black: the first with 2 points is 1, then on from 5 the first
    // with 1 point is 3, who has met 4 and so calls the next lower score after it: 6, then 4 meets 2.
    let second = pair_next(&table, PairingSystem::Rotation).expect("round 2");
    let opponents: Vec<[u16; 2]> =
        second.pairs.iter().map(|p| [p.white.min(p.black), p.white.max(p.black)]).collect();
    assert_eq!(opponents, [[1, 5], [3, 6], [2, 4]]);
}

#[test]
fn rotation_lets_nobody_rest_twice() {
    let mut table = event(5, 5);
    let mut rested = Vec::new();
    for _ in 0..4 {
        let pairing = pair_next(&table, PairingSystem::Rotation).expect("a round");
        rested.extend(pairing.bye.clone());
        play(&mut table, &pairing, &[W, L]);
    }
    let mut once = rested.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), rested.len(), "{rested:?}");
}

#[test]
fn knockout_keeps_the_best_apart_until_the_final() {
    assert_eq!(knockout::seeding(8), [1, 8, 4, 5, 2, 7, 3, 6]);
    let mut table = event(5, 3);
    let first = pair_next(&table, PairingSystem::Knockout).expect("round 1");
    assert_eq!(written(&first), "5-4 1 2 3", "three places are empty");
    play(&mut table, &first, &[L]);
    let second = pair_next(&table, PairingSystem::Knockout).expect("round 2");
    assert_eq!(second.pairs.len(), 2);
    play(&mut table, &second, &[D, W]);
    assert!(matches!(pair_next(&table, PairingSystem::Knockout), Err(NoPairing::Undecided { round: 2, .. })));
}

#[test]
fn a_match_of_two_games_may_fill_one_round_or_two() {
    let mut games = event(4, 6);
    let first = double_swiss::pair(&double_swiss::pool(&games)).expect("round 1");
    assert_eq!(written(&first), "1-3 4-2");
    play(&mut games, &first, &[W, D]);
    let swapped = RoundPairing {
        round: 2,
        pairs: first
            .pairs
            .iter()
            .map(|pair| damiera_events::Pairing { white: pair.black, black: pair.white })
            .collect(),
        bye: vec![],
    };
    play(&mut games, &swapped, &[D, W]);
    // 1 has 3 points, 3 has 1; 2 has 3, 4 has 1.
    let pool = double_swiss::pool(&games);
    assert_eq!(pool.round, 2);
    assert_eq!(pool.contestants[0].score, Points::whole(3));
    let second = double_swiss::pair(&pool).expect("round 2");
    let opponents: Vec<[u16; 2]> =
        second.pairs.iter().map(|p| [p.white.min(p.black), p.white.max(p.black)]).collect();
    assert_eq!(opponents, [[1, 2], [3, 4]]);
}

/// Who has White in the first game of the next match, if 1 and 2 had these colours in first games: a letter for each
/// match, a dash for one that was not played.
fn white_of_first_game(histories: [&str; 2]) -> u16 {
    let mut table = event(2, 9);
    for (entrant, history) in table.entrants.iter_mut().zip(histories) {
        for (round, colour) in (1..).zip(history.chars()) {
            let opponent = 100 * entrant.number + round;
            let outcome = match colour {
                'W' => RoundOutcome::played(opponent, Side::White, D),
                'B' => RoundOutcome::played(opponent, Side::Black, D),
                _ => RoundOutcome::HalfBye,
            };
            entrant.enter(usize::from(round), outcome);
        }
    }
    double_swiss::pair(&double_swiss::pool(&table)).expect("a match").pairs[0].white
}

#[test]
fn the_first_game_of_a_double_swiss_looks_only_at_matches_that_were_played() {
    for (histories, white, rule) in [
        (["WBBW", "W---"], 2, "4.3.2: fewer Whites, whatever the difference of colours"),
        (["-BWB", "WB-B"], 2, "4.3.3: the match before the last, in which 1 had White"),
        (["WBB", "BWB"], 1, "4.3.3: the last match in which they differed"),
        (["-WBB", "BW-B"], 1, "4.3.3: compared from the end, without the byes"),
        (["--BW", "BW--"], 2, "4.3.4: the higher ranked alternates"),
        (["----", "---B"], 2, "4.3.5: only the opponent has played"),
    ] {
        assert_eq!(white_of_first_game(histories), white, "{rule}");
    }
}

#[test]
fn baku_accelerates_the_upper_half_for_the_first_half() {
    let mut table = event(10, 9);
    table.scoring = Scoring::ONE_HALF;
    table.accelerations = baku(&table);
    let points = |number: u16| -> Vec<String> {
        (1..=6).map(|round| table.virtual_points(number, round).to_string()).collect()
    };
    assert_eq!(points(6), ["1.0", "1.0", "1.0", "0.5", "0.5", "0.0"], "six of ten players");
    assert_eq!(points(7), ["0.0"; 6]);
}

#[test]
fn a_fixed_colour_is_kept_and_two_of_them_never_meet() {
    for system in [PairingSystem::Dutch, PairingSystem::Double, PairingSystem::Rotation] {
        let mut table = event(6, 3);
        table.fixed_sides = [1, 4].map(|number| FixedSide { number, side: Side::Black }).to_vec();
        for _ in 0..3 {
            let pairing = pair_next(&table, system).expect("a round");
            for pair in &pairing.pairs {
                assert!(![1, 4].contains(&pair.white), "{system}: {pair:?}");
            }
            play(&mut table, &pairing, &[W, D, W]);
        }
    }
}

#[test]
fn a_steered_round_pairs_across_groups_and_follows_from_its_seed() {
    let groups = [SteeredGroups { upper: vec![1, 2, 3], lower: vec![4, 5, 6, 7] }];
    let drawn = draw_first_round(&groups, 5);
    assert_eq!(drawn, draw_first_round(&groups, 5));
    for pair in &drawn.pairs {
        assert!((pair.white < 4) != (pair.black < 4), "{pair:?}");
    }
    assert_eq!((drawn.pairs.len(), drawn.bye.len()), (3, 1));
}

#[test]
fn matches_are_worth_what_their_table_says() {
    let match_of = |results: [GameResult; 2]| RoundOutcome::Match {
        opponent: 2,
        side: Side::White,
        games: results.map(MatchGameOutcome::Played),
    };
    let whole = Scoring { match_count: MicroMatchCount::Whole, ..Scoring::TWO_ONE };
    for (results, by_games, as_one) in
        [([W, D], "3.0", "2.0"), ([W, L], "2.0", "1.0"), ([D, D], "2.0", "1.0"), ([L, D], "1.0", "0.0")]
    {
        assert_eq!(Scoring::TWO_ONE.worth(match_of(results)).to_string(), by_games, "{results:?}");
        assert_eq!(whole.worth(match_of(results)).to_string(), as_one, "{results:?}");
    }
    // Delft: 4–0, 3–1, 2–2; a title match: 12–0, 8–4, 7–5, 6–6.
    for (scoring, rows) in [
        (Scoring::DELFT, &["4.0 0.0", "3.0 1.0", "2.0 2.0"][..]),
        (Scoring::FMJD_TITLE_MATCH, &["12.0 0.0", "8.0 4.0", "7.0 5.0", "6.0 6.0"][..]),
    ] {
        let edges = scoring.edges.into_iter().flatten().map(|edge| [edge.favoured, edge.other]);
        let shared = [[scoring.win, scoring.loss]].into_iter().chain(edges).chain([[scoring.draw; 2]]);
        let shared: Vec<String> = shared.map(|[one, other]| format!("{one} {other}")).collect();
        assert_eq!(shared, rows);
    }
}

#[test]
fn teams_are_ranked_by_matches_then_games() {
    let mut table = event(4, 1);
    let round = RoundPairing {
        round: 1,
        pairs: vec![
            damiera_events::Pairing { white: 1, black: 3 },
            damiera_events::Pairing { white: 4, black: 2 },
        ],
        bye: vec![],
    };
    play(&mut table, &round, &[W, D]);
    let team = |name: &str, members: &[u16]| Team { name: name.into(), members: members.to_vec() };
    let rows = team_standings(&table, &[team("Lecce", &[3, 4]), team("Roma", &[1, 2])], &Scoring::TWO_ONE);
    let shown: Vec<(usize, usize, String, String)> = rows
        .iter()
        .map(|row| (row.rank, row.team, row.match_points.to_string(), row.board_points.to_string()))
        .collect();
    assert_eq!(shown, [(1, 1, "2.0".into(), "3.0".into()), (2, 0, "0.0".into(), "1.0".into())]);
}
