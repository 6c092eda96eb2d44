//! Tests what-ifs against a slow oracle: the whole game tree, rated from its leaves by a plain
//! pass.

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::super::*;
    use crate::game::{OpenError, Shown, half, one, play_line, ratio, zero};
    use crate::games::scripted::Scripted;
    use crate::games::{Setup, Switches, WithGame, open, random};
    use crate::rating::{Multiplayer, RatingOptions};
    use crate::tree::{GameTree, Labels, Limits, PositionGraph};

    /// The graph of a script, rated.
    fn scripted(script: &str, options: &RatingOptions) -> (PositionGraph<Scripted>, Analysis) {
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let start = game.start();
        let graph = PositionGraph::new(game, start, Limits::default());
        let analysis = Analysis::new(graph.graph(), options);
        (graph, analysis)
    }

    fn pin(a: Rational) -> Suppose {
        Suppose::Pin(vec![Some(a), Some(one() - a)])
    }

    /// Rates a script under assumptions, each at a line.
    fn assumed(script: &str, given: &[(&str, Suppose)]) -> (PositionGraph<Scripted>, Assumed) {
        let (graph, analysis) = scripted(script, &RatingOptions::default());
        let given: Vec<Supposition> = given
            .iter()
            .map(|(line, what)| Supposition {
                line: graph.read_line(Vertex::ROOT, line).expect("a line"),
                what: what.clone(),
            })
            .collect();
        let assumed = Assumed::new(graph.graph(), &analysis.ratings, &given);
        (graph, assumed)
    }

    fn root_for_a(assumed: &Assumed) -> String {
        assumed.nodes()[0].now.rating(Player(0)).to_string()
    }

    const TREE: &str = "top a: l -> left, r -> right; left b: x -> lost, y -> won;
        right b: x -> tied, y -> won; lost end: 0 1; won end: 1 0; tied end: 1/2 1/2";

    #[test]
    fn a_pinned_rating_changes_the_nodes_above_it_as_far_as_their_ratings_depend_on_it() {
        let (graph, up) = assumed(TREE, &[("l x", pin(one()))]);
        assert_eq!(root_for_a(&up), "1");
        let lines: Vec<String> = up
            .altered()
            .into_iter()
            .map(|number| graph.line_text(Vertex::ROOT, &up.line(number)))
            .collect();
        assert_eq!(lines, ["l x", "l", ""]);
        // b has another move that is as bad for a as this one is now.
        let (_, up) = assumed(TREE, &[("r y", pin(half()))]);
        assert_eq!(root_for_a(&up), "1/2");
        assert_eq!(up.altered().len(), 1);
        let right = up.node(up.spent()[0]).expect("a node");
        assert_eq!(right.spent, Some(Spent::NoBetter));
        assert_eq!((right.best_before.len(), right.best.len()), (1, 2));
        // And here it isn't taken at all.
        let (_, up) = assumed(TREE, &[("l y", pin(half()))]);
        assert_eq!(
            up.node(up.spent()[0]).expect("a node").spent,
            Some(Spent::NotTaken)
        );
    }

    #[test]
    fn a_position_elsewhere_in_the_tree_keeps_its_rating() {
        let script =
            "top a: l -> left, r -> right; left b: x -> end; right b: x -> end; end end: 0 1";
        let (_, up) = assumed(script, &[("l x", pin(one()))]);
        assert_eq!(root_for_a(&up), "1");
        let (graph, analysis) = scripted(script, &RatingOptions::default());
        let right = graph.read_line(Vertex::ROOT, "r").expect("a line");
        assert_eq!(up.at(&right), None, "nothing is known of the other way");
        assert_eq!(
            up.best_line(graph.graph(), &analysis),
            graph.read_line(Vertex::ROOT, "l x").expect("a line")
        );
    }

    #[test]
    fn a_forbidden_move_is_not_chosen_and_the_last_move_of_a_node_cannot_be_forbidden() {
        let (_, up) = assumed(TREE, &[("r", Suppose::Forbid)]);
        assert_eq!(root_for_a(&up), "0");
        let (_, up) = assumed(TREE, &[("r", Suppose::Forbid), ("l", Suppose::Forbid)]);
        assert_eq!(up.refused(), [(1, AssumptionRefused::LastMove)]);
        assert_eq!(root_for_a(&up), "0");
        let (_, up) = assumed(TREE, &[("", Suppose::Forbid)]);
        assert_eq!(up.refused(), [(0, AssumptionRefused::Root)]);
        assert!(up.is_empty());
        let chance = "top chance: l 1/2 -> w, r 1/2 -> v; w end: 1 0; v end: 0 1";
        let (_, up) = assumed(chance, &[("l", Suppose::Forbid)]);
        assert_eq!(up.refused(), [(0, AssumptionRefused::Chance)]);
    }

    #[test]
    fn assumptions_below_a_replaced_position_are_ignored_and_a_pinned_rating_overrides_others() {
        let tied = Backed {
            ratings: vec![Rating::Exact(half()); 2],
            low: vec![Rating::Exact(half()); 2],
            high: vec![Rating::Exact(half()); 2],
        };
        let given = [
            ("l x", pin(one())),
            ("l", Suppose::Change(tied)),
            ("r", pin(zero())),
            ("r x", pin(one())),
            ("r", pin(one())),
        ];
        let (_, up) = assumed(TREE, &given);
        assert_eq!(
            up.refused(),
            [
                (0, AssumptionRefused::Below(1)),
                (4, AssumptionRefused::Twice(2))
            ]
        );
        assert_eq!(root_for_a(&up), "1/2");
        assert_eq!(
            up.node(up.spent()[0]).expect("a node").spent,
            Some(Spent::Pinned)
        );
    }

    #[test]
    fn an_assumed_rating_counts_as_proven_beside_a_leaf_at_a_limit() {
        let script =
            "top a: l -> far, r -> won; far b estimate 1/2 1/2: x -> won; won end: 1/4 3/4";
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let start = game.start();
        let limits = Limits {
            max_plies: Some(1),
            ..Limits::default()
        };
        let graph = PositionGraph::new(game, start, limits);
        let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
        let given = |line: &str, a| Supposition {
            line: graph.read_line(Vertex::ROOT, line).expect("a line"),
            what: pin(a),
        };
        let up = Assumed::new(graph.graph(), &analysis.ratings, &[given("r", half())]);
        let root = &up.nodes()[0];
        assert!(!root.before.is_proven(Player(0)) && !root.now.is_proven(Player(0)));
        assert_eq!(root.now.proven(Player(0)).0, Rating::Exact(half()));
        let both = [given("r", half()), given("l", zero())];
        let up = Assumed::new(graph.graph(), &analysis.ratings, &both);
        assert!(up.nodes()[0].now.is_proven(Player(0)));
    }

    #[test]
    fn the_best_line_of_a_what_if_ends_at_a_replaced_position_or_an_unproven_choice() {
        let line = |script: &str, max_plies: Option<u32>, given: &[(&str, Suppose)]| {
            let graph = crate::tree::tests::graph(script, max_plies);
            let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
            let read = |line: &str| graph.read_line(Vertex::ROOT, line).expect("a line");
            let given: Vec<Supposition> = given
                .iter()
                .map(|(line, what)| Supposition {
                    line: read(line),
                    what: what.clone(),
                })
                .collect();
            let up = Assumed::new(graph.graph(), &analysis.ratings, &given);
            graph.line_text(Vertex::ROOT, &up.best_line(graph.graph(), &analysis))
        };
        assert_eq!(line(TREE, None, &[]), "r x");
        assert_eq!(line(TREE, None, &[("l x", pin(one()))]), "l x");
        let won = Backed {
            ratings: vec![Rating::Exact(one()), Rating::Exact(zero())],
            low: vec![Rating::Exact(one()), Rating::Exact(zero())],
            high: vec![Rating::Exact(one()), Rating::Exact(zero())],
        };
        let dice = "top a: l -> dice, r -> tied; dice chance: x 1/2 -> lost, y 1/2 -> tied;
            lost end: 0 1; tied end: 1/2 1/2";
        assert_eq!(line(dice, None, &[("l", pin(one()))]), "l x");
        assert_eq!(line(dice, None, &[("l", Suppose::Change(won))]), "l");
        let far = "top a: l -> far, r -> won; far b estimate 1/2 1/2: x -> won; won end: 1/4 3/4";
        assert_eq!(line(far, Some(1), &[("r", pin(half()))]), "");
        let certain = [("r", pin(half())), ("l", pin(zero()))];
        assert_eq!(line(far, Some(1), &certain), "r");
    }

    #[test]
    fn an_assumption_about_a_repeated_position_holds_only_for_its_own_line() {
        let script = "top a: go -> there, end -> lost; there b: back -> top, end -> won;
            lost end: 0 1; won end: 1 0";
        let (_, up) = assumed(script, &[("go back", pin(one()))]);
        assert_eq!(root_for_a(&up), "1", "at the second time round only");
        let (_, up) = assumed(script, &[("go back go", pin(one()))]);
        assert_eq!(root_for_a(&up), "1");
        let (_, up) = assumed(script, &[("go back end", pin(half()))]);
        assert_eq!(root_for_a(&up), "1/2");
    }

    /// The next number below `max` of a random sequence (Steele, Lea and Flood's SplitMix64).
    fn below(state: &mut u64, max: usize) -> usize {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % max.max(1) as u64) as usize
    }

    /// Rates random trees under random assumptions, here and by the oracle.
    struct Compared {
        limits: Limits,
        options: RatingOptions,
        seed: u64,
    }

    /// The assumptions at the end of each line.
    type Planned = BTreeMap<Line, Vec<Suppose>>;

    impl WithGame for Compared {
        /// The numbers of changed nodes and of refused assumptions; `None` if the tree is too
        /// large.
        type Output = Result<Option<(usize, usize)>, OpenError>;

        fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
            let root = play_line(&game, &position, "")?;
            let graph = PositionGraph::new(Arc::new(game), root, self.limits);
            let graph = graph.graph();
            if graph.is_cyclic() {
                return Ok(None);
            }
            let Some(tree) = GameTree::whole(graph, 4_000) else {
                return Ok(None);
            };
            if tree.graph.node_count() < 4 {
                return Ok(None);
            }
            let analysis = Analysis::new(graph, &self.options);
            let ratings = &analysis.ratings;
            let mut draws = self.seed + 1;
            let lines = lines_of(&tree);
            let given = drawn(graph, ratings, &lines, &mut draws);
            let assumed = Assumed::new(graph, ratings, &given);
            let mut planned = Planned::new();
            for (number, Supposition { line, what }) in given.iter().enumerate() {
                if !assumed.refused().iter().any(|(other, _)| *other == number) {
                    planned.entry(line.clone()).or_default().push(what.clone());
                }
            }
            let oracle = Oracle {
                graph,
                tree: &tree,
                max_n: ratings.is_max_n(),
            };
            let rated = oracle.rate(&planned, &lines);
            for (line, expected) in lines.iter().zip(&rated) {
                let number = assumed.at(line);
                let is_below_a_change = planned.iter().any(|(above, what)| {
                    line.len() > above.len()
                        && line.starts_with(above)
                        && what.iter().any(|what| matches!(what, Suppose::Change(_)))
                });
                if is_below_a_change {
                    assert_eq!(number, None);
                    continue;
                }
                let vertex = line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge));
                let ours = match number.and_then(|number| assumed.node(number)) {
                    Some(node) => node.now.clone(),
                    None => Backed::of(graph, ratings, vertex),
                };
                for player in Player::all(graph.players()) {
                    let said = format!("{line:?} of {given:?} for {player:?}");
                    let (low, high) = ours.proven(player);
                    let [rating, min, max] = expected[player.index()];
                    assert!(
                        ours.rating(player).ties_with(&rating),
                        "{ours:?}, {rating:?}: {said}"
                    );
                    if ratings.is_max_n() {
                        assert!(low.compare(&high).is_le() || low.ties_with(&high), "{said}");
                    } else {
                        assert!(low.ties_with(&min) && high.ties_with(&max), "{said}");
                    }
                }
            }
            let nothing = Assumed::new(graph, ratings, &[]);
            assert!(nothing.is_empty() && nothing.at(&[]).is_none());
            Ok(Some((assumed.altered().len(), assumed.refused().len())))
        }
    }

    /// Random assumptions at some of the lines.
    fn drawn(
        graph: &Graph,
        ratings: &Ratings,
        lines: &[Line],
        draws: &mut u64,
    ) -> Vec<Supposition> {
        let mut given = Vec::new();
        for _ in 0..1 + below(draws, 4) {
            let line = lines[below(draws, lines.len())].clone();
            let what = match below(draws, 3) {
                0 => Suppose::Pin(
                    Player::all(graph.players())
                        .map(|_| {
                            let some = ratio(below(draws, 5) as i128, 4);
                            (below(draws, 4) > 0).then_some(some)
                        })
                        .collect(),
                ),
                1 => Suppose::Forbid,
                _ => {
                    let other = Vertex(below(draws, graph.len()) as u32);
                    Suppose::Change(Backed::of(graph, ratings, other))
                }
            };
            given.push(Supposition { line, what });
        }
        given
    }

    /// The line to each node of a tree, in its order.
    fn lines_of(tree: &GameTree) -> Vec<Line> {
        let mut lines: Vec<Line> = vec![Line::new(); tree.graph.node_count()];
        for node in tree.graph.node_indices() {
            for edge in tree.graph.edges(node) {
                let mut line = lines[node.index()].clone();
                line.push(*edge.weight());
                lines[petgraph::visit::EdgeRef::target(&edge).index()] = line;
            }
        }
        lines
    }

    struct Oracle<'a> {
        graph: &'a Graph,
        tree: &'a GameTree,
        max_n: bool,
    }

    impl Oracle<'_> {
        /// For each node and player the rating, and its lower and upper bound.
        fn rate(&self, planned: &Planned, lines: &[Line]) -> Vec<Vec<[Rating; 3]>> {
            let players = self.graph.players();
            let mut rated: Vec<Vec<[Rating; 3]>> = vec![Vec::new(); lines.len()];
            for node in self.tree.graph.node_indices().rev() {
                let vertex = self.tree.graph[node];
                let kind = self.graph.kind(vertex);
                let here = planned.get(&lines[node.index()]);
                let here = || here.into_iter().flatten();
                let mut moves = Vec::new();
                for edge in self.tree.graph.edges(node) {
                    let child = petgraph::visit::EdgeRef::target(&edge);
                    let what = planned.get(&lines[child.index()]);
                    let forbidden = what.is_some_and(|what| what.contains(&Suppose::Forbid));
                    if !forbidden {
                        let probability = self.graph.probability(*edge.weight());
                        moves.push((probability, rated[child.index()].clone()));
                    }
                }
                let mut own: Vec<[Rating; 3]> = Vec::new();
                for player in Player::all(players) {
                    let (min, max) = self.graph.range();
                    own.push([0, 1, 2].map(|which| {
                        if let Some(outcome) = self.graph.outcome(vertex, player) {
                            return Rating::Exact(match (kind, which) {
                                (VertexKind::Horizon(_), 1) => min,
                                (VertexKind::Horizon(_), 2) => max,
                                _ => outcome,
                            });
                        }
                        let numbers = moves.iter().map(|(_, of)| of[player.index()][which]);
                        match kind {
                            VertexKind::Chance(_) => {
                                let mut sum = Rating::Exact(zero());
                                for (probability, of) in &moves {
                                    sum = sum.plus(probability, &of[player.index()][which]);
                                }
                                sum
                            }
                            VertexKind::Decision(mover) if self.max_n => {
                                let mut best: Option<&Vec<[Rating; 3]>> = None;
                                for (_, of) in &moves {
                                    let (new, old) =
                                        (of[mover.index()][0], best.map(|it| it[mover.index()][0]));
                                    if old.is_none_or(|old| {
                                        new.compare(&old).is_gt() && !new.ties_with(&old)
                                    }) {
                                        best = Some(of);
                                    }
                                }
                                best.expect("a move")[player.index()][which]
                            }
                            VertexKind::Decision(mover) if mover == player => {
                                numbers.max_by(Rating::compare).expect("a move")
                            }
                            _ => numbers.min_by(Rating::compare).expect("a move"),
                        }
                    }));
                }
                for what in here() {
                    if let Suppose::Change(backed) = what {
                        for player in Player::all(players) {
                            let (low, high) = backed.proven(player);
                            own[player.index()] = [backed.rating(player), low, high];
                        }
                    }
                }
                for what in here() {
                    if let Suppose::Pin(pins) = what {
                        for (own, pin) in own.iter_mut().zip(pins) {
                            if let Some(pin) = pin {
                                *own = [Rating::Exact(*pin); 3];
                            }
                        }
                    }
                }
                rated[node.index()] = own;
            }
            rated
        }
    }

    #[test]
    fn a_what_if_gives_the_same_ratings_as_rating_the_whole_changed_tree() {
        let dialects: [(&str, u64, Option<&str>); 6] = [
            ("land-of-lisp", 2, None),
            ("haskell", 3, None),
            ("land-of-lisp-v4", 2, None),
            ("land-of-lisp", 2, Some("dice-roll")),
            ("realm-of-racket", 2, None),
            ("haskell", 3, Some("dice-roll")),
        ];
        let (mut boards, mut altered, mut refused, mut with_max_n) = (0, 0, 0, 0);
        for seed in 0..140_u64 {
            for (preset, players, combat) in dialects {
                let switches = Switches {
                    preset: Some(preset.to_owned()),
                    players: Some(players),
                    combat: combat.map(str::to_owned),
                    ..Switches::default()
                };
                let Ok(position) = random("dice-of-doom", &switches, Some(2), Some(2), seed) else {
                    continue;
                };
                let setup = Setup {
                    game: "dice-of-doom".to_owned(),
                    position,
                    switches,
                    columns: None,
                };
                let max_n = seed % 2 == 1;
                let compared = Compared {
                    limits: Limits {
                        max_plies: [None, Some(2), Some(4)][seed as usize % 3],
                        max_nodes: Some(2_000),
                        ..Limits::default()
                    },
                    options: RatingOptions {
                        multiplayer: Some(match max_n {
                            true => Multiplayer::MaxN,
                            false => Multiplayer::Paranoid,
                        }),
                        ..RatingOptions::default()
                    },
                    seed,
                };
                let done = open(&setup, compared).and_then(|done| done);
                if let Some((nodes, not)) = done.unwrap_or_else(|error| panic!("{error}")) {
                    boards += 1;
                    altered += nodes;
                    refused += not;
                    with_max_n += usize::from(max_n && players == 3);
                }
            }
        }
        assert!(
            boards >= 300 && altered > boards,
            "{boards} boards, {altered} altered"
        );
        assert!(
            refused > 30 && with_max_n > 50,
            "{refused} refused, {with_max_n} by max-n"
        );
    }
}
