//! Passwords that are guessed first: well-known words, names of things at hand, sequences and repetitions.

/// Words that lists of stolen passwords are full of, and what a guesser of this site would try.
const WORDS: &str = "\
    abacaxi abc abracadabra access account action admin administrador administrator administratore airplane alabama alessandra \
    alessandro alexander alexandra alexandre allah alphabet altrocchio amanda amazing amelia america american amicizia amigos \
    amizade amministratore amore amoremio amorzinho andrea andreas andrew angel angela angelina angelo angels animal animals \
    annamaria anthony antonella antonio apple apples arcangel arcobaleno argentina arizona arsenal arthur asd asdf asdfgh \
    asdfghjkl ashley assassin asshole atlanta atlantis austin australia awesome azzurro babygirl bacardi backpack badboy bailey \
    bambina bambino banana bananas barbara barbie barcelona barney baseball basketball bastard batman beach beatles beautiful \
    beauty bellissima bemvindo benfica benjamin benvenuti benvenuto berlin bernard bianca bigdaddy bigdog birichino birthday \
    biscuit bismarck bitcoin blackcat blackjack blessed blessing blizzard blueberry bluebird bluesky bologna bonita bonjour \
    booboo boomer borboleta boston bowling brandon brasil brasileiro brazil brittany broncos brooklyn brother brothers bubble \
    bubbles buddy buffalo bulldog bulldogs bullshit buster butter butterfly button cachorro cadillac calcio california camaro \
    cambiami camera cameron camila campbell canada candle candy canela captain carabinieri caramella caramelo cardinal carinho \
    carlos carmen carnage carolina caroline cartman casa castle caterina catfish catherine cavallo celeste celtic champion \
    champions change changed changeme charger charles charlie charlotte charming checkers cheese chelsea cherokee cherry chester \
    chevrolet chiara chicago chicken china chivas chocolate chopper christian christine christopher ciao cioccolata clarinet \
    classic claudia claudio clover cocacola coffee college colombia colorado comando communication computer confused connect \
    control cookie cool coolman coracao corinthians corvette courtney cowboy cowboys cracker crazy creative cricket cristian \
    cristina cruzeiro crystal cucciolo daddy daisy dakota dallas dama damas damiera dancer dancing danger daniel danielle \
    darkness darkside darling davide deborah december default defender delfini delfino demo dennis denver depeche desire destiny \
    destroy deus deusefiel deutschland devil diablo diamond dictionary diego diesel digital director discover disney doctor \
    dollar dolphin dolphins dominic dominion domino donald donkey dorothy doudou douglas dragon dragonball dragons draughts \
    dreamer dreams drummer eagle eagles eclipse edoardo eduardo education edward einstein electric elephant elisabetta elizabeth \
    emanuele emerald emily eminem empire energy england enigma enrico enterprise espana estrela estrelinha eternity everton \
    evolution excalibur excellent explorer express extreme fabrizio facebook falcon familia family fantastico fantasy farfalla \
    farfallina fashion favorite february federica federico felicidade felicita felipe fernanda fernando ferrari filippo \
    fiorellino fiorentina fireball firebird firefox fireman firenze fishing flamengo flamingo florida flower flowers fluffy \
    fluminense football forever fortune france francesca francesco francisco franklin freddy frederick freedom freestyle friday \
    friend friends friendship frogger fucker fucking fuckyou future gabriel gabriela gabriele galaxy gambit gandalf garfield \
    gateway gatinha gatinho gattino general genesis genius genova george georgia gerald germany geronimo ghost gianluca giants \
    ginger giocare giorgia giorgio giovanni gioventu giraffe girassol giulia giuseppe godzilla goldberg golden goldfish golfer \
    goodluck google gorgeous grandma greenday gregory gremio grizzly guardian guerreiro guest guilherme guinness guitar guitarra \
    gundam gunner gustavo hammer hannah happiness happy hardcore hardware harley harold harrison harrypotter hawaii heather \
    heaven helena hello helloworld henrique henry hentai hercules heroes heslo highland hockey holiday hollywood homework honey \
    horses hotdog hotmail hottie houston howard hunter hurricane icecream iceman idontknow ihateyou ilaria iloveyou imagine \
    immortal impossible incorrect india inferno infinity inlove innocent insane inspiron instagram inter internacional internet \
    invisible ireland ironman isabella italia jackass jackson jacqueline jaguar james january japan jasmine jasper jeffrey \
    jennifer jeremy jericho jessica jester jesus jesuschrist jesuscristo jesuseamor johnny johnson jonathan jordan joseph joshua \
    julian juliana jupiter justice justin juventus karolina katherine kathleen kawasaki kenneth kermit kevin killer kimberly \
    kingdom kissme kitten knight kristal kristen kristina lacrosse lakers lasagna lasvegas lawrence lazio leather legend legolas \
    lemonade leonardo leonidas leticia letmein liberta liberty library lifehack lightning linda lindinha lindsay lisboa \
    liverpool login lollipop london lonely longhorn lorenza lorenzo loser love loveless lovelife lovely lover loverboy lovers \
    loveu loveyou lucas luciana luciano lucifer lucky ludovica luigi luna lupetto machine maddog madison madonna madrid maggie \
    magic mailbox mamma mammamia manager manchester manuela marathon marcelo marco maremoto margaret margherita maria mariana \
    marianna marina marines mario marlboro marmellata martina marvel massimo master matematica matheus matrix matteo matthew \
    mattino mauricio maurizio maverick mechanic medicina melissa member memories mercedes mercury merlin mermaid metal metallica \
    meuamor mexico michael michela michelle michigan mickey microsoft midnight milan milano millennium minecraft minhavida \
    miracle mistress mitchell mitsubishi mobile monday monica monkey monster monsters montagna montana morango moscow mother \
    motocross motorola mountain mozart mudar muffin music musica mustang mustangs mystery napoli naruto natalia natalie natasha \
    nathan natureza naughty network newcastle newpass newyork nicholas nicola nicole nightmare nikita ninetta ninja nintendo \
    nirvana nokia nonloso nonlosoo notebook nothing november nuvola obrigado october offspring olivia olympus onelove online \
    opensesame oracle orange orsetto outlaw pacific packers paintball paladin palermo pallavolo palmeiras pamela pancake panda \
    pandora panther panthers paola paolo papera paperino paradise paradiso paris parola pass passion passport passw passwd \
    password passworda passwort patches patricia patrick patriots peace peaches peanut pedro pegasus penguin people pepper pepsi \
    perfect peter phantom philip phillip phoenix photos pictures pikachu pinguino pipoca pippo pirate pirates playboy player \
    playstation please pleasure pluto pokemon police polpetta pookie popcorn porsche portugal poseidon power precious predator \
    prelude primavera prince princesa princesinha princess principessa private professor prometheus punkrock purple pussycat \
    pyramid python qazwsx quadrifoglio qualcomm querida qwe qwert qwerty qwertyuiop rabbit rachel rafael raiders rainbow \
    rammstein ranger rangers raptor raven raymond realmadrid rebecca redskins redsox remember renato renegade republic resident \
    revolution ricardo riccardo richard robert roberta roberto robotics rockstar rodrigo roma romance romeo root rosebud roxanne \
    runescape russell russia sailor salvatore samantha samsung samuel sandra santos saopaulo sardegna saturn saudade savannah \
    scarface school scooby scooter scorpion scotland seattle sebastian secret security segredo segreta sempreforza senha \
    serenity sergio seven shadow shannon sharon shelby sherlock shopping sicilia silver simona simone simpson simpsons \
    skateboard skywalker slayer slipknot smile smiley snickers snoopy snowball snowboard snowflake snowman soccer softball \
    soldier sole soleil sophie sparky special spiderman spirit spitfire squirrel stanley stargate starlight startrek starwars \
    station steelers stefania stefano stella stellina stephanie stephen sterling steven stingray strawberry stronzo student \
    stupid submarine success sucesso summer sunday sunflower sunrise sunshine superman supernova superstar surfing surprise \
    survivor susanna suzanne sweetheart sweetie sweetpea swimming swordfish sydney syncmaster system tampico tartaruga tatiana \
    taylor teacher teamo teddy teddybear telefono television temporal tennis tequila teresa terminal terminator terremoto tesoro \
    test tester testing texas thedoors theman theresa thirteen thomas thunder thunderbird tiamo tiffany tigers tigger tigrao \
    timeless timothy tinkerbell titanic tokyo tommaso tomorrow topolino topsecret torino toyota traffic training transformer \
    transformers travis treasure trinity trouble truelove trustme trustno tucker turtle twilight unicorn united universal \
    universe university unknown user username usuario utente valentina valeria valerio vampire vanessa vasco vegeta vencedor \
    venezia ventura venus verizon veronica victor victoria victory viking vikings vincent vincenzo vinicius virginia vittoria \
    volcano volkswagen volleyball volpe voyager walter warcraft warren warrior warriors waterloo welcome werewolf wesley \
    westside whatever whiskey wildcat wildcats william williams wilson windows windsurf winner winston winter wizard wolverine \
    wolves wonderful woodland xxxxxxxx yamaha yankee yankees yellow yesterday yoyoyo zachary zaq zeppelin zombie zxc zxcvbn \
    zxcvbnm";

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
    // With signs left out or read as letters, and digits at the ends left out or all read as letters.
    let signs: String = lower.chars().map(|c| if c.is_ascii_digit() { c } else { letter(c) }).collect();
    let signs: String = signs.chars().filter(|c| c.is_alphanumeric()).collect();
    let bases = [plain, signs];
    let read = |text: &str| text.chars().map(letter).collect::<String>();
    let forms = bases.iter().flat_map(|base| [base.clone(), read(base), read(trimmed(base))]);
    forms.into_iter().any(|form| {
        let core = trimmed(&form);
        let half = &core[..core.len() / 2 * usize::from(core.is_char_boundary(core.len() / 2))];
        let twice = !half.is_empty() && core == format!("{half}{half}");
        let known =
            |word: &str| !word.is_empty() && (word == name || WORDS.split_whitespace().any(|w| w == word));
        core.is_empty() || known(core) || (twice && known(half)) || (name.len() > 3 && core.contains(&name))
    })
}

/// A text without the digits at its ends.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_ascii_digit())
}

/// The letter that a sign stands for.
const fn letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '|' => 'l',
        '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
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
            "P@ssw0rd",
            "Pa$$word1",
            "Welc0me!",
            "Victoria7",
            "midnight",
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
