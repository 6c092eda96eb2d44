//! The command-line arguments of all commands, with their help.

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::common_args::{
    BuildArgs, EffortArgs, GraphArgs, RulesArgs, SearchArgs, ShowArgs, SwitchArgs, ThreadsArgs,
    WhatIfArgs,
};
use super::effort::{self, Time};
use super::exercise::ExerciseArgs;
use super::export_args::ExportArgs;
use super::fault::ColorName;
use crate::game::Refusal;
use crate::session::play::Seat;

/// Explore game trees: every position rated exactly, the complete tree on demand
///
/// Without a command, opens the given file or board, otherwise the example board.
#[derive(Debug, Parser)]
#[command(
    name = "doomtree",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  doomtree
  doomtree book.board.json
  doomtree tree 'b2b2/a2b1 a'
  doomtree rate 'a2a2b2/a3b1a3/a3a3b3 a' --json

A board is written row by row, each hex its owner's letter and its dice, then who is to move. With \
--game tic-tac-toe it is written like x.o/.x./... o, with --game trilobite like ..../.b../aab. a.

Exit codes: 0 success, 1 differences or invalid file, 2 usage error, 3 limit reached, 130 interrupted"
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// Color the output
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        global = true,
        display_order = 900
    )]
    pub color: ColorName,
    #[command(flatten)]
    pub window: WindowArgs,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Print the rated tree as indented text
    #[command(after_help = "\
Examples:
  doomtree tree 'b2b2/a2b1 a'
  doomtree tree 'a1b2a1/b1b2a1/a1a1a3 b' --max-plies 3 --max-lines 50
  doomtree tree 'b2b2/a2b1 a' --at '2>3 pass'
  doomtree tree --game scripted 'top a: l -> x, r -> y; x end: 1 0; y end: 0 1'
  doomtree tree '.../.../... x' --merge-symmetric --max-lines 50")]
    Tree(TreeArgs),

    /// Rate a board: winner, best moves, tree size
    #[command(after_help = "\
Examples:
  doomtree rate 'b2b2/a2b1 a'
  doomtree rate 'a2a2b2/a3b1a3/a3a3b3 a' --json
  doomtree rate 'b2b2/a2b1 a' --pin '2>3 pass 0>2 pass=1/2'
  echo '{\"position\":\"b2b2/a2b1 a\",\"max_plies\":3}' | doomtree rate -

'rate -' reads one request a line, a position or a JSON object with 'position', an 'id' of your own, \
and any flag's name with underscores. It answers each with one JSON line, in the input's order. A line \
that can't be read is answered with its error. The exit code is then 1, and the number of such lines is \
printed at the end. Lines are processed in parallel (--threads). --max-memory is shared; --max-time \
applies to each line.")]
    Rate(RateArgs),

    /// Run one search algorithm, for boards too large for 'rate'
    ///
    /// The position graph isn't built.
    #[command(after_help = "\
Examples:
  doomtree search 'b2b2/a2b1 a'
  doomtree search 'b2b2/a2b1 a' --algorithm minimax --max-memory 0
  doomtree search 'b2b2/a2b1 a' --algorithm plain-minimax,plain-alpha-beta
  doomtree search 'a1b2a1/b1b2a1/a1a1a3 a' --max-plies 6 --estimate share --json
  doomtree search 'b2b2/a2b1 a' --algorithm plain-minimax --events steps.jsonl

It prints what the algorithm visited, cut and counted, and the rating of the board and of each of its \
moves. If --max-nodes, --max-time or Ctrl-C stops it, it prints the intervals proven so far. If positions \
repeat, it may not find ratings that depend on endless play, or whose bounds converge slowly: use \
--max-plies, or rate.

A textbook algorithm uses the position graph, so the exact sizes of its cuts are known. It finds one \
player's rating of the board and a line of best play.")]
    Search(SearchArgs),

    /// Count nodes, ends, and new positions per ply
    #[command(after_help = "\
Examples:
  doomtree count 'b2b2/a2b1 a'
  doomtree count 'a2a2b2/a3b1a3/a3a3b3 a' --json")]
    Count(CountArgs),

    /// Compare a board's trees under two rule sets
    #[command(after_help = "\
Examples:
  doomtree compare 'b2b2/a3b1 a' --rules haskell --rules land-of-lisp
  doomtree compare 'b2b2/a3b1 a' --rules land-of-lisp,pass_listed=last
  doomtree compare book.board.json --rules realm-of-racket --max-plies 6

Rules are a preset, settings as name=value, or a preset and the settings that override it, with commas \
between them. Given once, they are compared with the board's own: a file's, or land-of-lisp. Single flags \
such as --max-dice hold for both. The board is read under the first rules that can hold it, and written \
for the others. Exit code 0 whether the trees differ or not.")]
    Compare(CompareArgs),

    /// Check your program's tree or ratings against the rules
    #[command(after_help = "\
Examples:
  doomtree check 'b2b2/a2b1 a' mine.jsonl
  doomtree rate 'b2b2/a2b1 a' --json | doomtree check 'b2b2/a2b1 a' -
  doomtree check 'b2b2/a2b1 a' --command 'doomtree rate -'

With --watch it checks again whenever the file or a file of the command changes: keep it open beside \
your editor.

THEIRS is a tree as node-link JSON (our own files are such), a tree as a Lisp program prints it, or JSON \
Lines such as {\"position\":\"b2b2/a2b1 a\",\"rating\":\"0\",\"moves\":[\"2>3\"]}. CMD is run by 'sh -c' (on \
Windows 'cmd /C'); it gets one such object with a position on each line of its standard input, and \
answers each with one line. See docs/check.md. Exit code 0 if all agrees, 1 if something differs.")]
    Check(CheckArgs),

    /// Print a random board; the same seed always gives the same board
    #[command(after_help = "\
Examples:
  doomtree random --rows 3 --columns 3 --seed 7
  doomtree random --rows 2 --columns 4 --max-dice 5 --count 10
  doomtree random --game trilobite --width 5 --height 4 --seed 7

Boards of tic-tac-toe and trilobite are positions that arise in play and aren't ends.")]
    Random(RandomArgs),

    /// Play in the terminal, against the computer or another person
    #[command(after_help = "\
Examples:
  doomtree play 'b2b2/a2b1 a'
  doomtree play 'b2a1a1/a2b2a3/b3b1b1 a' --a computer --b computer
  doomtree play 'b2b2/a2b1 a' --a random --b computer --ai-plies 4 --seed 7

Answer with the number of a move, or with the move itself; 'back' takes your last move back, 'forward' \
makes it again, 'quit' ends the game. The computer looks ahead to its ply limit. Without one it searches \
to the end of the game, or as deep as 300,000 positions allow. Dice and random moves depend on the seed \
and on the number of moves before them, so a move that is taken back and made again meets the same dice.

A game without a human player ends as soon as it repeats moves, or after 1,000 plies; --max-plies changes \
that number.")]
    Play(PlayArgs),

    /// Export a tree or position graph for other programs
    #[command(after_help = "\
Examples:
  doomtree export 'b2b2/a2b1 a' --format dot
  doomtree export 'b2b2/a2b1 a' --format text -o book.txt
  doomtree export 'b2b2/a2b1 a' --show boards --hide legend -o book.tex
  doomtree export 'a2a2b2/a3b1a3/a3a3b3 a' --to-ply 2 -o top.dot
  doomtree export 'b2b2/a2b1 a' --scope best-line --at '2>3' -o best.svg
  doomtree export '.../.../... x' --to-ply 2 --merge-symmetric -o ttt.svg

Ratings and sizes come from the whole position graph, even if only a part of the tree is written.")]
    Export(ExportArgs),

    /// Create an exercise on ratings, best moves, bounds, or cuts
    #[command(after_help = "\
Examples:
  doomtree exercise 'b2b2/a2b1 a' --task ratings
  doomtree exercise --seed 7 --task cuts --size middle -o sheet.html
  doomtree exercise --seed 7 --task best-moves --ties some --answers
  doomtree exercise 'exercise bounds --max-plies 4 b2b2/a2b1 a' --json
  doomtree exercise --seed 7 -o monday.exercise.json

Without a board, one that fits the level is generated. The same seed and level always give the same \
exercise. -o writes a worksheet with its answers (.html, .pdf), or the exercise (.exercise.json), which \
the window opens. --check reads a learner's saved exercise. It exits with 1 if an answer is wrong or \
missing. See docs/exercises.md.")]
    Exercise(ExerciseArgs),

    /// Verify saved trees and boards
    #[command(after_help = "\
Examples:
  doomtree verify book.board.json
  doomtree verify --quiet *.json")]
    Verify(VerifyArgs),

    /// Open the explorer window (prints the tree if there is no display)
    #[command(after_help = "\
Examples:
  doomtree open
  doomtree open 'a1b2a1/b1b2a1/a1a1a3 a'")]
    Open(OpenArgs),

    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  doomtree completions bash > doomtree.bash")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },

    /// Print a manual page
    #[command(after_help = "\
Examples:
  doomtree man rate > doomtree-rate.1
  doomtree man --dir .

Without a command it is the page of the program. Packagers write all pages with --dir.")]
    Man {
        /// Command whose page is printed
        command: Option<String>,
        /// Write the pages of the program and of every command to this folder
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<std::path::PathBuf>,
    },
}

impl CliCommand {
    /// The requested number of threads.
    pub fn threads(&self) -> Option<usize> {
        match self {
            Self::Tree(args) => args.show.graph.effort.threads.threads,
            Self::Rate(args) => args.graph.effort.threads.threads,
            Self::Count(args) => args.graph.effort.threads.threads,
            Self::Compare(args) => args.effort.threads.threads,
            Self::Check(args) => args.graph.effort.threads.threads,
            Self::Play(args) => args.threads.threads,
            Self::Export(args) => args.effort.threads.threads,
            Self::Verify(args) => args.threads.threads,
            Self::Open(args) => args.show.graph.effort.threads.threads,
            Self::Random(_)
            | Self::Search(_)
            | Self::Exercise(_)
            | Self::Completions { .. }
            | Self::Man { .. } => None,
        }
    }
}

#[derive(Clone, Debug, Args)]
pub struct TreeArgs {
    /// Position, file (./NAME if it looks like a position), or '-'
    pub board: String,
    /// Merge equivalent siblings, such as mirror images, and say how many each stands for
    #[arg(long)]
    pub merge_symmetric: bool,
    #[command(flatten)]
    pub what_if: WhatIfArgs,
    #[command(flatten)]
    pub show: ShowArgs,
}

#[derive(Clone, Debug, Args)]
pub struct RateArgs {
    /// Position, file (./NAME if it looks like a position), or '-' for one request per
    /// line on standard input
    pub board: String,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub what_if: WhatIfArgs,
    #[command(flatten)]
    pub graph: GraphArgs,
}

#[derive(Clone, Debug, Args)]
pub struct CompareArgs {
    /// Position, file (./NAME if it looks like a position), or '-'
    pub board: String,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Maximum number of positions per graph, and of pairs compared
    ///
    /// If exceeded, the result is partial and the exit code is 3.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    /// The game [default: dice-of-doom]
    #[arg(long, value_name = "NAME", help_heading = "Rules")]
    pub game: Option<String>,
    /// Rule set: a preset, then switches that override it, such as haskell,pass_listed=first; give
    /// it twice
    #[arg(long, value_name = "RULES", help_heading = "Rules", required = true)]
    pub rules: Vec<String>,
    #[command(flatten)]
    pub switches: SwitchArgs,
}

#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// Position, file (./NAME if it looks like a position), or '-'
    pub board: String,
    /// Your program's output: a file, or '-'
    #[arg(conflicts_with = "command")]
    pub theirs: Option<String>,
    /// Ask this program instead, one line in, one line out
    ///
    /// The shell runs it.
    #[arg(long, value_name = "CMD")]
    pub command: Option<String>,
    /// Check again whenever the program or its output file changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// Timeout per answer, such as 30s or 2m; a bare number is seconds
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = effort::time)]
    pub answer_time: Time,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub graph: GraphArgs,
}

#[derive(Clone, Debug, Args)]
pub struct CountArgs {
    /// Position, file (./NAME if it looks like a position), or '-'
    pub board: String,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub graph: GraphArgs,
}

#[derive(Clone, Debug, Args)]
pub struct RandomArgs {
    /// Number of rows (required for dice-of-doom; 4 in trilobite by default)
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub rows: Option<u64>,
    /// Number of columns (required for dice-of-doom; 4 in trilobite by default)
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    pub columns: Option<u64>,
    /// Random seed [default: chosen and printed]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Number of boards, one per line
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub count: u64,
    /// Take the board of the seed, even if nothing is to be decided on it
    ///
    /// Without it, boards without a choice that matters are skipped: it is the first, from the seed on,
    /// somewhere in whose tree a move is worse than another.
    #[arg(long)]
    pub any: bool,
    /// Don't print the seed
    #[arg(long)]
    pub quiet: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// Position, file (./NAME if it looks like a position), or '-'
    ///
    /// Standard input is for the moves where a player is human.
    pub board: String,
    #[command(flatten)]
    pub seats: SeatArgs,
    /// Number of plies the computer looks ahead
    ///
    /// By default to the end, or as deep as 300,000 positions allow.
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub ai_plies: Option<u32>,
    /// Random seed of dice and random moves [default: chosen and printed]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Who moves for each player, in the order of play, whatever the players are called.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Players")]
pub struct SeatArgs {
    /// First player [default: human]
    #[arg(long, value_name = "WHO", value_enum)]
    pub a: Option<SeatName>,
    /// Second player [default: computer]
    #[arg(long, value_name = "WHO", value_enum)]
    pub b: Option<SeatName>,
    /// Third player
    #[arg(long, value_name = "WHO", value_enum)]
    pub c: Option<SeatName>,
    /// Fourth player
    #[arg(long, value_name = "WHO", value_enum)]
    pub d: Option<SeatName>,
    /// Fifth player
    #[arg(long, value_name = "WHO", value_enum)]
    pub e: Option<SeatName>,
    /// Sixth player
    #[arg(long, value_name = "WHO", value_enum)]
    pub f: Option<SeatName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SeatName {
    /// Asked for every move
    Human,
    /// Plays best as far as it looks
    Computer,
    /// Draws among the moves
    Random,
}

impl From<SeatName> for Seat {
    fn from(name: SeatName) -> Self {
        match name {
            SeatName::Human => Self::Human,
            SeatName::Computer => Self::Computer,
            SeatName::Random => Self::Random,
        }
    }
}

#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// The files, or '-'
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Print only what isn't valid
    #[arg(long)]
    pub quiet: bool,
    /// Number of columns of a Lisp array
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub columns: Option<u64>,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Debug, Args)]
pub struct OpenArgs {
    /// Position, or file (./NAME if it looks like a position) [default: the book's
    /// board, b2b2/a2b1 a]
    pub board: Option<String>,
    #[command(flatten)]
    pub window: WindowArgs,
    #[command(flatten)]
    pub show: ShowArgs,
}

/// How the window begins.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Window")]
pub struct WindowArgs {
    /// Select the node reached by these moves
    #[arg(long, value_name = "LINE")]
    pub select: Option<String>,
    /// Theme [default: the system's]
    #[arg(long, value_enum)]
    pub theme: Option<ThemeName>,
    /// Window size in points, such as 1440x900
    #[arg(long, value_name = "WxH", value_parser = window_size)]
    pub size: Option<[f32; 2]>,
    /// Show a tour of the file, by its number or its title
    #[arg(long, value_name = "N|TITLE")]
    pub tour: Option<String>,
    /// Start the presentation: the tour, or the tree alone, full screen in large type
    #[arg(long)]
    pub present: bool,
    /// Run a command of the window at the start, by its name in the menus, such as Setup;
    /// repeatable
    #[arg(long = "do", value_name = "COMMAND")]
    pub commands: Vec<String>,
    /// Save a screenshot as PNG once everything is built, then close
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    Light,
    Dark,
}

/// A size such as `1440x900`.
fn window_size(text: &str) -> Result<[f32; 2], Refusal> {
    let side = |text: &str| {
        text.parse::<u16>()
            .ok()
            .filter(|side| (200..=8_000).contains(side))
            .map(f32::from)
    };
    text.split_once('x')
        .and_then(|(width, height)| Some([side(width)?, side(height)?]))
        .ok_or_else(|| {
            let what = "write two numbers from 200 to 8000 with an x between them";
            Refusal::new(what, "")
        })
}

impl Default for OpenArgs {
    fn default() -> Self {
        Self {
            board: None,
            window: WindowArgs::default(),
            show: ShowArgs {
                max_lines: ShowArgs::MAX_LINES,
                ..ShowArgs::default()
            },
        }
    }
}
