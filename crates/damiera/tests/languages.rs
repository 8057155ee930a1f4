//! With `--lang` no command writes English, neither its result nor its errors.

mod common;

use common::{damiera, damiera_with};

/// English words that none of the texts below has in Italian or Portuguese.
const ENGLISH: [&str; 16] = [
    " the ", " is ", " game", " move", "piece", "illegal", " read", "square", "king", "column", "error:",
    "warning", "Round", "bye", "draughts", " side ",
];

const BAD: &str = "[GameType \"21\"]\n[TimeControl \"x\"]\n\n1. 11-15 22-18\n2. 8-11 (2. 15x22 23-19) *\n";
const TRF: &str = include_str!("data/event.trf");
const ENTRIES: &str = "142 3\n152 W\n\
    001    1      Anna                              2000                             0.0    1\n\
    001    2      Bruno                             1900                             0.0    2\n\
    001    3      Carla                             1800                             0.0    3\n";

/// A command, its input, and a part of what it writes in Italian and in Portuguese.
type Example = (&'static [&'static str], &'static str, &'static str, &'static str);

const EXAMPLES: &[Example] = &[
    (&["explain", "italian", "22-18"], "", "è una mossa regolare", "é um lance legal"),
    (
        &["explain", "italian", "--fen", "W:W18:B1", "18-22"],
        "",
        "La pedina muove soltanto in avanti",
        "A pedra só anda para a frente",
    ),
    (
        &["explain", "italian", "--fen", "W:W22,27:B18", "27-23"],
        "",
        "mosse obbligatorie: 22x13",
        "lances obrigatórios: 22x13",
    ),
    (&["explain", "italian", "22"], "", "casella di partenza", "casa de saída"),
    (&["explain", "italian", "22-?"], "", "alla colonna 4", "na coluna 4"),
    (
        &["explain", "english", "11-99"],
        "",
        "Su questa damiera non c'è la casella 99",
        "Este tabuleiro não tem a casa 99",
    ),
    (&["explain", "english", "--fen", "W:", "11-15"], "", "La FEN", "A FEN"),
    (&["explain", "english", "--fen", "W:W1:B1", "11-15"], "", "indicata due volte", "aparece duas vezes"),
    (
        &["moves", "italian", "--fen", "W:W17:B10,13"],
        "",
        "chi è al tratto ha perso",
        "quem está na vez perdeu",
    ),
    (
        &["moves", "italian", "--fen", "W:W31:B12,20,28"],
        "",
        "passando per 31-24-15-8  prende 12, 20, 28",
        "por 31-24-15-8  captura 12, 20, 28",
    ),
    (&["moves", "italian", "--fen", "W:W99:B12"], "", "casella 99", "casa 99"),
    (
        &["judge", "italian", "--before", "W:W22,27:B18", "--after", "B:W22,23:B18"],
        "",
        "irregolare",
        "irregular",
    ),
    (
        &["judge", "italian", "--before", "W:W22,27:B18", "--after", "B:W22,27:B18"],
        "",
        "non classificabile",
        "não classificável",
    ),
    (
        &["judge", "italian", "--before", "W:W22,27:B18", "--after", "x"],
        "",
        "--after: La FEN",
        "--after: A FEN",
    ),
    (&["judge", "italian", "--before", "W:W99:B18", "--after", "W:W99:B18"], "", "casella 99", "casa 99"),
    (
        &["game", "replay", "-"],
        "[GameType \"26\"]\n[FEN \"W:WK21:BK12\"]\n\n1. 21-17 12-16 *\n",
        "dama brasiliana",
        "damas brasileiras",
    ),
    (&["game", "replay", "-"], BAD, "partita 1: 8-11 non è regolare", "partida 1: 8-11 não é um lance legal"),
    (&["game", "replay", "-"], "", "non contiene nessuna partita", "não contém nenhuma partida"),
    (
        &["game", "replay", "-"],
        "[GameType \"99\"]\n\n1. 11-15 *\n",
        "un gioco che qui non si conosce",
        "um jogo que não se conhece",
    ),
    (&["game", "replay", "/nowhere/x.pdn"], "", "non si può leggere", "não pode ser lido"),
    (&["rulebook", "italian", "6.9"], "", "dame", "dama"),
    (
        &["rulebook", "brazilian", "999"],
        "",
        "dama brasiliana ha un articolo",
        "damas brasileiras tem um artigo",
    ),
    (
        &["pdn", "check"],
        BAD,
        "ingresso standard:5:4: errore: partita 1, semimossa 3: 8-11 non è regolare",
        "entrada padrão:5:4: erro: partida 1, meio-lance 3: 8-11 não é um lance legal",
    ),
    (
        &["pdn", "check", "--json"],
        BAD,
        "Il TimeControl “x” non ha la forma dello standard.",
        "O TimeControl “x” não tem a forma do padrão.",
    ),
    (
        &["pdn", "check", "--json"],
        BAD,
        "C'è una presa obbligatoria, e questa mossa non prende nulla.",
        "A captura é obrigatória, e este lance não captura nada.",
    ),
    (&["pdn", "check", "/nowhere/x.pdn"], "", "non si può leggere", "não pode ser lido"),
    (&["pdn", "convert", "--strip"], BAD, "non è regolare", "não é um lance legal"),
    (&["event", "pair", "-"], TRF, "Tutti i 5 turni", "Todas as 5 rodadas"),
    (&["event", "pair", "-"], ENTRIES, "Turno 1", "Rodada 1"),
    (&["event", "pair", "-"], ENTRIES, "riposo", "folga"),
    (&["event", "pair", "-", "--explain"], ENTRIES, "incontrati", "enfrentaram"),
];

#[test]
fn no_output_stays_english() {
    let mut wrong = Vec::new();
    for &(words, input, italian, portuguese) in EXAMPLES {
        for (lang, part) in [("it", italian), ("pt", portuguese)] {
            let words = [words, &["--lang", lang]].concat();
            let ran = if input.is_empty() { damiera(&words) } else { damiera_with(&words, input) };
            assert!(ran.code.is_some_and(|code| code <= 2), "{words:?} ended with {:?}", ran.code);
            let text = format!("{}{}", ran.out, ran.err);
            if !text.contains(part) {
                wrong.push(format!("{words:?} {lang} lacks \"{part}\": {text}"));
            }
            // JSON has its fixed names, and the operating system says in its own language why it cannot open a file.
            let mixed = words.contains(&"--json") || words.iter().any(|word| word.starts_with('/'));
            let english = ENGLISH.iter().filter(|word| !mixed && text.contains(**word));
            wrong.extend(english.map(|word| format!("{words:?} {lang} has \"{word}\": {text}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
