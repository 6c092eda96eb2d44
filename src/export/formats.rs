//! The one table of formats: a new format needs an entry here, and the window and the command line
//! offer it.

use std::future::ready;
use std::io;

use super::format::{Comfort, Format, PictureKind, Subject, Supports, Writes};
use super::{Show, csv, dot, efg, graphml, html, markdown, mermaid, pdf, png, svg, text, tikz};
use crate::game::Refusal;
use crate::save;
use crate::tree::{UnfoldingNode, Vertex};

/// A small file, which is written at once.
fn at_once(written: io::Result<()>) -> Writes<'static> {
    Box::pin(ready(written))
}

/// The parts that data tables support; they have every estimate, marked as one, in any case.
const DATA: Show = Show {
    boards: false,
    blunders: false,
    estimates: false,
    legend: false,
    reach: false,
    ..Show::ALL
};

/// All of them, in the order they are offered.
pub static FORMATS: &[Format] = &[
    Format {
        id: "json",
        name: "Tree (JSON)",
        extensions: &[".tree.json", ".json"],
        words: "nodes with ratings and notes; reopens unchanged",
        subject: Subject::Tree,
        supports: Supports::Nothing,
        shows: Show::NOTHING,
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 170,
        position_bytes: 0,
        comfort: None,
        fault: |it| {
            let root = it.unfolding.vertex(UnfoldingNode::ROOT);
            let part = root != Vertex::ROOT;
            (part && it.rated.graph.graph().stopped().is_some()).then(|| {
                let what = "A tree file of an incomplete tree must start at the root. Start there, \
                            or raise the limits.";
                Refusal::new(what, "")
            })
        },
        write: |it, out, ctl| {
            Box::pin(async move {
                let source = it.rated.source();
                save::write_tree_by(ctl, out, &source, it.unfolding, it.stopped, it.layer).await
            })
        },
    },
    Format {
        id: "positions",
        name: "Positions (JSON)",
        extensions: &[".positions.json"],
        words: "the position graph, for other programs",
        subject: Subject::Positions,
        supports: Supports::Nothing,
        shows: Show::NOTHING,
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 0,
        position_bytes: 0,
        comfort: None,
        fault: |_| None,
        write: |it, out, ctl| {
            Box::pin(async move {
                save::write_positions_by(ctl, out, &it.rated.source(), it.layer).await
            })
        },
    },
    Format {
        id: "board",
        name: "Board (JSON)",
        extensions: &[".board.json"],
        words: "the game, its rules, the start and its note, on one line",
        subject: Subject::Board,
        supports: Supports::Nothing,
        shows: Show::NOTHING,
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 0,
        position_bytes: 0,
        comfort: None,
        fault: |_| None,
        write: |it, out, _| at_once(it.board.write(out)),
    },
    Format {
        id: "text",
        name: "Text",
        extensions: &[".txt"],
        words: "an indented line for every node, as in the terminal",
        subject: Subject::Tree,
        supports: Supports::Show,
        shows: Show {
            boards: false,
            reach: false,
            ..Show::ALL
        },
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 180,
        position_bytes: 0,
        comfort: None,
        fault: |_| None,
        write: |it, out, ctl| Box::pin(text::write(ctl, out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "dot",
        name: "Graphviz",
        extensions: &[".dot", ".gv"],
        words: "a digraph that Graphviz lays out",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show {
            boards: false,
            reach: false,
            ..Show::ALL
        },
        draws: false,
        laid_out_by: Some("Graphviz"),
        picture: None,
        bytes: 140,
        position_bytes: 0,
        comfort: Some(Comfort {
            most: dot::MAX_NODES as u64,
            beyond: "Graphviz takes minutes",
        }),
        fault: |_| None,
        write: |it, out, ctl| Box::pin(dot::write(ctl, out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "graphml",
        name: "GraphML",
        extensions: &[".graphml"],
        words: "a graph with typed data for networkx, yEd and others",
        subject: Subject::Tree,
        supports: Supports::Show,
        shows: DATA,
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 400,
        position_bytes: 0,
        comfort: Some(Comfort {
            most: graphml::MAX_NODES as u64,
            beyond: "yEd opens them slowly",
        }),
        fault: |_| None,
        write: |it, out, ctl| {
            Box::pin(graphml::write(ctl, out, it.rated, it.unfolding, &it.figure))
        },
    },
    Format {
        id: "mermaid",
        name: "Mermaid",
        extensions: &[".mmd", ".mermaid"],
        words: "a flowchart for Markdown pages that draw Mermaid",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show {
            boards: false,
            reach: false,
            ..Show::ALL
        },
        draws: false,
        laid_out_by: Some("Mermaid"),
        picture: None,
        bytes: 110,
        position_bytes: 0,
        comfort: Some(Comfort {
            most: mermaid::MAX_EDGES as u64 + 1,
            beyond: "Mermaid shows an error beyond 500 moves, unless its page allows more",
        }),
        fault: |_| None,
        write: |it, out, ctl| {
            Box::pin(mermaid::write(ctl, out, it.rated, it.unfolding, &it.figure))
        },
    },
    Format {
        id: "tikz",
        name: "LaTeX (TikZ)",
        extensions: &[".tex"],
        words: "a drawing that a stock LaTeX compiles, for papers and books",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        laid_out_by: None,
        picture: None,
        bytes: 1_600,
        position_bytes: 0,
        comfort: Some(Comfort {
            most: tikz::MAX_NODES as u64,
            beyond: "LaTeX is slow and the page overflows",
        }),
        fault: |it| tikz::fault(it.rated, it.unfolding, &it.figure),
        write: |it, out, _| at_once(tikz::write(out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "tikz-tree",
        name: "LaTeX, a tree to edit (TikZ)",
        extensions: &[".tree.tex"],
        words: "nodes and children without places, to edit by hand",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show {
            boards: false,
            legend: false,
            ..Show::ALL
        },
        draws: true,
        laid_out_by: None,
        picture: None,
        bytes: 300,
        position_bytes: 40,
        comfort: Some(Comfort {
            most: tikz::MAX_NODES as u64,
            beyond: "LaTeX is slow and the page overflows",
        }),
        fault: |it| tikz::tree::fault(it.unfolding),
        write: |it, out, _| at_once(tikz::tree::write(out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "csv",
        name: "Table (CSV)",
        extensions: &[".csv"],
        words: "a row for every node, for spreadsheets and statistics",
        subject: Subject::Tree,
        supports: Supports::Show,
        shows: DATA,
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 110,
        position_bytes: 0,
        comfort: Some(Comfort {
            most: csv::MAX_NODES as u64,
            beyond: "spreadsheets show no more than 1,048,575 of them",
        }),
        fault: |_| None,
        write: |it, out, ctl| Box::pin(csv::write(ctl, out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "md",
        name: "Report (Markdown)",
        extensions: &[".md"],
        words: "the board, its counts, the best line and a table of the moves",
        subject: Subject::Tree,
        supports: Supports::Show,
        shows: Show {
            boards: false,
            legend: false,
            intervals: false,
            reach: false,
            ..Show::ALL
        },
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 0,
        position_bytes: 0,
        comfort: None,
        fault: |_| None,
        write: |it, out, _| at_once(markdown::write(out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "efg",
        name: "Extensive game",
        extensions: &[".efg"],
        words: "extensive game for Gambit and OpenSpiel",
        subject: Subject::Tree,
        supports: Supports::Show,
        shows: Show {
            positions: true,
            moves: true,
            ends: true,
            notes: true,
            ..Show::NOTHING
        },
        draws: false,
        laid_out_by: None,
        picture: None,
        bytes: 80,
        position_bytes: 0,
        comfort: Some(Comfort {
            most: efg::MAX_NODES as u64,
            beyond: "Gambit's loading time grows quadratically",
        }),
        fault: |it| efg::fault(it.rated, it.unfolding),
        write: |it, out, ctl| Box::pin(efg::write(ctl, out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "html",
        name: "Interactive page",
        extensions: &[".html", ".htm"],
        words: "self-contained interactive page",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show {
            reach: false,
            ..Show::ALL
        },
        draws: true,
        laid_out_by: None,
        picture: None,
        bytes: 8,
        position_bytes: 130,
        comfort: Some(Comfort {
            most: html::MAX_NODES,
            beyond: "slow in browsers",
        }),
        fault: |_| None,
        write: |it, out, _| at_once(html::write(out, it.rated, it.unfolding, &it.figure)),
    },
    Format {
        id: "svg",
        name: "Picture (SVG)",
        extensions: &[".svg"],
        words: "the tree as the window draws it, for the web, slides and drawing programs",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        laid_out_by: None,
        picture: Some(PictureKind::Lines),
        bytes: 665,
        position_bytes: 0,
        comfort: Some(Comfort {
            most: svg::MAX_NODES as u64,
            beyond: "browsers and drawing programs open them slowly",
        }),
        fault: |it| match it.alone {
            None => svg::fault(it.rated, it.unfolding, &it.figure),
            Some(_) => None,
        },
        write: |it, out, _| {
            at_once(match it.alone {
                None => svg::write(out, it.rated, it.unfolding, &it.figure),
                Some(node) => svg::write_board(out, it.rated, it.unfolding, node, &it.figure),
            })
        },
    },
    Format {
        id: "pdf",
        name: "Picture (PDF)",
        extensions: &[".pdf"],
        words: "the same drawing on one page, with text that can be searched, for print",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        laid_out_by: None,
        picture: Some(PictureKind::Lines),
        bytes: 490,
        position_bytes: 0,
        comfort: None,
        fault: |it| match it.alone {
            None => pdf::fault(it.rated, it.unfolding, &it.figure),
            Some(_) => None,
        },
        write: |it, out, _| {
            at_once(match it.alone {
                None => pdf::write(out, it.rated, it.unfolding, &it.figure),
                Some(node) => pdf::write_board(out, it.rated, it.unfolding, node, &it.figure),
            })
        },
    },
    Format {
        id: "png",
        name: "Picture (PNG)",
        extensions: &[".png"],
        words: "the same picture in pixels",
        subject: Subject::Tree,
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        laid_out_by: None,
        picture: Some(PictureKind::Pixels),
        bytes: 0,
        position_bytes: 0,
        comfort: None,
        fault: |it| match it.alone {
            None => png::fault(it.rated, it.unfolding, &it.figure),
            Some(_) => None,
        },
        write: |it, out, _| {
            at_once(match it.alone {
                None => png::write(out, it.rated, it.unfolding, &it.figure),
                Some(node) => png::write_board(out, it.rated, it.unfolding, node, &it.figure),
            })
        },
    },
];
