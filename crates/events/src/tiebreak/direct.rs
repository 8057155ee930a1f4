//! Direct encounter: the games of tied players against each other (FIDE C.07, article 6).

use super::figures::{Figure, FigurePart, PartKind};
use crate::crosstable::{Crosstable, Entrant};
use crate::points::Points;
use crate::system::PairingSystem;

/// Figures of tied players: their points against each other, if that decides. Where not all have met, it decides only as far
/// as the missing games could not change it.
pub(crate) fn direct_encounter(table: &Crosstable, system: PairingSystem, tied: &[usize]) -> Vec<Figure> {
    let entrants: Vec<&Entrant> = tied.iter().map(|&index| &table.entrants[index]).collect();
    let rows: Vec<Vec<FigurePart>> =
        entrants.iter().map(|entrant| games(table, system, entrant, &entrants)).collect();
    let complete = rows.iter().all(|row| row.len() + 1 >= entrants.len());
    let sum = |row: &Vec<FigurePart>| row.iter().map(|part| part.hundredths).sum::<i64>();
    if complete {
        return rows.into_iter().map(|row| Figure { hundredths: sum(&row), parts: row }).collect();
    }
    let win = i64::from(table.scoring.win.in_tenths()) * 10;
    let least: Vec<i64> = rows.iter().map(sum).collect();
    let most: Vec<i64> =
        rows.iter().map(|row| sum(row) + win * (entrants.len() - 1 - row.len()) as i64).collect();
    // Places from the top, as long as somebody is ahead of all the rest whatever the missing games would bring.
    let mut open: Vec<usize> = (0..rows.len()).collect();
    let mut places = vec![0; rows.len()];
    while open.len() > 1 {
        let ahead = |first: usize| open.iter().all(|&other| other == first || least[first] > most[other]);
        let Some(first) = open.iter().copied().find(|&first| ahead(first)) else { break };
        places[first] = 100 * (open.len() as i64 - 1);
        open.retain(|&other| other != first);
    }
    rows.into_iter().zip(places).map(|(parts, hundredths)| Figure { hundredths, parts }).collect()
}

fn games(table: &Crosstable, system: PairingSystem, entrant: &Entrant, tied: &[&Entrant]) -> Vec<FigurePart> {
    let among = |number: u16| tied.iter().any(|other| other.number == number);
    let mut parts: Vec<FigurePart> = Vec::new();
    for round in 1..=table.paired_rounds() {
        let outcome = entrant.outcome(round);
        let counts = outcome.game().is_some() || system == PairingSystem::RoundRobin;
        let Some(opponent) = outcome.opponent().filter(|&opponent| counts && among(opponent)) else {
            continue;
        };
        let points: Points = table.scoring.worth(outcome);
        let amount = i64::from(points.in_tenths()) * 10;
        match parts.iter_mut().find(|part| part.opponent == Some(opponent)) {
            Some(part) => part.hundredths += amount,
            None => parts.push(FigurePart {
                round,
                opponent: Some(opponent),
                hundredths: amount,
                kind: PartKind::Played,
            }),
        }
    }
    parts
}
