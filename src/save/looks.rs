//! Whether a text looks like a script.

/// Whether a text starts as a script does, with the players or with a node. No position does.
pub(super) fn reads_as_script(text: &str) -> bool {
    let head = text.trim_start();
    if head.starts_with('{') || head.starts_with("#(") {
        return false;
    }
    let is_node = |statement: &str| {
        let node = statement.split_once(':');
        node.is_some_and(|(before, _)| before.split_whitespace().count() >= 2)
    };
    let statements = text.split(['\n', ';']).map(str::trim_start);
    let mut statements = statements.filter(|line| !line.is_empty() && !line.starts_with('#'));
    first_word(text) == Some("players") || statements.next().is_some_and(is_node)
}

/// The first word outside of comments.
fn first_word(text: &str) -> Option<&str> {
    text.lines()
        .map(str::trim_start)
        .find(|line| !line.is_empty() && (!line.starts_with('#') || line.starts_with("#(")))?
        .split_whitespace()
        .next()
}
