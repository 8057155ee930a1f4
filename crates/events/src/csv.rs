//! Lists of players as people paste them: one player a line, name, rating, federation.
//!
//! Fields are separated by tabs, semicolons or commas, whichever comes first in that order; a name may stand in quotes. A first
//! line of headings is passed over.

use crate::tournament::{NewEntrant, TournamentRefusal};

/// The most players of a list.
const MOST: usize = 1_000;

/// Reads a list; empty lines are passed over.
pub(crate) fn read_players(text: &str) -> Result<Vec<NewEntrant>, TournamentRefusal> {
    let separator = ['\t', ';', ','].into_iter().find(|&separator| text.contains(separator)).unwrap_or(';');
    let mut players = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fields = fields(line, separator);
        let field = |at: usize| fields.get(at).map_or("", |field| field.trim());
        let rating = match field(1) {
            "" | "-" | "0" => None,
            digits => match digits.parse() {
                Ok(rating) => Some(rating),
                Err(_) if players.is_empty() && !digits.contains(|c: char| c.is_ascii_digit()) => continue,
                Err(_) => return Err(in_line(index + 1, TournamentRefusal::BadRating)),
            },
        };
        players.push(NewEntrant { name: field(0).to_owned(), rating, federation: field(2).to_owned() });
        if players.len() > MOST {
            return Err(TournamentRefusal::Full);
        }
    }
    Ok(players)
}

fn in_line(line: usize, why: TournamentRefusal) -> TournamentRefusal {
    TournamentRefusal::InLine { line, why: Box::new(why) }
}

/// The fields of a line; a separator in quotes belongs to its field.
fn fields(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.trim_start_matches('\u{feff}').chars() {
        match c {
            '"' => quoted = !quoted,
            c if c == separator && !quoted => fields.push(String::new()),
            c => {
                if let Some(last) = fields.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(name: &str, rating: Option<u16>, federation: &str) -> NewEntrant {
        NewEntrant { name: name.into(), rating, federation: federation.into() }
    }

    #[test]
    fn a_pasted_list_is_read() {
        let both = vec![entrant("Anna Bianchi", Some(1400), "Roma"), entrant("Bruno", None, "")];
        for text in [
            "Anna Bianchi;1400;Roma\nBruno\n",
            "Name;Rating;Club\nAnna Bianchi;1400;Roma\n\nBruno;;\n",
            "Anna Bianchi\t1400\tRoma\r\nBruno\t\t\r\n",
            "Anna Bianchi, 1400, Roma\nBruno,0,\n",
        ] {
            assert_eq!(read_players(text), Ok(both.clone()), "{text}");
        }
        let comma = read_players("\"Bianchi, Anna\",1400,Roma");
        assert_eq!(comma, Ok(vec![entrant("Bianchi, Anna", Some(1400), "Roma")]));
        assert_eq!(read_players("A;1\nB;x\n"), Err(in_line(2, TournamentRefusal::BadRating)));
        assert_eq!(read_players(&"x\n".repeat(MOST + 1)), Err(TournamentRefusal::Full));
    }
}
