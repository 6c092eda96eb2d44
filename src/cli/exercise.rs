//! `doomtree exercise`: generates or opens an exercise, writes it as a sheet or a file, and checks
//! answers.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

use clap::Args;
use serde::Serialize;

use super::asked::GivenOptions;
use super::common_args::{BuildArgs, RulesArgs};
use super::fault::{CommandError, Done, Output, print_notice, write_to};
use super::input;
use super::words::{counted, wrapped};
use crate::export::sheet;
use crate::game::{Refusal, quoted, visible};
use crate::library::summary::{WrittenRules, rules};
use crate::save::{self, ExerciseFile};
use crate::session::exercise::{
    Attempt, Exercise, ExerciseGenerator, ExerciseLine, Generated, Level, Posed, RatingSpread,
    Task, Ties, TreeSize, is_line, read_line, right_text, write_line,
};
use crate::session::{GraphRequest, open};
use crate::tree::{Limits, UnfoldingNode, Vertex, VertexKind};
use crate::words::typed_moves;

/// Number of boards tried between checks for Ctrl-C.
const AT_A_TIME: usize = 20;

/// Runs the command.
pub fn run(args: &ExerciseArgs) -> Result<Done, CommandError> {
    let asked = GivenOptions::new(&args.rules, &args.build, None);
    if let Some(theirs) = &args.check {
        return check(args, theirs, &asked);
    }
    let (posed, kept) = posed(args, &asked)?;
    if let Some(name) = &args.output {
        if args.json {
            return Err(CommandError::Usage(
                "--json prints the exercise, and --output writes its file: leave one out"
                    .to_owned(),
            ));
        }
        write_file(name, &posed, kept)?;
        if !args.build.quiet && name != "-" {
            let blanks = posed.blanks().iter().filter(|blank| blank.asked).count();
            print_notice(&format!("{name}: {}", counted(blanks, "blank")));
        }
        return Ok(Done::Complete);
    }
    let mut out = Output::standard();
    match args.json {
        true => print_json(&mut out, &posed, args.answers)?,
        false => print_text(&mut out, &posed, args.answers)?,
    }
    out.finish()
}

/// The exercise of a line.
pub fn of_line(text: &str) -> Result<Box<Posed>, CommandError> {
    match read_line(text)? {
        ExerciseLine::Board(exercise) => Ok(Box::new(Posed::new(&exercise)?)),
        ExerciseLine::Drawn(task, Generated { seed, level }) => draw(task, seed, level),
    }
}

fn draw(task: Task, seed: u64, level: Level) -> Result<Box<Posed>, CommandError> {
    let mut drawing = ExerciseGenerator::new(task, seed, level)?;
    loop {
        if let Some(found) = drawing.step(AT_A_TIME) {
            return Ok(found?);
        }
    }
}

/// The requested exercise, and the file that it came from.
fn posed(
    args: &ExerciseArgs,
    asked: &GivenOptions,
) -> Result<(Box<Posed>, Option<Box<ExerciseFile>>), CommandError> {
    let usage = |text: &str| Err(CommandError::Usage(text.to_owned()));
    let level_given = args.seed.is_some()
        || args.size.is_some()
        || args.spread.is_some()
        || args.ties.is_some()
        || args.chance;
    let task = args.task.unwrap_or_default();
    let Some(board) = &args.board else {
        let seed = args
            .seed
            .unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
        let level = Level {
            size: args.size.unwrap_or_default(),
            spread: args.spread.unwrap_or_default(),
            ties: args.ties.unwrap_or_default(),
            chance: args.chance,
            game: asked.named_game().map(str::to_owned),
        };
        if args.seed.is_none() && !args.build.quiet {
            print_notice(&format!("--seed {seed} gives this exercise again"));
        }
        return Ok((draw(task, seed, level)?, None));
    };
    if level_given {
        return usage(
            "--seed, --size, --spread, --ties and --chance draw a board: leave them out, or the board",
        );
    }
    if is_line(board) {
        if args.task.is_some() {
            return usage("the line already defines its task: omit --task");
        }
        return Ok((of_line(board)?, None));
    }
    if board.ends_with(".json") && !matches!(Path::new(board).try_exists(), Ok(false)) {
        let content = save::open_path(Path::new(board));
        let content = content.map_err(|error| CommandError::Usage(error.to_string()))?;
        if let save::Opened::Exercise(file) = content {
            let posed = of_file(&file, board)?;
            return Ok((posed, Some(file)));
        }
    }
    let opened = input::open(board, asked)?;
    let limits = asked.limits()?;
    let mut setup = opened.setup.clone();
    if !asked.at().trim().is_empty() {
        let few = Limits {
            max_nodes: Some(1),
            ..limits
        };
        let there = open(&setup, GraphRequest::from(few), asked.at())?.finish();
        setup = there.setup();
    }
    let exercise = Exercise {
        setup,
        max_plies: limits.max_plies,
        estimate: limits.estimate,
        task,
        drawn: None,
    };
    Ok((Box::new(Posed::new(&exercise)?), None))
}

fn of_file(file: &ExerciseFile, name: &str) -> Result<Box<Posed>, CommandError> {
    let name = input::shown(Path::new(name));
    let exercise = Exercise::of_file(file);
    let posed = exercise.and_then(|exercise| Posed::new(&exercise));
    Ok(Box::new(posed.map_err(|why| why.at(&name))?))
}

fn write_file(
    name: &str,
    posed: &Posed,
    kept: Option<Box<ExerciseFile>>,
) -> Result<(), CommandError> {
    if let Some(form) = sheet::SheetFormat::of_name(name) {
        return write_to(name, |out| sheet::write(out, posed, form));
    }
    if !name.ends_with(".json") {
        return Err(CommandError::Usage(format!(
            "unknown extension in {}: use .html, .pdf or .exercise.json",
            quoted(name)
        )));
    }
    let file = match kept {
        Some(file) => *file,
        None => posed.to_file(&Attempt::new(posed)),
    };
    write_to(name, |out| file.write(out))
}

/// Checks a learner's answers.
fn check(args: &ExerciseArgs, theirs: &str, asked: &GivenOptions) -> Result<Done, CommandError> {
    let name = input::shown(Path::new(theirs));
    let content = save::open_path(Path::new(theirs));
    let save::Opened::Exercise(file) =
        content.map_err(|error| CommandError::Usage(error.to_string()))?
    else {
        return Err(CommandError::Usage(format!(
            "{name} is no exercise: name a file that was saved from one"
        )));
    };
    let own = of_file(&file, theirs)?;
    if args.board.is_some() || args.seed.is_some() {
        let (wanted, _) = posed(args, asked)?;
        let same = |posed: &Posed| {
            let exercise = posed.exercise();
            let setup = exercise.setup.clone();
            (setup, exercise.max_plies, exercise.estimate, exercise.task)
        };
        if same(&wanted) != same(&own) {
            return Err(CommandError::Wrong(format!(
                "{name} is another exercise: check it against its own board, or ask for the right one"
            )));
        }
    }
    let (mut attempt, strays) = own.attempt_of(&file);
    if let Some(strays) = strays {
        print_notice(&format!("{name}: {strays}"));
    }
    attempt.check_all(&own);
    let score = attempt.score(&own);
    let mut out = Output::standard();
    if args.json {
        let written = WrittenScore {
            task: own.task().name(),
            asked: score.asked,
            first: score.first,
            helped: score.helped,
            wrong: score.wrong,
            open: score.open(),
            points: score.half_points() as f64 / 2.0,
        };
        print_line(&mut out, &written)?;
    } else {
        for (index, blank) in own.blanks().iter().enumerate() {
            let Some(entry) = attempt.entry(index).filter(|_| blank.asked) else {
                continue;
            };
            let line = own.node_words(blank.node);
            let given = entry.answer.as_ref().map(|answer| answer.text());
            let given = given.unwrap_or_else(|| "nothing".to_owned());
            let (sign, text) = match &entry.verdict {
                _ if entry.shown => ("shown", String::new()),
                Some(verdict) if verdict.right => ("right", String::new()),
                Some(verdict) => ("wrong", typed_moves(&format!(": {}", verdict.text))),
                None => ("open", String::new()),
            };
            writeln!(out, "{sign:<6} {line}: {given}{text}")?;
        }
        writeln!(
            out,
            "{} right at the first try, {} with help, {} wrong or shown, {} open: {} of {} points",
            score.first,
            score.helped,
            score.wrong,
            score.open(),
            score.points(),
            score.asked
        )?;
    }
    out.finish()?;
    match score.wrong + score.open() {
        0 => Ok(Done::Complete),
        _ => Err(CommandError::Wrong(format!(
            "{name} has answers that are wrong or missing: see what was printed"
        ))),
    }
}

/// The right answer of a blank, with the names of moves.
fn answer_words(posed: &Posed, blank: usize) -> String {
    use crate::session::exercise::Right;
    let Some(blank) = posed.blank(blank) else {
        return String::new();
    };
    match &blank.right {
        Right::Moves(best) => {
            let children = posed.children(blank.node);
            let nodes = best.iter().filter_map(|index| children.get(*index));
            let names: Vec<String> = nodes.map(|node| posed.move_words(*node)).collect();
            typed_moves(&names.join(", "))
        }
        right => right_text(right),
    }
}

/// Why the right answer is right.
fn reason(posed: &Posed, blank: usize) -> String {
    let answer = posed.blank(blank).map(|blank| blank.right.answer());
    let verdict = answer.and_then(|answer| posed.judge(blank, &answer, |_| true));
    verdict
        .map(|verdict| typed_moves(&verdict.text))
        .unwrap_or_default()
}

fn print_text(out: &mut Output, posed: &Posed, answers: bool) -> Result<(), CommandError> {
    writeln!(out, "{} exercise", posed.task().title())?;
    writeln!(out, "{}", wrapped(&posed.sentence(), 0))?;
    if let Some(line) = write_line(posed) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let mut numbers = vec![0; posed.unfolding().len()];
    for (index, blank) in posed.blanks().iter().enumerate() {
        if let Some(slot) = numbers.get_mut(blank.node.index()).filter(|_| blank.asked) {
            *slot = index + 1;
        }
    }
    for node in posed.unfolding().preorder() {
        let number = numbers
            .get(node.index())
            .copied()
            .filter(|number| *number > 0);
        print_node(out, posed, node, number, answers)?;
    }
    if !answers {
        return Ok(());
    }
    writeln!(out)?;
    for (index, blank) in posed.blanks().iter().enumerate() {
        if let Some(number) = numbers.get(blank.node.index()).filter(|_| blank.asked) {
            let answer = answer_words(posed, index);
            let text = format!("{number}. {answer}. {}", reason(posed, index));
            writeln!(out, "{}", wrapped(&text, 3))?;
        }
    }
    Ok(())
}

fn print_node(
    out: &mut Output,
    posed: &Posed,
    node: UnfoldingNode,
    number: Option<usize>,
    answers: bool,
) -> Result<(), CommandError> {
    /// Maximum indented levels, as in the tree command.
    const MAX_INDENT: u32 = 40;
    let vertex = posed.vertex(node);
    let view = posed.view();
    let mut depth = 0;
    let mut above = posed.unfolding().parent(node);
    while let Some(parent) = above.filter(|_| depth < MAX_INDENT) {
        depth += 1;
        above = posed.unfolding().parent(parent);
    }
    let indent = "  ".repeat(depth as usize);
    let name = match posed.unfolding().parent(node) {
        None => posed.rated().graph.position_text(Vertex::ROOT),
        Some(_) => typed_moves(&visible(&view.move_name(node).unwrap_or_default())),
    };
    let worth = || match posed.is_general() {
        true => posed.worth(node),
        false => crate::words::rating_text(&crate::rating::Rating::Exact(posed.rating(node))),
    };
    let what = match posed.kind(node) {
        VertexKind::End if !posed.rated().graph.graph().has_winners() => worth(),
        VertexKind::End => format!("{}: {}", view.winners(vertex), worth()),
        VertexKind::Horizon(_) => format!("estimate: {}", worth()),
        _ => crate::words::state_text(view.labels, vertex),
    };
    let blank = match (number, posed.blank_of(node)) {
        (Some(number), Some(_)) if !answers => format!("  {number}: ____"),
        (Some(number), Some(blank)) => format!("  {number}: {}", answer_words(posed, blank)),
        _ => String::new(),
    };
    let cut = if posed.is_given_cut(node) {
        "  (cut)"
    } else {
        ""
    };
    writeln!(out, "{indent}{name}  {what}{blank}{cut}")?;
    Ok(())
}

fn print_json(out: &mut Output, posed: &Posed, answers: bool) -> Result<(), CommandError> {
    let exercise = posed.exercise();
    let blanks = posed.blanks().iter().enumerate();
    let blanks = blanks.filter(|(_, blank)| blank.asked);
    let blanks = blanks.map(|(index, blank)| WrittenBlank {
        number: index + 1,
        line: posed.line_text(blank.node),
        question: typed_moves(&posed.question(index)),
        answer: answers.then(|| answer_words(posed, index)),
        reason: answers.then(|| reason(posed, index)),
    });
    let written = WrittenExercise {
        task: exercise.task.name(),
        sentence: posed.sentence(),
        line: write_line(posed),
        position: &exercise.setup.position,
        game: &exercise.setup.game,
        rules: rules(&posed.rated().rules),
        max_plies: exercise.max_plies,
        blanks: blanks.collect(),
    };
    print_line(out, &written)
}

/// One line of JSON.
fn print_line(out: &mut Output, written: &impl Serialize) -> Result<(), CommandError> {
    serde_json::to_writer(&mut *out, written).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

#[derive(Serialize)]
struct WrittenExercise<'a> {
    task: &'a str,
    sentence: String,
    line: Option<String>,
    position: &'a str,
    game: &'a str,
    rules: Option<WrittenRules>,
    max_plies: Option<u32>,
    blanks: Vec<WrittenBlank>,
}

#[derive(Serialize)]
struct WrittenBlank {
    number: usize,
    line: String,
    question: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct WrittenScore<'a> {
    task: &'a str,
    asked: usize,
    first: usize,
    helped: usize,
    wrong: usize,
    open: usize,
    points: f64,
}

#[derive(Clone, Debug, Args)]
pub struct ExerciseArgs {
    /// Position, file, or an exercise's line [default: a random board]
    pub board: Option<String>,
    /// Task: ratings, best-moves, bounds, or cuts [default: ratings]
    #[arg(long, value_name = "TASK", value_parser = task)]
    pub task: Option<Task>,
    /// Random seed [default: chosen and printed]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Number of blanks: small, middle, or large [default: small]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub size: Option<TreeSize>,
    /// Number of distinct leaf values: any, two, three, or many [default: any]
    #[arg(long, value_name = "SPREAD", value_parser = spread)]
    pub spread: Option<RatingSpread>,
    /// Ties among best moves: any, none, or some [default: any]
    #[arg(long, value_name = "TIES", value_parser = ties)]
    pub ties: Option<Ties>,
    /// Include chance nodes
    #[arg(long)]
    pub chance: bool,
    /// Print the answers and their reasons
    #[arg(long)]
    pub answers: bool,
    /// Write a sheet (.html, .pdf) or the exercise (.exercise.json)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Check a learner's saved exercise
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub check: Option<String>,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub build: BuildArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// The task of a name.
fn task(text: &str) -> Result<Task, Refusal> {
    Task::from_name(text).ok_or_else(|| one_of(&Task::ALL.map(Task::name)))
}

/// The size of a name.
fn size(text: &str) -> Result<TreeSize, Refusal> {
    TreeSize::from_name(text).ok_or_else(|| one_of(&TreeSize::ALL.map(TreeSize::name)))
}

/// The spread of a name or a number.
fn spread(text: &str) -> Result<RatingSpread, Refusal> {
    RatingSpread::from_name(text).ok_or_else(|| one_of(&RatingSpread::ALL.map(RatingSpread::name)))
}

/// The ties of a name.
fn ties(text: &str) -> Result<Ties, Refusal> {
    Ties::from_name(text).ok_or_else(|| one_of(&Ties::ALL.map(Ties::name)))
}

fn one_of(names: &[&str]) -> Refusal {
    Refusal::new(format!("use {}", names.join(", ")), "")
}
