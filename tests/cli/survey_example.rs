//! The survey in Python: run over two processes, and compared with what the program says itself.
//! It needs Python with Dask.

use support::cli::{Answer, doomtree, program};
use support::outside::{has, python};

#[test]
fn forty_boards_are_rated_over_two_processes_and_make_a_table() {
    let words = "Python has no Dask (pip install 'dask[distributed]')";
    if !has(python().args(["-c", "import dask.bag, distributed"]), words) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("boards.csv");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/survey/survey.py");
    let answer = Answer::of(
        python()
            .arg(script)
            .args(["--boards", "40", "--workers", "2", "--share", "7"])
            .args(["--rows", "2", "--columns", "3"])
            .arg("--doomtree")
            .arg(program().get_program())
            .arg("--table")
            .arg(&table)
            .args(["--", "--max-nodes", "2000"])
            // Dask keeps files of its own where it is started.
            .current_dir(folder.path()),
    );
    let summary = answer.expect(0);
    let line = |start: &str| {
        let line = summary.lines().find(|line| line.starts_with(start));
        line.unwrap_or_else(|| panic!("{start}: {summary}"))
            .to_owned()
    };
    assert!(line("boards ").ends_with(" 40"), "{summary}");
    assert!(line("faults ").ends_with(" 0"), "{summary}");
    let text = std::fs::read_to_string(&table).expect("the table");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("board,position,positions,moves,tree_nodes,longest_line,rating_a,certain,fault")
    );
    let mut rows = 0;
    for (number, line) in (1..).zip(lines) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[0], number.to_string());
        rows += 1;
        if number > 3 {
            continue;
        }
        let own = doomtree(&["rate", fields[1], "--json", "--max-nodes", "2000"]);
        let own: serde_json::Value = serde_json::from_str(&own.output).expect("JSON");
        assert_eq!(own["positions"].to_string(), fields[2]);
        assert_eq!(own["tree_nodes"], fields[4]);
        assert_eq!(own["rating"]["a"], fields[6]);
    }
    assert_eq!(rows, 40);
}
