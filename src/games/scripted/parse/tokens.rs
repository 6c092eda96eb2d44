//! The tokens of a script, each with its location.

use crate::game::{NotationError, Rational, parse_rational, quoted};

/// A location in the script: line and column, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptPlace {
    pub line: usize,
    pub column: usize,
}

impl ScriptPlace {
    pub fn error(self, what: impl Into<String>, remedy: impl Into<String>) -> NotationError {
        NotationError {
            what: what.into(),
            line: Some(self.line),
            column: self.column,
            remedy: remedy.into(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    Quoted(String),
    Arrow,
    Comma,
    Colon,
    /// The end of a statement.
    Stop,
}

impl Token {
    pub fn shown(&self) -> String {
        match self {
            Self::Word(word) | Self::Quoted(word) => quoted(word),
            Self::Arrow => "'->'".to_owned(),
            Self::Comma => "','".to_owned(),
            Self::Colon => "':'".to_owned(),
            Self::Stop => "the end of the statement".to_owned(),
        }
    }
}

/// Reads one after another.
#[derive(Clone)]
pub(super) struct TokenReader<'a> {
    pub text: std::iter::Peekable<std::str::Chars<'a>>,
    pub here: ScriptPlace,
    /// A token that was peeked but not yet taken, with its location.
    pub ahead: Option<(Token, ScriptPlace)>,
    /// The comments since the last ones were taken.
    pub comments: Vec<String>,
}

impl<'a> TokenReader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text: text.chars().peekable(),
            here: ScriptPlace { line: 1, column: 1 },
            ahead: None,
            comments: Vec::new(),
        }
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.text.next()?;
        if next == '\n' {
            self.here.line += 1;
            self.here.column = 1;
        } else {
            self.here.column += 1;
        }
        Some(next)
    }

    /// The next token. A line break or `;` is a [`Token::Stop`], and so is the end of the text.
    pub fn token(&mut self) -> Result<(Token, ScriptPlace), NotationError> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(ahead);
        }
        loop {
            let at = self.here;
            let Some(&character) = self.text.peek() else {
                return Ok((Token::Stop, at));
            };
            match character {
                '\n' | ';' => {
                    self.advance();
                    return Ok((Token::Stop, at));
                }
                '#' => {
                    let mut comment = String::new();
                    while self.text.peek().is_some_and(|c| *c != '\n') {
                        comment.extend(self.advance());
                    }
                    let comment = comment.trim_start_matches('#').trim();
                    self.comments.push(comment.to_owned());
                }
                ',' => {
                    self.advance();
                    return Ok((Token::Comma, at));
                }
                ':' => {
                    self.advance();
                    return Ok((Token::Colon, at));
                }
                '"' => return Ok((Token::Quoted(self.quoted(at)?), at)),
                c if c.is_whitespace() => {
                    self.advance();
                }
                _ => {
                    let mut word = String::new();
                    while let Some(&c) = self.text.peek()
                        && !c.is_whitespace()
                        && !",:;#\"".contains(c)
                    {
                        word.push(c);
                        self.advance();
                    }
                    let token = if word == "->" {
                        Token::Arrow
                    } else {
                        Token::Word(word)
                    };
                    return Ok((token, at));
                }
            }
        }
    }

    fn quoted(&mut self, at: ScriptPlace) -> Result<String, NotationError> {
        self.advance();
        let mut out = String::new();
        loop {
            match self.advance() {
                None => {
                    return Err(at.error("missing closing quote", "write \" at its end"));
                }
                Some('"') => return Ok(out),
                Some('\\') => match self.advance() {
                    Some('n') => out.push('\n'),
                    Some(c @ ('"' | '\\')) => out.push(c),
                    _ => {
                        return Err(at.error(
                            "a quoted word has a backslash that stands for nothing",
                            "write \\\\ for a backslash, \\\" for a quote, \\n for a line break",
                        ));
                    }
                },
                Some(c) => out.push(c),
            }
        }
    }

    pub fn peek(&mut self) -> Result<&Token, NotationError> {
        if self.ahead.is_none() {
            self.ahead = Some(self.token()?);
        }
        match &self.ahead {
            Some((token, _)) => Ok(token),
            None => Ok(&Token::Stop),
        }
    }

    pub fn word(
        &mut self,
        role: &str,
        remedy: &str,
    ) -> Result<(String, ScriptPlace), NotationError> {
        match self.token()? {
            (Token::Word(word) | Token::Quoted(word), at) => Ok((word, at)),
            (other, at) => Err(at.error(
                format!("{role} is missing: there is {}", other.shown()),
                remedy,
            )),
        }
    }

    pub fn expect(&mut self, expected: &Token, remedy: &str) -> Result<(), NotationError> {
        let (token, at) = self.token()?;
        if token == *expected {
            return Ok(());
        }
        Err(at.error(
            format!("expected {}, found {}", expected.shown(), token.shown()),
            remedy,
        ))
    }

    /// A number, or `?` where it isn't known yet.
    pub fn number(&mut self) -> Result<(Option<Rational>, ScriptPlace), NotationError> {
        let (token, at) = self.token()?;
        if is_open(&token) {
            return Ok((None, at));
        }
        let number = match &token {
            Token::Word(word) => parse_rational(word),
            _ => None,
        };
        number.map(|number| (Some(number), at)).ok_or_else(|| {
            at.error(
                format!("not a number: {}", token.shown()),
                "write a whole number, a fraction such as 1/3, a decimal such as 0.25, or ? where it isn't \
                 known yet",
            )
        })
    }
}

/// Whether a number, or all that a node needs, isn't known yet.
pub(super) fn is_open(token: &Token) -> bool {
    matches!(token, Token::Word(word) if word == "?")
}
