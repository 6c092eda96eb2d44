//! Finds the places in which a fault can be planted.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ImplItemFn, ItemFn, ReturnType, Stmt, Type};

/// A fault that can be planted.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its switch, once it is drawn.
    pub number: u32,
    /// The file, from the project's folder.
    pub file: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// What is done, in words.
    pub what: String,
    /// The line as it is.
    pub source: String,
    /// The bytes that are replaced …
    pub range: Range<usize>,
    /// … and what replaces them. `{is}` stands for its switch.
    pub new: String,
}

impl Mutant {
    /// What a reason names it by: the line's text, since its number changes too often.
    pub fn key(&self) -> String {
        format!("{}: {}: {}", self.file.display(), self.what, self.source)
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.what)
    }
}

/// All that are possible in the files of a folder, in the order of their names.
pub fn in_folder(root: &Path, folder: &Path, all: &mut Vec<Mutant>) -> Result<(), String> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
            .map_err(fault)?
            .map(|entry| Ok(entry.map_err(fault)?.path()))
            .collect::<Result<_, String>>()?;
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                in_file(root, &path, all)?;
            }
        }
    }
    Ok(())
}

fn in_file(root: &Path, path: &Path, all: &mut Vec<Mutant>) -> Result<(), String> {
    // Where all of a file are tests.
    if path.file_stem().is_some_and(|stem| stem == "tests") {
        return Ok(());
    }
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path:?}: {error}"))?;
    let file = syn::parse_file(&text).map_err(|error| format!("{path:?}: {error}"))?;
    let mut finder = Finder {
        text: &text,
        file: path.strip_prefix(root).unwrap_or(path).to_owned(),
        all,
        constant: 0,
    };
    finder.visit_file(&file);
    Ok(())
}

struct Finder<'a> {
    text: &'a str,
    file: PathBuf,
    all: &'a mut Vec<Mutant>,
    /// How many constants it is in: nothing can be switched there.
    constant: usize,
}

impl Finder<'_> {
    fn source(&self, span: Span) -> &str {
        &self.text[span.byte_range()]
    }

    /// Plants one on a single line; others are left out, so that lines keep their numbers.
    fn plant(&mut self, span: Span, what: String, new: String) {
        let range = span.byte_range();
        let of_one_line = !self.text[range.clone()].contains('\n');
        if self.constant == 0 && of_one_line {
            let line = span.start().line;
            let (number, file) = (0, self.file.clone());
            let source = self.text.lines().nth(line - 1).unwrap_or_default();
            let source = source.trim().to_owned();
            self.all.push(Mutant {
                number,
                file,
                line,
                what,
                source,
                range,
                new,
            });
        }
    }

    fn condition(&mut self, condition: &Expr) {
        if holds_let(condition) {
            return;
        }
        let old = self.source(condition.span()).to_owned();
        self.plant(
            condition.span(),
            format!("`{old}` is turned round"),
            format!("(({old}) ^ {{is}})"),
        );
    }

    /// What a function gives at once instead.
    fn instead(&mut self, output: &ReturnType, block: &syn::Block) {
        let ReturnType::Type(_, of) = output else {
            return;
        };
        let Type::Path(path) = &**of else {
            return;
        };
        let Some(last) = path.path.segments.last() else {
            return;
        };
        let values: &[&str] = match last.ident.to_string().as_str() {
            "bool" => &["true", "false"],
            "Option" => &["None"],
            "Vec" => &["Vec::new()"],
            "String" => &["String::new()"],
            "usize" | "u8" | "u16" | "u32" | "u64" | "i64" | "i128" => &["0", "1"],
            "f64" => &["0.0", "1.0"],
            _ => return,
        };
        let open = block.brace_token.span.open();
        for value in values {
            let new = format!("{{ if {{is}} {{ return {value}; }}");
            self.plant(open, format!("the function gives `{value}`"), new);
        }
    }
}

/// Whether a condition binds something.
fn holds_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) => holds_let(&both.left) || holds_let(&both.right),
        _ => false,
    }
}

/// The operator that stands in another's place.
fn other(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "/",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::BitAndAssign(_) => "|=",
        _ => return None,
    })
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("test")
            || (path.is_ident("cfg")
                && attribute
                    .meta
                    .require_list()
                    .is_ok_and(|list| list.tokens.to_string().contains("test")))
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            if item.sig.asyncness.is_none() {
                self.instead(&item.sig.output, &item.block);
            }
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            if item.sig.asyncness.is_none() {
                self.instead(&item.sig.output, &item.block);
            }
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        self.condition(&branch.cond);
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_while(&mut self, looped: &'ast syn::ExprWhile) {
        self.condition(&looped.cond);
        visit::visit_expr_while(self, looped);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
        if let Some(op) = other(&both.op)
            && !holds_let(&both.left)
            && !holds_let(&both.right)
        {
            let [left, old, right] =
                [both.left.span(), both.op.span(), both.right.span()].map(|span| self.source(span));
            let what = format!("`{old}` is `{op}` in `{left} {old} {right}`");
            let new =
                format!("(if {{is}} {{ {left} {op} {right} }} else {{ {left} {old} {right} }})");
            self.plant(both.span(), what, new);
        }
        visit::visit_expr_binary(self, both);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if !matches!(unary.op, syn::UnOp::Deref(_)) {
            let (old, inner) = (self.source(unary.span()), self.source(unary.expr.span()));
            let what = format!("`{old}` is `{inner}`");
            let new = format!("(if {{is}} {{ {inner} }} else {{ {old} }})");
            self.plant(unary.span(), what, new);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        match &literal.lit {
            syn::Lit::Bool(old) => {
                let (old, new) = (old.value, !old.value);
                self.plant(
                    literal.span(),
                    format!("`{old}` is `{new}`"),
                    format!("({old} ^ {{is}})"),
                );
            }
            syn::Lit::Int(old) => {
                let old = old.to_string();
                self.plant(
                    literal.span(),
                    format!("`{old}` is one more"),
                    format!("(if {{is}} {{ {old} + 1 }} else {{ {old} }})"),
                );
            }
            _ => {}
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(Expr::MethodCall(_) | Expr::Call(_), Some(_)) = statement {
            let old = self.source(statement.span()).to_owned();
            self.plant(
                statement.span(),
                format!("`{old}` is left out"),
                format!("if !{{is}} {{ {old} }}"),
            );
        }
        visit::visit_stmt(self, statement);
    }
}
