//! The open document: its tree, edits and notes; building, reading, writing and recovery.
//!
//! A note belongs to a node, or to a line as long as that isn't unfolded. Files are read and
//! written from a copy on named threads; a document changes only when its successor is complete.
//! `what_if_ratings` has the ratings under assumptions, with the graphs of replaced positions. `playing`
//! is the running game.

pub(crate) mod building;
pub(crate) mod examples;
pub(crate) mod files;
pub(crate) mod model;
pub(crate) mod playing;
pub(crate) mod recognise;
pub(crate) mod recovery;
pub(crate) mod settings;
pub(crate) mod snapshot;
pub(crate) mod typed;
pub(crate) mod what_if_ratings;
pub(crate) mod worker;

pub(crate) use building::Polled;
pub(crate) use examples::{IncludedExample, Opened, Practised, TEACHING};
pub(crate) use files::{
    AfterPrompt, FileWrite, Filing, MAX_TYPED, OpenRefused, Opening, Purpose, Ready, SavePrompt,
    SaveResult, WriteRequest, percent, read_typed, refused, same_file, saved, shown_path,
    stop_typing, suggested_stem, titled,
};
pub(crate) use model::{Document, DocumentNames, StartedDocument};
pub(crate) use playing::{GameMark, GameRoot, KeptGame, Playing, Rolling, Thrown};
pub(crate) use recognise::{
    Recognised, describe_opened, game_words, is_square, kept_rules, lisp_array, position_text,
    usual_setup,
};
pub(crate) use recovery::{
    DataBesideTree, ExerciseMark, Keeping, KeptExercise, KeptState, Omitted, Origin, OrphanFile,
    Recovery, RecoveryFile, Restored, RestoredExercise, UnsavedData,
};
pub(crate) use settings::Settings;
pub(crate) use snapshot::{OutputSize, Snapshot, lost_in};
pub(crate) use typed::{MadeFor, OfTree, Typed, TypedPlace, TypedTexts};
pub(crate) use what_if_ratings::{AT_ONCE, Changing, FEW, WhatIfRatings, key_of};
pub(crate) use worker::{Message, Worker};
