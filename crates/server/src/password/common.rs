//! Passwords that are guessed first: well-known words, names of things at hand, sequences and repetitions.

/// Words that lists of stolen passwords are full of, and what a guesser of this site would try.
const WORDS: &str = "\
    abc access account action admin administrator alexander allah amanda amore amoremio andrea angel anthony apple asd asdf \
    asdfgh asdfghjkl ashley babygirl bailey barcelona baseball basketball batman beautiful benfica bitcoin brasil buddy buster \
    butterfly calcio cambiami camila carlos casa caterina change changeme charlie checkers cheese chelsea chocolate christian \
    ciao cocacola computer cookie corinthians dama damas damiera daniel default demo diamond domino donald dragon draughts elephant \
    estrela facebook family felipe ferrari fiorentina flamengo flower football forever francesca francesco freedom friends fuckyou \
    gabriel gabriela ginger giovanni giulia giuseppe google gremio guest hannah harley hello helloworld heslo hockey hunter \
    iloveyou inter internet italia jackson jasmine jennifer jesus jesuscristo jordan jordan joshua juventus killer lazio letmein \
    liverpool login london lorenzo love lovely lucas maddog madrid maggie manchester marco maria mario martina master matrix matthew \
    mercedes metallica michael michelle milan minecraft monkey mustang napoli naruto nicole ninja nothing orange palmeiras parola \
    pass passw passwd password passwort peanut pepper phoenix player pokemon portugal princess principessa purple qazwsx qwe \
    qwert qwerty qwertyuiop rafael ranger roberto robert root samsung samuel santos saopaulo secret segredo segreta senha shadow silver \
    slipknot soccer soleil sophie spiderman starwars stefano stella success summer sunshine superman sunflower taylor tesoro test \
    tester testing thomas thunder tigger tinkerbell trustno user valentina vanessa vasco vittoria welcome whatever william windows \
    winter yellow zaq zxc zxcvbn zxcvbnm";

/// Neighbours on keyboards and in the alphabet.
const ROWS: [&str; 8] = [
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qazwsxedcrfvtgbyhnujm",
    "1q2w3e4r5t6y7u8i9o0p",
];
/// A password of this length is not guessed by adding to a word.
const LONG: usize = 16;

/// Whether a password is among those that are guessed first. `name` is the name of the account.
pub(crate) fn is_common(password: &str, name: &str) -> bool {
    let lower = password.to_lowercase();
    let plain: String = lower.chars().filter(|c| c.is_alphanumeric()).collect();
    let distinct = plain.chars().collect::<std::collections::BTreeSet<_>>().len();
    if distinct < 4 || is_sequence(&plain) || is_repeated(&plain) {
        return true;
    }
    if password.chars().count() >= LONG {
        return false;
    }
    let name: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let forms = [plain.clone(), plain.chars().map(letter).collect()];
    forms.iter().any(|form| {
        let core = form.trim_matches(|c: char| c.is_ascii_digit());
        let half = &core[..core.len() / 2 * usize::from(core.is_char_boundary(core.len() / 2))];
        let twice = !half.is_empty() && core == format!("{half}{half}");
        let known =
            |word: &str| !word.is_empty() && (word == name || WORDS.split_whitespace().any(|w| w == word));
        core.is_empty() || known(core) || (twice && known(half)) || (name.len() > 3 && core.contains(&name))
    })
}

/// The letter that a sign stands for.
const fn letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'l',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        other => other,
    }
}

/// Whether a text follows a row of keys, one way or the other, perhaps several rows one after the other.
fn is_sequence(text: &str) -> bool {
    let rows: Vec<String> =
        ROWS.iter().flat_map(|row| [(*row).to_owned(), row.chars().rev().collect::<String>()]).collect();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        // The longest piece of a row from here.
        let longest = (at + 1..=chars.len()).rev().find(|&end| {
            let piece: String = chars[at..end].iter().collect();
            rows.iter().any(|row| row.contains(&piece))
        });
        match longest {
            Some(end) if end - at >= 3 => at = end,
            _ => return false,
        }
    }
    true
}

/// Whether a text is a short piece, over and over.
fn is_repeated(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    (1..=chars.len() / 2).any(|piece| {
        chars.len() >= 2 * piece
            && piece <= 4
            && chars.iter().enumerate().all(|(i, c)| *c == chars[i % piece])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_common() {
        let common = [
            "password",
            "Password1",
            "P4ssw0rd!",
            "12345678",
            "123456789",
            "87654321",
            "qwertyui",
            "1q2w3e4r",
            "aaaaaaaa",
            "abcd1234",
            "iloveyou",
            "letmein123",
            "juventus1897",
            "senha123",
            "damiera2026",
            "marion123",
            "xMarionx",
            "ababababab",
            "monkeymonkey",
            "11111111111111111111",
        ];
        for password in common {
            assert!(is_common(password, "Marion"), "{password}");
        }
        let rare = [
            "a long sentence",
            "tr4verse-gable",
            "correct horse battery",
            "vB9$kq2Lm",
            "passwordless future of draughts",
        ];
        for password in rare {
            assert!(!is_common(password, "Marion"), "{password}");
        }
    }
}
