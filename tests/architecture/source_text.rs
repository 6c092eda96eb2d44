//! Rust source as words and paths: enough to see what a file names, and no more.

/// Takes comments, texts in quotes, single characters and what is for tests alone out.
pub fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let after = &rest[next.len_utf8()..];
        let word_before = code
            .chars()
            .last()
            .is_some_and(|c| c.is_alphanumeric() || c == '_');
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, after)| after);
        } else if next == 'r' && !word_before && after.trim_start_matches('#').starts_with('"') {
            let hashes = after.len() - after.trim_start_matches('#').len();
            let end = format!("\"{}", "#".repeat(hashes));
            let body = &after[hashes + 1..];
            let (inside, behind) = body.split_once(&end).unwrap_or((body, ""));
            rest = behind;
            empty_text(&mut code, inside);
        } else if next == '"' {
            let mut escaped = false;
            let end = after.find(|c| {
                let end = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                end
            });
            let inside = end.map_or(after, |end| &after[..end]);
            rest = end.map_or("", |end| &after[end + 1..]);
            empty_text(&mut code, inside);
        } else if next == '\'' && character_length(after).is_some() {
            rest = &after[character_length(after).unwrap_or(0)..];
            code.push_str("' '");
        } else {
            code.push(next);
            rest = after;
        }
    }
    without_tests(code)
}

/// Takes out each item that `#[cfg(test)]` is before, to its `;` or to the end of its block.
fn without_tests(mut code: String) -> String {
    while let Some(start) = code.find("#[cfg(test)]") {
        let mut depth = 0;
        let end = code[start..].find(|sign| {
            match sign {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            matches!(sign, '}' | ';') && depth == 0
        });
        code.replace_range(start..end.map_or(code.len(), |end| start + end + 1), "");
    }
    code
}

/// A text in quotes without what it says; its lines stay.
fn empty_text(code: &mut String, inside: &str) {
    code.push('"');
    code.extend(inside.chars().filter(|sign| *sign == '\n'));
    code.push('"');
}

/// How long the rest of a character in single quotes is, the closing quote included; `None` if a
/// lifetime stands here.
fn character_length(after: &str) -> Option<usize> {
    let mut characters = after.char_indices();
    let (_, first) = characters.next()?;
    if first == '\\' {
        return after[1..]
            .char_indices()
            .skip(1)
            .find(|(_, c)| *c == '\'')
            .map(|(at, _)| at + 2);
    }
    let (at, second) = characters.next()?;
    (second == '\'').then_some(at + 1)
}

/// Splits code into words and single signs; `::` is one sign.
pub fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for character in code.chars() {
        let word = character.is_alphanumeric() || character == '_';
        match tokens.last_mut() {
            Some(last) if word && in_word => last.push(character),
            Some(last) if character == ':' && last == ":" => last.push(':'),
            _ if character.is_whitespace() => {}
            _ => tokens.push(character.to_string()),
        }
        in_word = word;
    }
    tokens
}

/// Every path that begins with one of `heads`, as the words after it: braces are opened, so that
/// `crate::{a::b, c}` is `a b` and `c`.
pub fn paths(code: &str, heads: &[&str]) -> Vec<Vec<String>> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let begins = at == 0 || tokens[at - 1] != "::";
        if heads.contains(&token.as_str()) && begins {
            follow(&tokens[at + 1..], std::slice::from_ref(token), &mut found);
        }
    }
    found
}

/// Every path that is passed on by a `pub use`, `pub(crate) use` or the like, as in `paths`.
pub fn passed_on(code: &str) -> Vec<Vec<String>> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    for at in 1..tokens.len().saturating_sub(1) {
        let public = match tokens[at - 1].as_str() {
            "pub" => true,
            ")" => {
                let open = tokens[..at].iter().rposition(|token| token == "(");
                open.is_some_and(|open| open > 0 && tokens[open - 1] == "pub")
            }
            _ => false,
        };
        if public && tokens[at] == "use" {
            let head = std::slice::from_ref(&tokens[at + 1]);
            follow(&tokens[at + 2..], head, &mut found);
        }
    }
    found
}

/// Follows one path from behind its first word. Recursion is as deep as braces are nested.
fn follow(tokens: &[String], before: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    let mut at = 0;
    while tokens.get(at).is_some_and(|token| token == "::") {
        match tokens.get(at + 1).map(String::as_str) {
            Some("{") => {
                at += 2;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    if tokens[at] == "," {
                        at += 1;
                        continue;
                    }
                    let mut inner = path.clone();
                    inner.push(tokens[at].clone());
                    at += 1 + follow(&tokens[at + 1..], &inner, found);
                    // `a as b`
                    while tokens
                        .get(at)
                        .is_some_and(|token| token != "," && token != "}")
                    {
                        at += 1;
                    }
                }
                return at + 1;
            }
            Some(word) => {
                path.push(word.to_owned());
                at += 2;
            }
            None => break,
        }
    }
    found.push(path);
    at
}
