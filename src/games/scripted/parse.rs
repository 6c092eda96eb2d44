//! Parses scripts: tokens first, then statements, then checks across statements.

mod tokens;

use rustc_hash::{FxHashMap, FxHashSet};

use self::tokens::{ScriptPlace, Token, TokenReader, is_open};
use super::written::{NodeIndex, WrittenMove, WrittenNode, WrittenTree};
use crate::game::{
    Kind, MAX_PLAYERS, NotationError, Player, Rational, one, payoffs_needed, quoted, ratio,
    repeated, whole, zero,
};

/// One node as it is written.
struct Statement {
    at: ScriptPlace,
    name: Box<str>,
    kind: Kind,
    numbers: Vec<Option<Rational>>,
    branches: Vec<BranchText>,
    /// Whether it says itself that its probabilities may not sum to 1 yet.
    is_draft: bool,
    before: Vec<String>,
    beside: Vec<String>,
}

/// One move as it is written.
struct BranchText {
    label: Box<str>,
    probability: Option<Rational>,
    target: String,
    target_at: ScriptPlace,
}

impl TokenReader<'_> {
    /// Exactly one number per player, up to `stop`, which is left to be read; or `?` for all of
    /// them.
    fn numbers(
        &mut self,
        players: usize,
        stop: &Token,
    ) -> Result<Vec<Option<Rational>>, NotationError> {
        let mut numbers = Vec::with_capacity(players);
        loop {
            let done = self.peek()? == stop;
            if done && numbers == [None] {
                return Ok(vec![None; players]);
            }
            if done && numbers.len() == players {
                return Ok(numbers);
            }
            let at = self.ahead.as_ref().map_or(self.here, |(_, at)| *at);
            if done || numbers.len() == players {
                let given = numbers.len() + self.words_up_to(stop)?;
                let what = match stop {
                    Token::Stop => payoffs_needed(players, given),
                    _ => format!(
                        "an estimate needs a number per player, {players}; you gave {given}"
                    ),
                };
                return Err(at.error(what, "give one a player, in the players' order"));
            }
            numbers.push(self.number()?.0);
        }
    }

    /// The number of words up to `stop`, or to the end of the statement.
    fn words_up_to(&mut self, stop: &Token) -> Result<usize, NotationError> {
        let mut words = 0;
        while self.peek()? != stop && *self.peek()? != Token::Stop {
            words += usize::from(matches!(self.token()?.0, Token::Word(_) | Token::Quoted(_)));
        }
        Ok(words)
    }

    fn players(&mut self) -> Result<Vec<String>, NotationError> {
        let mut players: Vec<String> = Vec::new();
        loop {
            match self.token()? {
                (Token::Stop, at) => {
                    if players.is_empty() {
                        return Err(at.error(
                            "there must be at least one player",
                            "name them, as in 'players a b'",
                        ));
                    }
                    return Ok(players);
                }
                (Token::Word(name) | Token::Quoted(name), at) => {
                    if players.contains(&name) {
                        return Err(at.error(
                            format!("the script names the player {} twice", quoted(&name)),
                            "give every player a name of its own",
                        ));
                    }
                    if players.len() == MAX_PLAYERS {
                        return Err(at.error(
                            format!("the script has more than {MAX_PLAYERS} players"),
                            "use fewer",
                        ));
                    }
                    players.push(name);
                }
                (other, at) => {
                    return Err(at.error(
                        format!("not a player: {}", other.shown()),
                        "write the players' names with spaces between them",
                    ));
                }
            }
        }
    }

    /// The names in a statement about information sets: `set` or `sets` and words alone. `None` for
    /// any other statement, such as that of a node of this name; then nothing is read.
    fn names(&mut self, word: &str) -> Option<Vec<(String, ScriptPlace)>> {
        if !matches!(word, "set" | "sets") {
            return None;
        }
        let mut reader = self.clone();
        let mut names = Vec::new();
        loop {
            match reader.token().ok()? {
                (Token::Word(name) | Token::Quoted(name), at) => names.push((name, at)),
                (Token::Stop, _) => break,
                _ => return None,
            }
        }
        *self = reader;
        Some(names)
    }

    fn statement(
        &mut self,
        name: String,
        at: ScriptPlace,
        players: &[String],
    ) -> Result<Statement, NotationError> {
        let player = |word: &str| {
            players
                .iter()
                .position(|player| player == word)
                .map(|index| Player(index as u8))
        };
        // A quoted word is a player even if it is a keyword.
        let bare = matches!(self.peek()?, Token::Word(_));
        let (word, word_at) = self.word("the node's kind", "write a player, 'chance' or 'end'")?;
        let kind = match (word.as_str(), player(&word)) {
            ("end", _) if bare => Kind::End,
            ("chance", _) if bare => {
                let mover = match self.peek()? {
                    Token::Word(word) if word == "estimate" || word == "?" => None,
                    Token::Word(word) | Token::Quoted(word) => player(word),
                    _ => None,
                };
                if mover.is_some() {
                    self.token()?;
                }
                Kind::Chance(mover.unwrap_or(Player(0)))
            }
            (_, Some(player)) => Kind::Decision(player),
            (_, None) => {
                return Err(word_at.error(
                    format!(
                        "{} is neither a player nor 'chance' nor 'end'",
                        quoted(&word)
                    ),
                    format!("the players are {}", repeated(&players.join(", "))),
                ));
            }
        };
        let mut statement = Statement {
            at,
            name: name.into(),
            kind,
            numbers: Vec::new(),
            branches: Vec::new(),
            is_draft: false,
            before: Vec::new(),
            beside: Vec::new(),
        };
        if matches!(kind, Kind::Chance(_)) && is_open(self.peek()?) {
            self.token()?;
            statement.is_draft = true;
        }
        if matches!(self.peek()?, Token::Word(word) if word == "estimate") && kind != Kind::End {
            self.token()?;
            statement.numbers = self.numbers(players.len(), &Token::Colon)?;
        }
        self.expect(
            &Token::Colon,
            "write 'name player: move -> name', 'name chance: move 1/2 -> name' or 'name end: 1 0'",
        )?;
        if kind == Kind::End {
            statement.numbers = self.numbers(players.len(), &Token::Stop)?;
            self.token()?;
            return Ok(statement);
        }
        self.moves(&mut statement)?;
        Ok(statement)
    }

    /// The moves of a node, or `?` where it has none yet.
    fn moves(&mut self, statement: &mut Statement) -> Result<(), NotationError> {
        let mut labels = FxHashSet::default();
        loop {
            let (label, at) = self.word("a move", "write 'move -> name', or ? for no move yet")?;
            if label == "?" && statement.branches.is_empty() && *self.peek()? == Token::Stop {
                self.token()?;
                return Ok(());
            }
            let branch = self.branch(statement.kind, (label, at), &mut labels)?;
            statement.branches.push(branch);
            match self.token()? {
                (Token::Comma, _) => {}
                (Token::Stop, _) => return Ok(()),
                (other, at) => {
                    return Err(at.error(
                        format!("expected ',', found {}", other.shown()),
                        "separate moves by commas and nodes by line breaks",
                    ));
                }
            }
        }
    }

    fn branch(
        &mut self,
        kind: Kind,
        (label, at): (String, ScriptPlace),
        labels: &mut FxHashSet<Box<str>>,
    ) -> Result<BranchText, NotationError> {
        if label.is_empty() {
            return Err(at.error("a move has an empty name", "write a name for it"));
        }
        let label: Box<str> = label.into();
        if !labels.insert(label.clone()) {
            return Err(at.error(
                format!("the node has the move {} twice", quoted(&label)),
                "give every move of a node a name of its own",
            ));
        }
        let probability = match kind {
            Kind::Chance(_) => {
                let (number, at) = self.number()?;
                if let Some(number) = number.filter(|number| *number < zero() || *number > one()) {
                    return Err(at.error(
                        format!("the probability {number} isn't between 0 and 1"),
                        "write a number from 0 to 1",
                    ));
                }
                number
            }
            _ => None,
        };
        self.expect(&Token::Arrow, "write 'move -> name'")?;
        let (target, target_at) = self.word("the node that the move leads to", "write its name")?;
        Ok(BranchText {
            label,
            probability,
            target,
            target_at,
        })
    }
}

/// The words of a comment, in quotes or bare; `None` if there is anything else in it.
pub(super) fn words_of_comment(text: &str) -> Option<Vec<String>> {
    let mut reader = TokenReader::new(text);
    let mut texts = Vec::new();
    loop {
        match reader.token().ok()?.0 {
            Token::Word(word) | Token::Quoted(word) => texts.push(word),
            Token::Stop if reader.text.peek().is_none() => return Some(texts),
            _ => return None,
        }
    }
}

/// Parses a whole script and checks its statements together.
pub(super) fn read(script: &str) -> Result<WrittenTree, NotationError> {
    let mut reader = TokenReader::new(script);
    let mut written = WrittenTree::new(vec!["a".to_owned(), "b".to_owned()]);
    let mut statements: Vec<Statement> = Vec::new();
    let mut sets: Vec<(ScriptPlace, Vec<(String, ScriptPlace)>)> = Vec::new();
    let mut first = true;
    loop {
        let (token, at) = reader.token()?;
        match token {
            Token::Stop if reader.text.peek().is_none() && reader.ahead.is_none() => break,
            Token::Stop => {}
            Token::Word(word) if first && word == "players" => {
                first = false;
                written.players = reader.players()?;
                written.head = std::mem::take(&mut reader.comments);
            }
            Token::Word(word) if let Some(names) = reader.names(&word) => {
                first = false;
                match (&*word, &names[..]) {
                    ("sets", [(name, _)]) if name == "known" => written.is_known = true,
                    ("sets", _) => {
                        return Err(at.error(
                            "expected 'known' after 'sets'",
                            "write 'sets known', or 'set' and the nodes of one information set",
                        ));
                    }
                    _ => sets.push((at, names)),
                }
            }
            Token::Word(name) | Token::Quoted(name) => {
                first = false;
                let before = std::mem::take(&mut reader.comments);
                let statement = reader.statement(name, at, &written.players)?;
                let beside = std::mem::take(&mut reader.comments);
                statements.push(Statement {
                    before,
                    beside,
                    ..statement
                });
            }
            other => {
                return Err(at.error(
                    format!("a node's name is missing: there is {}", other.shown()),
                    "begin each statement with the name of a node",
                ));
            }
        }
    }
    if statements.is_empty() {
        return Err(reader
            .here
            .error("the script has no node", "write 'name end: 1 0', for one"));
    }
    written.tail = reader.comments;
    let indices = check(&statements)?;
    written.nodes = nodes(statements, &indices);
    let mut is_taken = vec![false; written.nodes.len()];
    for (at, names) in sets {
        let set = information_set(&written, &indices, (at, &names), &mut is_taken)?;
        written.sets.push(set);
    }
    Ok(written)
}

fn nodes(statements: Vec<Statement>, indices: &FxHashMap<Box<str>, usize>) -> Vec<WrittenNode> {
    // The names move with the statements, so nodes are resolved to indices first.
    let places: Vec<Vec<NodeIndex>> = statements.iter().map(|one| targets(one, indices)).collect();
    let node = |(statement, targets): (Statement, Vec<NodeIndex>)| {
        let moves = statement.branches.into_iter().zip(targets);
        WrittenNode {
            name: statement.name,
            kind: statement.kind,
            numbers: statement.numbers,
            moves: moves
                .map(|(branch, target)| WrittenMove {
                    name: branch.label,
                    probability: branch.probability,
                    target,
                })
                .collect(),
            before: statement.before,
            beside: statement.beside,
        }
    };
    statements.into_iter().zip(places).map(node).collect()
}

/// The nodes of an information set: decisions of one player between the same moves, of which none
/// is in another set. `is_taken` says which nodes are.
fn information_set(
    written: &WrittenTree,
    indices: &FxHashMap<Box<str>, usize>,
    (at, names): (ScriptPlace, &[(String, ScriptPlace)]),
    is_taken: &mut [bool],
) -> Result<Vec<NodeIndex>, NotationError> {
    let mut set: Vec<NodeIndex> = Vec::new();
    for (name, at) in names {
        let Some(index) = indices.get(name.as_str()) else {
            return Err(at.error(
                format!("undefined node {}", quoted(name)),
                "define it, or correct the name",
            ));
        };
        let node = NodeIndex(*index as u32);
        if std::mem::replace(&mut is_taken[*index], true) {
            return Err(at.error(
                format!("the node {} is in an information set already", quoted(name)),
                "name it once",
            ));
        }
        let first = set.first().copied().unwrap_or(node);
        if !written.are_alike(first, node) {
            return Err(at.error(
                format!("the node {} can't be in this information set", quoted(name)),
                "give all its nodes the same player and the same moves, in the same order",
            ));
        }
        set.push(node);
    }
    match set.len() {
        0 | 1 => Err(at.error(
            "an information set needs at least two nodes",
            "name them, as in 'set left right'",
        )),
        _ => Ok(set),
    }
}

fn targets(statement: &Statement, indices: &FxHashMap<Box<str>, usize>) -> Vec<NodeIndex> {
    let moves = statement.branches.iter();
    moves
        .map(|branch| NodeIndex(indices[branch.target.as_str()] as u32))
        .collect()
}

/// Checks the statements, and returns the index of each node.
fn check(statements: &[Statement]) -> Result<FxHashMap<Box<str>, usize>, NotationError> {
    let mut indices: FxHashMap<Box<str>, usize> = FxHashMap::default();
    indices.reserve(statements.len());
    for (index, statement) in statements.iter().enumerate() {
        if indices.insert(statement.name.clone(), index).is_some() {
            return Err(statement.at.error(
                format!("duplicate node {}", quoted(&statement.name)),
                "give every node a name of its own",
            ));
        }
    }
    for statement in statements {
        for branch in &statement.branches {
            if !indices.contains_key(branch.target.as_str()) {
                return Err(branch.target_at.error(
                    format!("undefined node {}", quoted(&branch.target)),
                    "define it, or correct the name",
                ));
            }
        }
        check_sum(statement)?;
    }
    check_chance_cycles(statements, &indices)?;
    Ok(indices)
}

/// Probabilities sum to exactly 1, unless the script says that they aren't all known yet.
fn check_sum(statement: &Statement) -> Result<(), NotationError> {
    let known = |branch: &BranchText| branch.probability.is_some();
    let is_chance = matches!(statement.kind, Kind::Chance(_));
    if !is_chance || statement.is_draft || !statement.branches.iter().all(known) {
        return Ok(());
    }
    if statement.branches.is_empty() {
        return Ok(());
    }
    let mut sum = Some(whole(0));
    for branch in &statement.branches {
        let probability = branch.probability.unwrap_or_else(|| ratio(0, 1));
        sum = sum.and_then(|sum| num_traits::CheckedAdd::checked_add(&sum, &probability));
    }
    if sum == Some(one()) {
        return Ok(());
    }
    let sum = sum.map_or_else(
        || "a number with more than 128 bits".to_owned(),
        |sum| sum.to_string(),
    );
    Err(statement.at.error(
        format!(
            "the probabilities of {} sum to {sum}, not 1",
            quoted(&statement.name)
        ),
        "make them sum to exactly 1, or write ? for one that isn't known yet",
    ))
}

/// No cycle consists of chance nodes only, since no ply limit would end it.
fn check_chance_cycles(
    statements: &[Statement],
    indices: &FxHashMap<Box<str>, usize>,
) -> Result<(), NotationError> {
    let chance = |index: usize| matches!(statements[index].kind, Kind::Chance(_));
    let next = |index: usize| {
        let branches = statements[index].branches.iter();
        branches
            .filter(move |_| chance(index))
            .map(|branch| indices[branch.target.as_str()])
            .filter(|target| chance(*target))
    };
    match past_a_cycle(statements.len(), next) {
        None => Ok(()),
        Some(index) => Err(statements[index].at.error(
            format!(
                "from the node {} a line can run through chance alone forever",
                quoted(&statements[index].name)
            ),
            "put a decision or an end on every such line",
        )),
    }
}

/// The first node that a cycle leads to, if there is a cycle; `next` gives where a node leads
/// (Kahn, *Topological sorting of large networks*, 1962).
pub fn past_a_cycle<I: Iterator<Item = usize>>(
    nodes: usize,
    next: impl Fn(usize) -> I,
) -> Option<usize> {
    let mut entering = vec![0_u32; nodes];
    (0..nodes)
        .flat_map(&next)
        .for_each(|target| entering[target] += 1);
    let mut ready: Vec<usize> = (0..nodes).filter(|node| entering[*node] == 0).collect();
    while let Some(node) = ready.pop() {
        for target in next(node) {
            entering[target] -= 1;
            if entering[target] == 0 {
                ready.push(target);
            }
        }
    }
    (0..nodes).find(|node| entering[*node] > 0)
}
