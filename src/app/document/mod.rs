//! The open document: its tree, edits and notes; building, reading, writing and recovery.
//!
//! A note belongs to a node, or to a line as long as that isn't unfolded. Files are read and
//! written from a copy on named threads; a document changes only when its successor is complete.
//! `supposing` has the ratings under assumptions, with the graphs of replaced positions. `playing`
//! is the running game.

pub(crate) mod building;
pub(crate) mod files;
pub(crate) mod model;
pub(crate) mod playing;
pub(crate) mod recognise;
pub(crate) mod recovery;
pub(crate) mod saving;
pub(crate) mod settings;
pub(crate) mod snapshot;
pub(crate) mod supposing;
pub(crate) mod teaching;
pub(crate) mod typed;
pub(crate) mod worker;

pub(crate) use self::saving::{MAX_TYPED, Opening, Refused, read_typed, refused};
pub(crate) use self::saving::{Next, Question, stop_typing};
pub(crate) use self::teaching::{Opened, Practised};
pub(crate) use self::typed::{MadeFor, OfTree};
pub(crate) use building::Polled;
pub(crate) use files::{Ready, percent, suggested_stem, titled};
pub(crate) use model::{Begun, Document, Words};
pub(crate) use playing::{GameMark, Ground, KeptGame, Playing, Rolling, Thrown};
pub(crate) use recognise::{
    Recognised, describe_opened, game_words, is_square, kept_rules, lisp_array, position_text,
    usual_setup,
};
pub(crate) use recovery::{
    Beside, ExerciseMark, Keeping, Kept, KeptExercise, Omitted, Origin, OrphanFile, Recovery,
    RecoveryFile, Restored, RestoredExercise, Unsaved,
};
pub(crate) use saving::{Filing, Outcome, Purpose, Request, Writing, same_file, saved, shown_path};
pub(crate) use settings::Settings;
pub(crate) use snapshot::{Size, Snapshot, lost_in};
pub(crate) use supposing::{AT_ONCE, Changing, FEW, Supposing, key_of};
pub(crate) use teaching::{TEACHING, Teaching};
pub(crate) use typed::{Field, Typed, TypedTexts};
pub(crate) use worker::{Message, Worker};
