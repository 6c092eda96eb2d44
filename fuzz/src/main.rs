//! One program for all targets: `DOOMTREE_FUZZ` names the one that runs. What has to hold of each
//! reader stands in `targets`, which the tests run too, without a fuzzer.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the script gives the seeds, the tests read them")]
mod targets;

static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let run = TARGET.get_or_init(|| {
        let name = std::env::var("DOOMTREE_FUZZ").expect("DOOMTREE_FUZZ names a target");
        let target = targets::TARGETS.iter().find(|target| target.name == name);
        target.expect("there is such a target").run
    });
    run(data);
});
