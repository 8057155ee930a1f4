//! `damiera pdn convert`: rewrites games in another style.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damiera_game::Lang;
use damiera_notation::marks::MarkConvention;
use damiera_notation::pdn::{
    CheckReport, GameRecord, NormalForm, NotationStyle, ParsedGame, PdnChecker, PdnWriter, normalise,
    result_form, usual_style,
};
use damiera_rules::{ResultForm, Variant, with_rules};

use super::check::report_errors;
use super::source::PdnFiles;
use crate::failure::Failure;
use crate::texts::not_written;
use crate::values;

/// Rewrite games in standard form, with numeric or algebraic moves, with or without comments
#[derive(Args)]
#[command(after_help = "Illegal moves are copied unchanged and reported on standard error.

Exit code: 0 if every move is legal, 1 if not, 2 if a file cannot be read.

Examples:
  damiera pdn convert games.pdn > tidy.pdn
  damiera pdn convert --moves algebraic --results one --strip games.pdn
  damiera pdn convert --split games/ archive.pdn.gz
  damiera pdn convert --marks federation --marks-out chess appunti.pdn")]
pub(crate) struct PdnConvertCommand {
    #[command(flatten)]
    files: PdnFiles,
    /// Rules to use instead of those that the files name
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    /// Notation of the moves
    #[arg(long, value_enum, default_value_t = MoveStyleChoice::Usual)]
    moves: MoveStyleChoice,
    /// Notation of the results
    #[arg(long, value_enum, default_value_t = ResultFormChoice::Usual)]
    results: ResultFormChoice,
    /// Meaning of ?! and !? in the output; by default the same as in the input
    #[arg(long, value_name = "CONVENTION", value_parser = values::marks())]
    marks_out: Option<MarkConvention>,
    /// Leave out comments, variations, marks and clocks
    #[arg(long)]
    strip: bool,
    /// Language of the messages
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write each game to its own file in this directory
    #[arg(long, value_name = "DIRECTORY")]
    split: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MoveStyleChoice {
    /// The usual style of each game in PDN
    Usual,
    /// 22-18
    Numeric,
    /// c3-d4
    Algebraic,
    /// cd4
    Short,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ResultFormChoice {
    /// The usual style of each game in PDN
    Usual,
    /// 1-0, 1/2-1/2, 0-1
    One,
    /// 2-0, 1-1, 0-2
    Two,
}

impl PdnConvertCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(directory) = &self.split {
            fs::create_dir_all(directory).map_err(|error| not_written(self.lang, directory, &error))?;
        }
        let (mut written, mut illegal) = (0, false);
        let reading = self.files.each(self.lang, |name, mut games| {
            let mut check = PdnChecker::new(self.variant);
            games.for_each(|record| {
                written += 1;
                let verdict = check.check(record);
                illegal |= !verdict.is_legal();
                let text = self.converted(name, record, &verdict);
                self.save(written, &text, out)
            })
        })?;
        out.flush()?;
        reading.into_result()?;
        if illegal { Err(Failure::Reported(1)) } else { Ok(()) }
    }

    /// The game in its new form. Errors are reported on standard error.
    fn converted(&self, name: &str, record: &ParsedGame, verdict: &CheckReport) -> String {
        report_errors(name, verdict, self.lang);
        let mut game = match verdict.variant {
            Some(variant) => self.normalised(&record.game, variant),
            None => record.game.clone(),
        };
        if self.strip {
            game.main_line.strip();
        }
        let marks = self.marks_out.or(self.files.marks());
        if let Some(marks) = marks.filter(|_| self.marks_out.is_some() || game.tags.get("Marks").is_some()) {
            game.tags.set("Marks", marks.name());
        }
        let form = verdict.variant.map(|variant| self.form(variant));
        PdnWriter { marks, form, ..PdnWriter::default() }.print(&game)
    }

    fn normalised(&self, game: &GameRecord, variant: Variant) -> GameRecord {
        let style = match self.moves {
            MoveStyleChoice::Usual => usual_style(variant),
            MoveStyleChoice::Numeric => NotationStyle::Numeric,
            MoveStyleChoice::Algebraic => NotationStyle::Algebraic,
            MoveStyleChoice::Short => NotationStyle::ShortAlgebraic,
        };
        let wanted = NormalForm { style, form: self.form(variant) };
        let mut game = game.clone();
        if self.files.marks().is_none() && game.variant() != Some(variant) {
            game.set_variant(variant); // ?! and !? mean what they mean in that game
        }
        with_rules!(variant, R => normalise::<R>(&game, wanted))
    }

    fn form(&self, variant: Variant) -> ResultForm {
        match self.results {
            ResultFormChoice::Usual => result_form(variant),
            ResultFormChoice::One => ResultForm::OneForAWin,
            ResultFormChoice::Two => ResultForm::TwoForAWin,
        }
    }

    fn save(&self, number: u64, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(directory) = &self.split else {
            out.write_all(text.as_bytes())?;
            return Ok(());
        };
        let path = directory.join(format!("{number:06}.pdn"));
        let file = File::create_new(&path).map_err(|error| not_written(self.lang, &path, &error))?;
        let mut file = BufWriter::new(file);
        file.write_all(text.as_bytes())?;
        file.flush()?;
        Ok(())
    }
}
