//! Lists of players as people paste them: one player a line, name, rating, federation.
//!
//! Fields are separated by tabs, semicolons or commas, whichever comes first in that order; a name may stand in quotes. A first
//! line of headings with a name among them says in which order the columns stand; columns with other headings are passed over. So is a
//! first column that counts the lines.

use crate::tournament::{NewEntrant, TournamentRefusal};

/// The most players of a list.
const MOST: usize = 1_000;

/// Where the fields of a player stand in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ListColumns {
    /// The columns of the name, joined by spaces: surname and first name, for instance.
    name: Vec<usize>,
    rating: Option<usize>,
    federation: Option<usize>,
}

/// Headings in Italian, Portuguese and English.
const NAME_HEADINGS: [&str; 14] = [
    "name",
    "full name",
    "player",
    "surname",
    "last name",
    "first name",
    "nome",
    "nome e cognome",
    "cognome e nome",
    "cognome",
    "giocatore",
    "nominativo",
    "jogador",
    "sobrenome",
];
const RATING_HEADINGS: [&str; 7] =
    ["rating", "elo", "elo-rubele", "elo rubele", "punteggio", "punti elo", "pontuação"];
const FEDERATION_HEADINGS: [&str; 12] = [
    "club",
    "federation",
    "fed",
    "circolo",
    "società",
    "federazione",
    "provincia",
    "città",
    "clube",
    "federação",
    "cidade",
    "equipe",
];

impl ListColumns {
    /// Without headings: name, rating, federation, behind so many other columns.
    fn usual(behind: usize) -> Self {
        Self { name: vec![behind], rating: Some(behind + 1), federation: Some(behind + 2) }
    }

    /// What a line of headings says; none if it is a player.
    fn of_headings(fields: &[String]) -> Option<Self> {
        let heading = |field: &String| field.trim().trim_end_matches('.').to_lowercase();
        let headings: Vec<String> = fields.iter().map(heading).collect();
        let column = |known: &[&str]| headings.iter().position(|heading| known.contains(&heading.as_str()));
        let is_name = |at: &usize| NAME_HEADINGS.contains(&headings[*at].as_str());
        let name: Vec<usize> = (0..headings.len()).filter(is_name).collect();
        let (rating, federation) = (column(&RATING_HEADINGS), column(&FEDERATION_HEADINGS));
        (!name.is_empty()).then_some(Self { name, rating, federation })
    }

    fn player(&self, fields: &[String]) -> Result<NewEntrant, TournamentRefusal> {
        let field = |at: usize| fields.get(at).map_or("", |field| field.trim());
        let optional = |at: Option<usize>| at.map_or("", field);
        let rating = match optional(self.rating) {
            "" | "-" | "0" => None,
            digits => Some(digits.parse().map_err(|_| TournamentRefusal::BadRating)?),
        };
        let names: Vec<&str> =
            self.name.iter().map(|at| field(*at)).filter(|name| !name.is_empty()).collect();
        let federation = optional(self.federation).to_owned();
        Ok(NewEntrant { name: names.join(" "), rating, federation })
    }
}

/// Reads a list; empty lines are passed over.
pub(crate) fn read_players(text: &str) -> Result<Vec<NewEntrant>, TournamentRefusal> {
    let separator = ['\t', ';', ','].into_iter().find(|&separator| text.contains(separator)).unwrap_or(';');
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
    let headings = lines.peek().and_then(|(_, line)| ListColumns::of_headings(&fields(line, separator)));
    if headings.is_some() {
        lines.next();
    }
    // A list that counts its lines has the names in the second column.
    let is_counted = (1..).zip(lines.clone()).all(|(count, (_, line))| {
        let fields = fields(line, separator);
        fields.len() > 1 && fields[0].trim().trim_end_matches('.').parse() == Ok::<usize, _>(count)
    });
    let columns = headings.unwrap_or_else(|| ListColumns::usual(usize::from(is_counted)));
    let mut players = Vec::new();
    for (index, line) in lines {
        let fields = fields(line, separator);
        match columns.player(&fields) {
            Ok(player) => players.push(player),
            Err(why) => return Err(in_line(index + 1, why)),
        }
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
            "\u{feff}N.;Cognome;Nome;Circolo;Elo\n1;Anna;Bianchi;Roma;1400\n2;Bruno;;;\n",
            "Clube,Jogador,Rating\nRoma,Anna Bianchi,1400\n,Bruno,\n",
            "1;Anna Bianchi;1400;Roma\n2;Bruno\n",
            "1.\tAnna Bianchi\t1400\tRoma\n2.\tBruno\n",
        ] {
            assert_eq!(read_players(text), Ok(both.clone()), "{text}");
        }
        let comma = read_players("\"Bianchi, Anna\",1400,Roma");
        assert_eq!(comma, Ok(vec![entrant("Bianchi, Anna", Some(1400), "Roma")]));
        // A line that may be headings that nobody knows may also be a player with a slip: nobody is passed over.
        assert_eq!(read_players("Anna;abc;Roma\nBruno\n"), Err(in_line(1, TournamentRefusal::BadRating)));
        assert_eq!(read_players("A;1\nB;x\n"), Err(in_line(2, TournamentRefusal::BadRating)));
        assert_eq!(read_players(&"x\n".repeat(MOST + 1)), Err(TournamentRefusal::Full));
    }
}
