//! Opens documents from the window on a background thread. The open document stays until the new
//! one is there.

use std::path::PathBuf;

use super::files::{self, Ready};
use super::model::{Begun, Words};
use super::recognise::{is_square, kept_rules, lisp_array, setup_of, why_not};
use crate::app::base::{Cancelled, Job};
use crate::game::Refusal;
use crate::games::Setup;
use crate::rating::Options;
use crate::save;
use crate::session::Wanted;
use crate::tree::Limits;

/// Maximum bytes of a text that is read synchronously, and can be corrected in a dialog.
pub const MAX_TYPED: usize = 1 << 14;

/// Why something can't be opened.
pub(crate) struct Refused {
    pub(crate) why: Refusal,
    /// The file, where it is certain that there is none.
    pub(crate) missing: Option<PathBuf>,
    /// The typed or pasted text, if it can be corrected.
    pub(crate) typed: Option<String>,
}

/// A document being read.
pub(crate) type Opening = Job<Result<Ready, Refused>>;

pub(crate) fn refused(why: Refusal) -> Refused {
    Refused {
        why,
        missing: None,
        typed: None,
    }
}

/// Reads the typed or pasted text.
pub(crate) async fn read_typed(
    text: &str,
    open: &Setup,
    options: Options,
    usual: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refused> {
    let read = if save::is_file(text) {
        files::read_text(text.as_bytes(), "the pasted text", usual, cancelled).await
    } else {
        begin(text, open, options, usual)
    };
    read.map_err(|error| Refused {
        typed: Some(if text.len() <= MAX_TYPED {
            text.to_owned()
        } else {
            String::new()
        }),
        ..refused(error)
    })
}

fn begin(text: &str, open: &Setup, options: Options, usual: Limits) -> Result<Ready, Refusal> {
    let columns = lisp_array(text)
        .filter(|array| is_square(*array))
        .map(|(_, columns)| columns);
    let setup = setup_of(text, open, columns).map_err(|error| why_not(text, error))?;
    // The rating options of the open board are kept with its rules; limits are a board's own.
    let same = setup.game == open.game && setup.switches == open.switches;
    let options = if same { options } else { Options::default() };
    let wanted = Wanted {
        limits: usual,
        options,
    };
    let kept = kept_rules(&setup, open);
    let begun = Begun::new(setup, wanted, "")?;
    let notice = kept.map(|rules| format!("Opened by the rules of the board before: {rules}"));
    Ok(Ready::Begun(Box::new((begun, Words::default())), notice))
}
