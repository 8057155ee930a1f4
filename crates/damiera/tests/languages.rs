//! With `--lang` no command writes English, neither its result nor its errors.

mod common;

use common::{damiera, damiera_with};

/// English words that none of the texts below has in Italian or Portuguese.
const ENGLISH: [&str; 16] = [
    " the ", " is ", " game", " move", "piece", "illegal", " read", "square", "king", "column", "error:",
    "warning", "Round", "bye", "draughts", " side ",
];

const BAD: &str = "[GameType \"21\"]\n[TimeControl \"x\"]\n\n1. 11-15 22-18\n2. 8-11 (2. 15x22 23-19) *\n";
const GOOD: &str = "[GameType \"22\"]\n[Result \"1-0\"]\n\n1. 22-18 11-15 1-0\n";
/// White gives a king away for nothing.
const WEAK: &str = "[GameType \"22\"]\n[FEN \"W:WK18,K32:BK11\"]\n\n1. 18-14 11x18 *\n";
const TRF: &str = include_str!("data/event.trf");
/// A player with more points than the results are worth.
const ONE_ROUND: &str = "142 1\n152 W\n\
    001    1      Anna                              2000                             5.0    1     2 w 1\n\
    001    2      Bruno                             1900                             0.0    2     1 b 0\n";
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
    (
        &["explain", "italian"],
        "",
        "mancano argomenti obbligatori: <MOVE>",
        "faltam argumentos obrigatórios: <MOVE>",
    ),
    (
        &["explain", "italain", "22-18"],
        "",
        "“italain” non è ammesso per <GAME>; scegli fra: english, italian",
        "“italain” não é aceito em <GAME>; escolha entre: english, italian",
    ),
    (
        &["judge", "italian", "--board"],
        "",
        "l'argomento “--board” non è previsto",
        "o argumento “--board” não está previsto",
    ),
    (
        &["analyse", "italian", "--depth", "x"],
        "",
        "“x” non è valido per --depth",
        "“x” não é válido em --depth",
    ),
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
    (&["moves", "--batch"], "{\"variant\":\"italian\",\"fen\":\"W:W99:B12\"}\n", "casella 99", "casa 99"),
    (&["show", "italian", "--fen", "W:W99:B12"], "", "casella 99", "casa 99"),
    (&["show", "italian", "--fen", "W:WK31:B3"], "", "<B>", "<B>"),
    (&["show", "italian", "--fen", "W:WK32:BK1"], "", "<N>", "<P>"),
    (
        &["show", "italian", "--fen", "W:WK31:B3"],
        "",
        "Muove il Bianco   W:WK31:B3",
        "As brancas jogam   W:WK31:B3",
    ),
    (
        &["diagram", "italian", "--fen", "B:WK32:BK1"],
        "",
        "<title>dama italiana. Muove il Nero</title>",
        "<title>damas italianas. As pretas jogam</title>",
    ),
    (
        &["diagram", "english", "--move", "11-15", "--format", "text"],
        "",
        "Muove il Bianco   W:",
        "As brancas jogam   W:",
    ),
    (&["diagram", "italian", "--fen", "W:"], "", "La FEN", "A FEN"),
    (&["diagram", "italian", "--move", "22-13"], "", "pedina", "pedra"),
    (&["diagram", "italian", "--ring", "77"], "", "la casella 77", "a casa 77"),
    (
        &["diagram", "italian", "--output", "/nowhere/x.svg"],
        "",
        "non si può scrivere",
        "não é possível gravar",
    ),
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
    (
        &["judge", "italian", "--before", "W:W21-32:B1-12", "--after", "W:W21-32:B1-9,11,12,14"],
        "",
        "irregolare 10-14: La prima mossa è stata fatta dal giocatore a cui non spettava. (FID-IT 3.4)",
        "irregular 10-14: O lance inicial foi feito pelo jogador a quem não cabia. (FID-IT 3.4)",
    ),
    (
        &[
            "judge",
            "italian",
            "--before",
            "W:W2,32:B20",
            "--after",
            "B:W6,32:B20",
            "--recording",
            "not-prescribed",
        ],
        "",
        "(FID-IT 8.1.16)",
        "(FID-IT 8.1.16)",
    ),
    (
        &[
            "judge",
            "brazilian",
            "--before",
            "W:W6:B20",
            "--after",
            "B:W2:B20",
            "--recording",
            "not-prescribed",
        ],
        "",
        "non cambierebbe nulla",
        "não mudaria nada",
    ),
    (&["judge", "italian", "--before", "W:W99:B18", "--after", "W:W99:B18"], "", "casella 99", "casa 99"),
    (
        &["game", "replay", "-"],
        "[GameType \"26\"]\n[FEN \"W:WK21:BK12\"]\n\n1. 21-17 12-16 *\n",
        "dama brasiliana",
        "damas brasileiras",
    ),
    (
        &["game", "replay", "-"],
        BAD,
        "partita 1, semimossa 3: 8-11 non è regolare",
        "partida 1, meio-lance 3: 8-11 não é um lance legal",
    ),
    (&["game", "replay", "-"], "", "non contiene nessuna partita", "não contém nenhuma partida"),
    (
        &["game", "replay", "-"],
        "[GameType \"99\"]\n\n1. 11-15 *\n",
        "non è uno dei giochi conosciuti",
        "não é um jogo conhecido",
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
    (
        &["event", "pair", "-"],
        TRF,
        "Tutti i turni sono già stati abbinati: 5 su 5",
        "Todas as rodadas já foram emparceiradas: 5 de 5",
    ),
    (&["event", "pair", "-"], ENTRIES, "Turno 1", "Rodada 1"),
    (&["event", "pair", "-"], ENTRIES, "riposo", "folga"),
    (&["event", "pair", "-", "--explain"], ENTRIES, "primo incontro", "enfrentaram"),
    (&["event", "check", "-"], TRF, "5 turni, 0 differenze", "5 rodadas, 0 diferenças"),
    (&["event", "check", "-"], ONE_ROUND, "il giocatore 1 ha 5 punti", "o jogador 1 tem 5 pontos"),
    (&["event", "check", "-"], "001\n", "riga 1", "linha 1"),
    (&["event", "standings", "-", "--parts"], TRF, "t4 con 1: 0,5", "r4 com 1: 0,5"),
    (&["event", "standings", "-"], TRF, "pos.   n. nome", "pos.  n.º nome"),
    (
        &["event", "draw", "-", "--deck", "english/three-move", "--seed", "x", "--round", "1"],
        TRF,
        "Turno 1, seme “x”",
        "Rodada 1, semente “x”",
    ),
    (
        &["event", "draw", "-", "--deck", "english/three-move", "--seed", "x", "--round", "9"],
        TRF,
        "il turno 9 non è stato abbinato",
        "a rodada 9 não foi emparceirada",
    ),
    (
        &["event", "draw", "-", "--deck", "english/three-move", "--seed", "x", "--bar", "1-2"],
        TRF,
        "“1-2” da escludere",
        "“1-2” para excluir",
    ),
    (&["pdn", "stats"], GOOD, "vince il primo", "vence o 1.º"),
    (&["pdn", "stats"], GOOD, "minimo 2; media 2,0; massimo 2", "mínimo 2; média 2,0; máximo 2"),
    (
        &["pdn", "find", "--fen", "B:W18,21,23-32:B1-12"],
        GOOD,
        "partita 1, dopo 1 semimossa",
        "partida 1, após 1 meio-lance",
    ),
    (&["pdn", "find", "--fen", "B:W18,21,23-32:B1-12"], GOOD, "1 partita su 1", "1 de 1 partidas chega"),
    (&["pdn", "find", "--fen", "B:W99:B1"], GOOD, "casella 99", "casa 99"),
    (
        &["analyse", "italian", "--fen", "W:W17:B10,13", "--depth", "1", "--tables", ""],
        "",
        "chi è al tratto ha perso",
        "quem está na vez perdeu",
    ),
    (
        &["analyse", "italian", "--moves", "22-18 1-9", "--depth", "1", "--tables", ""],
        "",
        "la mossa 1-9 non è possibile",
        "o lance 1-9 não é possível",
    ),
    (
        &["analyse", "italian", "--fen", "W:W22:B18", "--depth", "2", "--tables", ""],
        "",
        "vittoria 100%, pari 0%, sconfitta 0%",
        "vitória 100%, empate 0%, derrota 0%",
    ),
    (
        &["analyse", "italian", "--fen", "W:W22:B18", "--depth", "2", "--tables", ""],
        "",
        "vince in 1",
        "vence em 1",
    ),
    (&["analyse", "italian", "-", "--nodes", "2000", "--tables", ""], WEAK, "meglio", "melhor"),
];

/// The same as [`EXAMPLES`] for the endgame tables in a directory.
const WITH_TABLES: &[Example] = &[
    (
        &["build", "italian", "--pieces", "2"],
        "",
        "tavole di dama italiana fino a 2 pezzi",
        "tabelas de damas italianas de até 2 peças",
    ),
    (
        &["probe", "italian", "--fen", "W:WK32:BK1"],
        "",
        "il Bianco vince in 11 semimosse",
        "as brancas vencem em 11 meios-lances",
    ),
    (&["probe", "italian", "--fen", "W:WK32:BK1"], "", "vinta", "ganha"),
    (
        &["probe", "italian", "--fen", "W:WK32:BK1", "--count", "39"],
        "",
        "pari per il conteggio: per vincere servono 6 mosse e ne resta 1 (FID-IT 10.4",
        "empate pela contagem: a vitória precisa de 6 lances e resta 1 (FID-IT 10.4",
    ),
    (&["line", "italian", "--fen", "W:WK32:BK1"], "", "il Bianco vince", "as brancas vencem"),
    (&["longest", "italian", "--pieces", "2"], "", "11 semimosse", "11 meios-lances"),
    (&["stats", "italian", "--pieces", "2"], "", "vittoria più lunga", "vitória mais longa"),
    (&["verify", "italian"], "", "tutto corretto", "tudo correto"),
    (
        &["probe", "italian", "--fen", "W:WK32:BK1,2"],
        "",
        "non contiene tavole di dama italiana con 3 pezzi",
        "não contém tabelas de damas italianas com 3 peças",
    ),
    (&["probe", "italian", "--fen", "W:W99:BK1"], "", "casella 99", "casa 99"),
];

#[test]
fn no_output_stays_english() {
    check(EXAMPLES, &[]);
}

#[test]
fn endgame_commands_stay_in_the_language() {
    let folder = tempfile::tempdir().expect("a folder");
    check(WITH_TABLES, &["endgame", "--dir", folder.path().to_str().expect("a path")]);
}

/// Runs the examples; the first of `around` goes before the words of each, the others after them.
fn check(examples: &[Example], around: &[&str]) {
    let mut wrong = Vec::new();
    let (before, after) = around.split_at(around.len().min(1));
    for &(words, input, italian, portuguese) in examples {
        for (lang, part) in [("it", italian), ("pt", portuguese)] {
            let words = [before, words, after, &["--lang", lang]].concat();
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

/// The commands for players, arbiters and organisers. The others are tools for operators and engineers, as `damiera --help` says.
const FOR_PEOPLE: &[&[&str]] = &[
    &["moves"],
    &["show"],
    &["diagram"],
    &["explain"],
    &["judge"],
    &["rulebook"],
    &["analyse"],
    &["game", "replay"],
    &["pdn", "check"],
    &["pdn", "convert"],
    &["pdn", "find"],
    &["pdn", "stats"],
    &["event", "check"],
    &["event", "draw"],
    &["event", "pair"],
    &["event", "standings"],
    &["endgame", "probe"],
];

#[test]
fn every_command_for_people_has_a_language() {
    for command in FOR_PEOPLE {
        let help = damiera(&[command, &["--help"][..]].concat());
        assert!(help.out.contains("--lang"), "{command:?}: {}", help.out);
    }
    let help = damiera(&["--help"]).out;
    for tool in ["serve", "account", "bot", "store", "perft", "bench", "train", "match", "book", "hub", "dxp"]
    {
        assert!(help.contains(tool), "{tool} is named in the help");
    }
}
