//! `damiera pdn convert`: the same games, written as one wants them.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damiera_notation::marks::MarkConvention;
use damiera_notation::pdn::{
    GameRecord, NormalForm, NotationStyle, ParsedGame, PdnChecker, PdnWriter, Severity, normalise,
    result_form, usual_style,
};
use damiera_rules::{ResultForm, Variant, with_rules};

use super::source::Files;
use crate::failure::Failure;

/// Rewrite games: tidy, in numbers or letters, with or without comments
#[derive(Args)]
#[command(after_help = "Moves that are not legal are left as they stand, and named on standard error.

Examples:
  damiera pdn convert games.pdn > tidy.pdn
  damiera pdn convert --moves algebraic --results one --strip games.pdn
  damiera pdn convert --split games/ archive.pdn.gz
  damiera pdn convert --marks federation --marks-out chess appunti.pdn")]
pub(crate) struct Convert {
    #[command(flatten)]
    files: Files,
    /// The game, whatever the files say: english, italian, brazilian or international
    #[arg(long)]
    variant: Option<Variant>,
    /// How moves are written
    #[arg(long, value_enum, default_value_t = Moves::Usual)]
    moves: Moves,
    /// How results are written
    #[arg(long, value_enum, default_value_t = Results::Usual)]
    results: Results,
    /// Which way round ?! and !? are written: chess or federation; as they are read if not given
    #[arg(long, value_name = "CONVENTION")]
    marks_out: Option<MarkConvention>,
    /// Leave out comments, variations, marks and clocks
    #[arg(long)]
    strip: bool,
    /// Write each game to a file of its own in this directory
    #[arg(long, value_name = "DIRECTORY")]
    split: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// As the standard has it for each game
    Usual,
    /// 22-18
    Numeric,
    /// c3-d4
    Algebraic,
    /// cd4
    Short,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Results {
    /// As the standard has it for each game
    Usual,
    /// 1-0, 1/2-1/2, 0-1
    One,
    /// 2-0, 1-1, 0-2
    Two,
}

impl Convert {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(directory) = &self.split {
            fs::create_dir_all(directory).map_err(|error| {
                Failure::input(format!("{} cannot be made: {error}", directory.display()))
            })?;
        }
        let mut written = 0;
        let reading = self.files.each(|name, mut games| {
            let mut check = PdnChecker::new(self.variant);
            games.for_each(|record| {
                written += 1;
                let text = self.converted(name, record, &mut check);
                self.put(written, &text, out)
            })
        })?;
        reading.into_result()
    }

    /// The game's new text; what is lost or wrong is named on standard error.
    fn converted(&self, name: &str, record: &ParsedGame, check: &mut PdnChecker) -> String {
        let verdict = check.check(record);
        for problem in verdict.problems.iter().filter(|p| p.kind.severity() == Severity::Error) {
            eprintln!("damiera: {name}:{problem}");
        }
        let mut game = match verdict.variant {
            Some(variant) => self.tidied(&record.game, variant),
            None => record.game.clone(),
        };
        if self.strip {
            game.main_line.strip();
        }
        let marks = self.marks_out.unwrap_or(self.files.marks());
        if self.marks_out.is_some() || game.tags.get("Marks").is_some() {
            game.tags.set("Marks", marks.name());
        }
        let form = verdict.variant.map(|variant| self.form(variant));
        PdnWriter { marks, form, ..PdnWriter::default() }.print(&game)
    }

    fn tidied(&self, game: &GameRecord, variant: Variant) -> GameRecord {
        let style = match self.moves {
            Moves::Usual => usual_style(variant),
            Moves::Numeric => NotationStyle::Numeric,
            Moves::Algebraic => NotationStyle::Algebraic,
            Moves::Short => NotationStyle::ShortAlgebraic,
        };
        let wanted = NormalForm { style, form: self.form(variant) };
        with_rules!(variant, R => normalise::<R>(game, wanted))
    }

    fn form(&self, variant: Variant) -> ResultForm {
        match self.results {
            Results::Usual => result_form(variant),
            Results::One => ResultForm::OneForAWin,
            Results::Two => ResultForm::TwoForAWin,
        }
    }

    fn put(&self, number: u64, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(directory) = &self.split else {
            out.write_all(text.as_bytes())?;
            return Ok(());
        };
        let path = directory.join(format!("{number:06}.pdn"));
        let file = File::create_new(&path)
            .map_err(|error| Failure::input(format!("{} cannot be written: {error}", path.display())))?;
        let mut file = BufWriter::new(file);
        file.write_all(text.as_bytes())?;
        file.flush()?;
        Ok(())
    }
}
