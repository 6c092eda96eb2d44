//! The one table of formats: a new format needs an entry here, and the window and the command line
//! offer it.

use std::future::ready;
use std::io;

use super::format::{Comfort, Format, FormatSubject, PictureKind, Supports, Writes};
use super::{
    Show, csv, dot, efg, graphml, html, markdown, mermaid, pdf, png, scene, svg, text, tikz,
};
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
    payoffs: false,
    reach: false,
    ..Show::ALL
};

/// What most rows have. Each has its own names, words and writer.
const ROW: Format = Format {
    id: "",
    name: "",
    extensions: &[],
    text: "",
    subject: FormatSubject::Tree,
    supports: Supports::Nothing,
    shows: Show::NOTHING,
    draws: false,
    laid_out_by: None,
    picture: None,
    bytes: 0,
    position_bytes: 0,
    comfort: None,
    font_size: scene::font_size,
    fault: |_| None,
    write: |_, _, _| at_once(Ok(())),
};

/// All of them, in the order they are offered.
pub static FORMATS: &[Format] = &[
    Format {
        id: "json",
        name: "Tree (JSON)",
        extensions: &[".tree.json", ".json"],
        text: "nodes with ratings and notes; reopens unchanged",
        bytes: 170,
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
        ..ROW
    },
    Format {
        id: "positions",
        name: "Positions (JSON)",
        extensions: &[".positions.json"],
        text: "the position graph, for other programs",
        subject: FormatSubject::Positions,
        write: |it, out, ctl| {
            Box::pin(async move {
                save::write_positions_by(ctl, out, &it.rated.source(), it.layer).await
            })
        },
        ..ROW
    },
    Format {
        id: "board",
        name: "Board (JSON)",
        extensions: &[".board.json"],
        text: "the game, its rules, the start and its note, on one line",
        subject: FormatSubject::Board,
        write: |it, out, _| at_once(it.board.write(out)),
        ..ROW
    },
    Format {
        id: "text",
        name: "Text",
        extensions: &[".txt"],
        text: "an indented line for every node, as in the terminal",
        supports: Supports::Show,
        shows: Show {
            boards: false,
            reach: false,
            ..Show::ALL
        },
        bytes: 180,
        write: |it, out, ctl| Box::pin(text::write(ctl, out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "dot",
        name: "Graphviz",
        extensions: &[".dot", ".gv"],
        text: "a digraph that Graphviz lays out",
        supports: Supports::ShowAndStyle,
        shows: Show {
            boards: false,
            reach: false,
            ..Show::ALL
        },
        laid_out_by: Some("Graphviz"),
        bytes: 140,
        comfort: Some(Comfort {
            max: dot::MAX_NODES as u64,
            beyond: "Graphviz takes minutes",
        }),
        write: |it, out, ctl| Box::pin(dot::write(ctl, out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "graphml",
        name: "GraphML",
        extensions: &[".graphml"],
        text: "a graph with typed data for networkx, yEd and others",
        supports: Supports::Show,
        shows: DATA,
        bytes: 400,
        comfort: Some(Comfort {
            max: graphml::MAX_NODES as u64,
            beyond: "yEd opens them slowly",
        }),
        write: |it, out, ctl| {
            Box::pin(graphml::write(ctl, out, it.rated, it.unfolding, &it.figure))
        },
        ..ROW
    },
    Format {
        id: "mermaid",
        name: "Mermaid",
        extensions: &[".mmd", ".mermaid"],
        text: "a flowchart for Markdown pages that draw Mermaid",
        supports: Supports::ShowAndStyle,
        shows: Show {
            boards: false,
            reach: false,
            ..Show::ALL
        },
        laid_out_by: Some("Mermaid"),
        bytes: 110,
        comfort: Some(Comfort {
            max: mermaid::MAX_EDGES as u64 + 1,
            beyond: "Mermaid shows an error beyond 500 moves, unless its page allows more",
        }),
        write: |it, out, ctl| {
            Box::pin(mermaid::write(ctl, out, it.rated, it.unfolding, &it.figure))
        },
        ..ROW
    },
    Format {
        id: "tikz",
        name: "LaTeX (TikZ)",
        extensions: &[".tex"],
        text: "a drawing that a stock LaTeX compiles, for papers and books",
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        picture: Some(PictureKind::Source),
        bytes: 1_600,
        comfort: Some(Comfort {
            max: tikz::MAX_NODES as u64,
            beyond: "LaTeX is slow and the page overflows",
        }),
        fault: |it| tikz::fault(it.rated, it.unfolding, &it.figure),
        write: |it, out, _| at_once(tikz::write(out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "tikz-tree",
        name: "LaTeX, a tree to edit (TikZ)",
        extensions: &[".tree.tex"],
        text: "nodes and children without places, to edit by hand",
        supports: Supports::ShowAndStyle,
        shows: Show {
            boards: false,
            legend: false,
            ..Show::ALL
        },
        draws: true,
        bytes: 300,
        position_bytes: 40,
        comfort: Some(Comfort {
            max: tikz::MAX_NODES as u64,
            beyond: "LaTeX is slow and the page overflows",
        }),
        font_size: tikz::tree::font_size,
        fault: |it| tikz::tree::fault(it.unfolding),
        write: |it, out, _| at_once(tikz::tree::write(out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "csv",
        name: "Table (CSV)",
        extensions: &[".csv"],
        text: "a row for every node, for spreadsheets and statistics",
        supports: Supports::Show,
        shows: DATA,
        bytes: 110,
        comfort: Some(Comfort {
            max: csv::MAX_NODES as u64,
            beyond: "spreadsheets show no more than 1,048,575 of them",
        }),
        write: |it, out, ctl| Box::pin(csv::write(ctl, out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "md",
        name: "Report (Markdown)",
        extensions: &[".md"],
        text: "the board, its counts, the best line and a table of the moves",
        supports: Supports::Show,
        shows: Show {
            boards: false,
            legend: false,
            intervals: false,
            reach: false,
            ..Show::ALL
        },
        write: |it, out, _| at_once(markdown::write(out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "efg",
        name: "Extensive game",
        extensions: &[".efg"],
        text: "extensive game for Gambit and OpenSpiel",
        supports: Supports::Show,
        shows: Show {
            positions: true,
            moves: true,
            ends: true,
            notes: true,
            ..Show::NOTHING
        },
        bytes: 80,
        comfort: Some(Comfort {
            max: efg::MAX_NODES as u64,
            beyond: "Gambit's loading time grows quadratically",
        }),
        fault: |it| efg::fault(it.rated, it.unfolding),
        write: |it, out, ctl| Box::pin(efg::write(ctl, out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "html",
        name: "Interactive page",
        extensions: &[".html", ".htm"],
        text: "self-contained interactive page",
        supports: Supports::ShowAndStyle,
        shows: Show {
            reach: false,
            ..Show::ALL
        },
        draws: true,
        bytes: 8,
        position_bytes: 130,
        comfort: Some(Comfort {
            max: html::MAX_NODES,
            beyond: "slow in browsers",
        }),
        write: |it, out, _| at_once(html::write(out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "svg",
        name: "Picture (SVG)",
        extensions: &[".svg"],
        text: "the tree as the window draws it, for the web, slides and drawing programs",
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        picture: Some(PictureKind::Lines),
        bytes: 665,
        comfort: Some(Comfort {
            max: svg::MAX_NODES as u64,
            beyond: "browsers and drawing programs open them slowly",
        }),
        fault: |it| svg::fault(it.rated, it.unfolding, &it.figure),
        write: |it, out, _| at_once(svg::write(out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "pdf",
        name: "Picture (PDF)",
        extensions: &[".pdf"],
        text: "the same drawing on one page, with text that can be searched, for print",
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        picture: Some(PictureKind::Lines),
        bytes: 490,
        fault: |it| pdf::fault(it.rated, it.unfolding, &it.figure),
        write: |it, out, _| at_once(pdf::write(out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
    Format {
        id: "png",
        name: "Picture (PNG)",
        extensions: &[".png"],
        text: "the same picture in pixels",
        supports: Supports::ShowAndStyle,
        shows: Show::ALL,
        draws: true,
        picture: Some(PictureKind::Pixels),
        fault: |it| png::fault(it.rated, it.unfolding, &it.figure),
        write: |it, out, _| at_once(png::write(out, it.rated, it.unfolding, &it.figure)),
        ..ROW
    },
];
