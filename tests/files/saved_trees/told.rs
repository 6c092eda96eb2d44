//! What a saved board or tree tells, and what of its note isn't proved yet.

use doomtree::game::{Player, Rational, Winners, ratio, winners_of};
use doomtree::games::{self, Setup, Switches};
use doomtree::rating::{best_line, is_blunder, likely_best};
use doomtree::save::{Opened, open_path};
use doomtree::session::{Action, Loaded, ProofOptions, Rated, Session, grow, open};
use doomtree::tree::{Edge, EndsByWinners, Graph, Limits, Vertex, VertexKind};
use doomtree::work::TurnLength;

/// One test a file that proves what its note says, and the list of the files.
macro_rules! proofs {
    ($($test:ident: $file:literal, |$told:ident| $proof:block)+) => {
        pub const PROVED: [&str; [$($file),+].len()] = [$($file),+];
        $(
            #[test]
            fn $test() {
                let mut told = Told::file($file);
                let $told = &mut told;
                $proof
                told.is_proved();
            }
        )+
    };
}
pub(crate) use proofs;

/// A number in halves: what most ratings are.
pub fn halves(number: i128) -> Rational {
    ratio(number, 2)
}

/// A rated board or tree, and the sentences that are said of it.
pub struct Told {
    name: String,
    title: String,
    /// What of the note isn't proved yet.
    rest: String,
    /// The notes of other nodes, each with the node's line.
    noted: Vec<(String, String)>,
    /// How many nodes stand in the file, if it is a tree.
    pub in_file: Option<usize>,
    pub rated: Rated,
}

impl Told {
    /// Opens a file of the folder, and builds and rates all of it.
    pub fn file(name: &str) -> Self {
        let (title, rest, noted, in_file, rated);
        match open_path(&super::folder().join(name)).expect(name) {
            Opened::Board(board) => {
                title = board.title.clone();
                rest = board.note.clone();
                noted = Vec::new();
                in_file = None;
                rated = build(&board.setup().expect(name), Limits::default());
            }
            Opened::Tree(tree) => {
                title = tree.header.title.clone();
                let loaded = Loaded::of(*tree, None).expect(name);
                rated = loaded.rated;
                let unfolding = loaded.unfolding.expect("a tree");
                let mut notes = unfolding.preorder().filter_map(|node| {
                    let note = loaded.layer.nodes.get(&node.0)?.note.clone()?;
                    let line = unfolding.line(node);
                    Some((rated.graph.line_text(Vertex::ROOT, &line), note))
                });
                rest = notes.next().map(|(line, note)| {
                    assert_eq!(line, "", "{name}: the root has no note");
                    note
                });
                noted = notes.collect();
                in_file = Some(unfolding.preorder().count());
            }
            Opened::Text(_) | Opened::Imported(_) | Opened::Exercise(_) => {
                panic!("{name} is no JSON file")
            }
        }
        Self {
            name: name.to_owned(),
            title: title.expect("a title"),
            rest: rest.expect("a note"),
            noted,
            in_file,
            rated,
        }
    }

    /// The title has these words.
    #[track_caller]
    pub fn is_called(&self, title: &str) {
        assert_eq!(self.title, title, "{}", self.name);
    }

    /// The note goes on with this sentence, and it is true.
    #[track_caller]
    pub fn says(&mut self, sentence: &str, holds: bool) {
        let Some(rest) = self.rest.strip_prefix(sentence) else {
            panic!("{} doesn't say '{sentence}' but '{}'", self.name, self.rest);
        };
        assert!(holds, "{} says what is false: {sentence}", self.name);
        self.rest = rest.trim_start().to_owned();
    }

    /// The next note of a node says this sentence, and it is true.
    #[track_caller]
    pub fn says_at(&mut self, line: &str, sentence: &str, holds: bool) {
        assert_eq!(self.noted.remove(0), (line.to_owned(), sentence.to_owned()));
        assert!(holds, "{} says what is false: {sentence}", self.name);
    }

    /// Nothing is said that wasn't proved.
    pub fn is_proved(&self) {
        assert_eq!(self.rest, "", "{} says this without proof", self.name);
        assert_eq!(self.noted, [], "{} says this without proof", self.name);
    }

    /// The same board without a limit, or with another limit.
    pub fn limited(&self, max_plies: Option<u32>) -> Self {
        let limits = Limits {
            max_plies,
            ..Limits::default()
        };
        self.other(&self.rated.setup(), limits)
    }

    /// The same board with another player to move.
    pub fn with_mover(&self, mover: char) -> Self {
        let mut setup = self.rated.setup();
        setup.position.pop();
        setup.position.push(mover);
        self.other(&setup, Limits::default())
    }

    /// The same board under other rules.
    pub fn under(&self, rules: &str) -> Self {
        let switches = Switches::read(rules).expect(rules);
        let setup = games::under(&self.rated.setup(), &switches).expect(rules);
        self.other(&setup, Limits::default())
    }

    /// The same game on another board, or with other rules.
    pub fn changed(&self, change: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = self.rated.setup();
        change(&mut setup);
        self.other(&setup, Limits::default())
    }

    /// The same board with other rules.
    pub fn ruled(&self, change: impl FnOnce(&mut Switches)) -> Self {
        let mut setup = self.rated.setup();
        change(&mut setup.switches);
        self.other(&setup, Limits::default())
    }

    /// Whether the tree is infinite.
    pub fn is_infinite(&self) -> bool {
        self.rated.analysis.nodes.of(Vertex::ROOT).to_string() == "infinite"
    }

    /// What the root's rating for a player comes to when every position but the ends begins with a
    /// number, and ratings are backed up until nothing changes any more.
    pub fn backed_up(&self, player: char, begin: Rational) -> Rational {
        let (graph, player) = (self.graph(), letter(player));
        let mut ratings: Vec<Rational> = graph
            .vertices()
            .map(|vertex| graph.outcome(vertex, player).unwrap_or(begin))
            .collect();
        loop {
            let before = ratings.clone();
            for vertex in graph.vertices() {
                let below = graph.targets(vertex).iter().map(|to| before[to.index()]);
                ratings[vertex.index()] = match graph.kind(vertex) {
                    VertexKind::Decision(mover) if mover == player => below.max(),
                    VertexKind::Decision(_) => below.min(),
                    _ => continue,
                }
                .expect("a move");
            }
            if ratings == before {
                return ratings[Vertex::ROOT.index()];
            }
        }
    }

    fn other(&self, setup: &Setup, limits: Limits) -> Self {
        Self {
            name: self.name.clone(),
            title: String::new(),
            rest: String::new(),
            noted: Vec::new(),
            in_file: None,
            rated: build(setup, limits),
        }
    }

    pub fn graph(&self) -> &Graph {
        self.rated.graph.graph()
    }

    /// The moves of a line, each with the vertex where it is made.
    fn steps(&self, line: &str) -> Vec<(Vertex, Edge)> {
        let line = self.rated.graph.read_line(Vertex::ROOT, line);
        let mut at = Vertex::ROOT;
        line.expect(&self.name)
            .into_iter()
            .map(|edge| (std::mem::replace(&mut at, self.graph().target(edge)), edge))
            .collect()
    }

    /// The vertex at the end of a line.
    pub fn at(&self, line: &str) -> Vertex {
        self.steps(line)
            .last()
            .map_or(Vertex::ROOT, |(_, edge)| self.graph().target(*edge))
    }

    pub fn position(&self, line: &str) -> String {
        self.rated.graph.position_text(self.at(line))
    }

    /// The moves at the end of a line, with spaces between them.
    pub fn moves(&self, line: &str) -> String {
        let at = self.at(line);
        self.words(at, self.graph().edges(at))
    }

    /// The best moves at the end of a line, with spaces between them.
    pub fn best(&self, line: &str) -> String {
        let at = self.at(line);
        let best = likely_best(self.graph(), &self.rated.analysis.ratings, at);
        self.words(at, best)
    }

    fn words(&self, at: Vertex, edges: impl IntoIterator<Item = Edge>) -> String {
        let words = edges
            .into_iter()
            .map(|edge| self.rated.graph.move_text(at, edge));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Whether the last move of a line worsens its mover's rating.
    pub fn blunders(&self, line: &str) -> bool {
        let &(at, edge) = self.steps(line).last().expect("a move");
        is_blunder(self.graph(), &self.rated.analysis.ratings, at, edge)
    }

    /// The probability of the last branch of a line.
    pub fn probability(&self, line: &str) -> Rational {
        let &(_, edge) = self.steps(line).last().expect("a branch");
        self.graph().probability(edge)
    }

    /// The rating of the node at the end of a line.
    pub fn rating(&self, line: &str, player: char) -> Rational {
        let ratings = &self.rated.analysis.ratings;
        let rating = ratings.rating(self.at(line), letter(player));
        rating.exact().expect("an exact rating")
    }

    pub fn wins(&self, line: &str, player: char) -> bool {
        self.is_proven(line) && self.rating(line, player) == halves(2)
    }

    pub fn loses(&self, line: &str, player: char) -> bool {
        self.is_proven(line) && self.rating(line, player) == halves(0)
    }

    pub fn is_proven(&self, line: &str) -> bool {
        self.rated.analysis.ratings.all_proven(self.at(line))
    }

    /// Looks at the node at the end of a line of a tree that grows, until all ratings there are proven.
    pub fn look_at(&mut self, line: &str) {
        let mut session = Session::new(self.rated.clone());
        let read = session.read_line(line).expect(&self.name);
        session.apply(Action::SelectLine(read));
        let growing = session.rated().growing.clone().expect("a tree that grows");
        let mut prover = growing.prover(ProofOptions::default());
        while !prover.step(10_000).is_done() {}
        session.take_proofs();
        self.rated = session.rated().clone();
    }

    /// Who has won at the end of a line, such as `ab` for a tie; `None` where it isn't over.
    pub fn winners(&self, line: &str) -> Option<String> {
        let (at, graph) = (self.at(line), self.graph());
        (graph.is_leaf(at) && graph.kind(at).player().is_none()).then(|| {
            let players = Player::all(graph.players());
            let payoffs: Option<Vec<_>> = players.map(|player| graph.outcome(at, player)).collect();
            letters(winners_of(&payoffs.expect("payoffs")))
        })
    }

    /// Who wins the ends of the whole tree: every set of winners that there is.
    pub fn all_winners(&self) -> Vec<String> {
        let ends = EndsByWinners::new(self.graph());
        ends.of(Vertex::ROOT)
            .map(|(winners, _)| letters(winners))
            .collect()
    }

    /// The line of best play from the root.
    pub fn best_line(&self) -> String {
        let analysis = &self.rated.analysis;
        let best = best_line(
            self.graph(),
            &analysis.ratings,
            &analysis.distances,
            Vertex::ROOT,
        );
        self.rated.graph.line_text(Vertex::ROOT, &best.line)
    }

    /// The plies to the end under best play, from the end of a line.
    pub fn plies(&self, line: &str) -> u32 {
        let plies = self.rated.analysis.distances.of(self.at(line));
        plies.expect("a way to the end")
    }

    /// The plies of the longest line of all.
    pub fn longest(&self) -> u32 {
        let longest = self.rated.analysis.longest.of(Vertex::ROOT);
        longest.expect("an end")
    }

    /// How many nodes the tree has, with commas.
    pub fn nodes(&self) -> String {
        let nodes = self.rated.analysis.nodes.of(Vertex::ROOT).exact();
        grouped(&nodes.expect("a finite tree").to_string())
    }

    pub fn ends(&self) -> String {
        let ends = self.rated.analysis.ends.of(Vertex::ROOT).exact();
        grouped(&ends.expect("a finite tree").to_string())
    }

    /// How many positions there are, with commas.
    pub fn positions(&self) -> String {
        grouped(&self.rated.graph.distinct().positions.to_string())
    }

    /// How many nodes of the tree have the same position, on average.
    pub fn occurrences(&self) -> f64 {
        let nodes = self.rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        nodes.expect("64 bits") as f64 / self.rated.graph.distinct().positions as f64
    }

    /// How many hexes a player holds at the end of a line.
    pub fn holds(&self, line: &str, player: char) -> usize {
        let position = self.position(line);
        let board = position.split(' ').next().expect("a board");
        board.matches(player).count()
    }

    /// The hexes at the start, in their order: owner and dice.
    pub fn hexes(&self) -> Vec<(char, char)> {
        let position = self.position("");
        let board: Vec<char> = position
            .split(' ')
            .next()
            .expect("a board")
            .chars()
            .filter(|letter| *letter != '/')
            .collect();
        board.chunks(2).map(|hex| (hex[0], hex[1])).collect()
    }

    /// The dice on the hex that the first move of a line attacks.
    pub fn captured(&self, line: &str) -> char {
        let target = line.split(['>', ' ']).nth(1).expect("an attack");
        self.hexes()[target.parse::<usize>().expect("a hex")].1
    }
}

/// The graph of a setup, or a tree that grows, if no graph fits.
fn build(setup: &Setup, limits: Limits) -> Rated {
    let mut build = open(setup, limits, "").expect("a setup");
    loop {
        let progress = build.step(TurnLength::Work(4_096));
        if progress.done {
            return build.finish();
        }
        if progress.is_too_large() {
            let tree = grow(setup, limits.into(), "").expect("a setup");
            return tree.expect("ratings that can be proven");
        }
    }
}

fn letter(player: char) -> Player {
    Player(player as u8 - b'a')
}

fn letters(winners: Winners) -> String {
    winners.iter().map(Player::letter).collect()
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
