//! Searches: what they find is what a look at every map finds, however the work is divided.

use std::thread;

use undercroft_core::map::Steps;
use undercroft_core::mapgen::metric::Metrics;
use undercroft_core::mapgen::{ALL, MapSpec};
use undercroft_core::rng::{Seed, SeedRange};
use undercroft_core::search::{Collector, Findings, Found, Question, Scratch, Search};

fn question(kind: &str, condition: &str, order: &str, count: usize) -> Question {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Question {
        variants: kind.parse().unwrap(),
        condition: given(condition).map(|text| text.parse().unwrap()),
        steps: Steps::Four,
        order: given(order).map(|text| text.parse().unwrap()),
        count,
    }
}

fn seeds(text: &str) -> SeedRange {
    text.parse().unwrap()
}

/// Searches in one piece after another; returns the number of pieces that were looked at, too.
fn run(search: &Search) -> (Found, u64) {
    let mut collector = Collector::new(search.question());
    let mut scratch = Scratch::default();
    for piece in 0..search.pieces() {
        if collector
            .take(search.look_at(piece, &mut scratch))
            .is_break()
        {
            return (collector.finish(), piece + 1);
        }
    }
    (collector.finish(), search.pieces())
}

fn codes(question: &Question, found: &Found) -> Vec<String> {
    let matches = found.matches.iter();
    matches
        .map(|found| question.spec(found).to_string())
        .collect()
}

/// The metrics of a map by their names.
fn figure(metrics: &Metrics, name: &str) -> u64 {
    let figures = metrics.figures();
    figures.iter().find(|figure| figure.0 == name).unwrap().1
}

/// A condition in words, and as a look at the metrics by their names.
type Case = (&'static str, fn(&dyn Fn(&str) -> u64) -> bool);

const CASES: [Case; 7] = [
    ("loops >= 3 && longest_steps >= 60", |of| {
        of("loops") >= 3 && of("longest_steps") >= 60
    }),
    ("open in 30%..45%", |of| (30..45).contains(&of("open"))),
    ("dead_ends == 0 || corridors > 20", |of| {
        of("dead_ends") == 0 || of("corridors") > 20
    }),
    ("!(choke_points < 40) && rooms in 0..=9", |of| {
        of("choke_points") >= 40 && of("rooms") <= 9
    }),
    ("farthest_steps == longest_steps", |of| {
        of("farthest_steps") == of("longest_steps")
    }),
    ("open > 37 && !(loops > 5 || dead_ends != 1)", |of| {
        of("open") > 37 && of("loops") <= 5 && of("dead_ends") == 1
    }),
    ("farthest_steps < 90 && choke_points > 12", |of| {
        of("farthest_steps") < 90 && of("choke_points") > 12
    }),
];

#[test]
fn a_search_finds_what_a_look_at_every_map_finds() {
    let (mut matches, mut misses) = (0, 0);
    for generator in ALL {
        let name = generator.info().name;
        let maps: Vec<(String, Metrics)> = (0..40)
            .map(|seed| format!("{name}/60x40#{seed}"))
            .map(|code| {
                let map = code.parse::<MapSpec>().unwrap().generate().unwrap();
                (code, Metrics::of(&map))
            })
            .collect();
        for (condition, is_match) in CASES {
            let search = Search::new(
                question(&format!("{name}/60x40"), condition, "", 1000),
                seeds("0..40"),
            );
            let (found, _) = run(&search);
            let expected: Vec<&(String, Metrics)> = maps
                .iter()
                .filter(|(_, metrics)| is_match(&|name| figure(metrics, name)))
                .collect();
            let names = search.question().metrics();
            assert_eq!(found.matched, Some(expected.len() as u64));
            assert_eq!(found.matches.len(), expected.len(), "{name}: {condition}");
            for (found, (code, metrics)) in found.matches.iter().zip(expected) {
                assert_eq!(search.question().spec(found).to_string(), *code);
                let figures = names.iter().map(|metric| figure(metrics, metric.name()));
                assert!(
                    figures.eq(found.figures.iter().copied()),
                    "{code}: {condition}"
                );
            }
            matches += found.matches.len();
            misses += maps.len() - found.matches.len();
        }
    }
    assert!(matches > 200 && misses > 1000, "{matches} {misses}");
}

#[test]
fn a_piece_of_maps_that_take_long_holds_few() {
    let pieces = |kind| Search::new(question(kind, "loops >= 1", "", 9), seeds("0..1024")).pieces();
    assert_eq!(pieces("caves/32x32"), 4);
    assert_eq!(pieces("caves/80x50"), 4);
    assert_eq!(pieces("waves/64x64"), 256);
    assert_eq!(pieces("caves/64x64|waves"), 512);
    assert_eq!(pieces("waves/256x256"), 1024);
}

#[test]
fn workers_that_share_the_pieces_find_the_same() {
    let search = Search::new(
        question(
            "rooms/50x40/tries=20..=23",
            "loops >= 2",
            "-longest_steps",
            50,
        ),
        seeds("100..900"),
    );
    assert!(search.pieces() > 8);
    let (expected, _) = run(&search);
    assert_eq!(expected.matches.len(), 50);
    for workers in [2, 3] {
        let share = |worker: u64| {
            let mut scratch = Scratch::default();
            // The last first: the order of the work does not matter, that of the findings does.
            let pieces = (0..search.pieces()).rev();
            let mine = pieces.filter(move |piece| piece % workers == worker);
            mine.map(|piece| (piece, search.look_at(piece, &mut scratch)))
                .collect::<Vec<_>>()
        };
        let mut findings: Vec<(u64, Findings)> = thread::scope(|scope| {
            let running: Vec<_> = (0..workers)
                .map(|worker| scope.spawn(move || share(worker)))
                .collect();
            running
                .into_iter()
                .flat_map(|worker| worker.join().unwrap())
                .collect()
        });
        findings.sort_by_key(|(piece, _)| *piece);
        let mut collector = Collector::new(search.question());
        for (_, findings) in findings {
            assert!(collector.take(findings).is_continue());
        }
        assert_eq!(collector.finish(), expected);
    }
}

#[test]
fn a_search_in_parts_and_joined_is_the_whole_search() {
    for (condition, order, count) in [
        ("loops >= 1", "", 1000),
        ("loops >= 1", "", 20),
        ("loops >= 1", "longest_steps", 1000),
        ("loops >= 1", "loops", 20),
        ("", "-open", 7),
        ("loops >= 100", "", 5),
    ] {
        let question = question("rooms/30x20/margin=0..=2", condition, order, count);
        let search = |range: &str| Search::new(question.clone(), seeds(range));
        let (whole, _) = run(&search("0..700"));
        assert!(
            whole.matches.len() > 6 || condition == "loops >= 100",
            "{condition}"
        );
        for cuts in [
            &[0, 700][..],
            &[0, 1, 700],
            &[0, 300, 350, 700],
            &[0, 86, 171, 500, 700],
        ] {
            let mut parts: Vec<Found> = cuts
                .windows(2)
                .map(|cut| run(&search(&format!("{}..{}", cut[0], cut[1]))).0)
                .collect();
            // In any order.
            parts.reverse();
            assert_eq!(
                Collector::merge(&question, parts),
                whole,
                "{condition} {order} {cuts:?}"
            );
        }
    }
}

#[test]
fn a_search_that_is_not_sorted_ends_with_the_last_match_that_it_keeps() {
    let ask = |order| {
        Search::new(
            question("rooms/80x50", "loops >= 1", order, 5),
            seeds("0..=999999999999"),
        )
    };
    let search = ask("");
    assert!(search.pieces() > 1_000_000_000);
    let (found, pieces) = run(&search);
    assert_eq!((pieces, found.matched, found.failed), (1, None, None));
    let small = Search::new(
        question("rooms/80x50", "loops >= 1", "", 1000),
        seeds("0..2000"),
    );
    let (all, _) = run(&small);
    assert_eq!(found.matches, all.matches[..5]);
    // The best may be the very last.
    let mut scratch = Scratch::default();
    let mut collector = Collector::new(ask("loops").question());
    assert!(
        collector
            .take(search.look_at(0, &mut scratch))
            .is_continue()
    );
}

#[test]
fn the_best_come_first_and_ties_are_by_seed_and_kind() {
    let kinds = "rooms/40x30/extra=0..=2";
    let search = |order, count| {
        run(&Search::new(
            question(kinds, "", order, count),
            seeds("0..400"),
        ))
    };
    for (order, sign) in [("loops", -1), ("-loops", 1)] {
        let (found, _) = search(order, 1200);
        assert_eq!(found.matches.len(), 1200);
        let key = |index: usize| {
            let found = &found.matches[index];
            (sign * found.figures[0] as i64, found.seed, found.variant)
        };
        let (mut ties, mut twins) = (0, 0);
        for index in 1..1200 {
            let (before, after) = (key(index - 1), key(index));
            assert!(before < after);
            ties += usize::from(before.0 == after.0);
            twins += usize::from(before.0 == after.0 && before.1 == after.1);
        }
        assert!(ties > 1000 && twins > 50, "{ties} {twins}");
        for count in [1, 9, 1199] {
            assert_eq!(search(order, count).0.matches, found.matches[..count]);
        }
    }
}

#[test]
fn a_worker_may_stop_after_any_piece_and_has_what_it_found() {
    let search = Search::new(
        question("caves/80x50", "loops >= 2", "", 10_000),
        seeds("0..3000"),
    );
    let (whole, pieces) = run(&search);
    let mut collector = Collector::new(search.question());
    let mut scratch = Scratch::default();
    let mut messages = [false, false, true, false].into_iter();
    for piece in 0..pieces {
        let is_cancelled = messages.next().unwrap();
        if is_cancelled
            || collector
                .take(search.look_at(piece, &mut scratch))
                .is_break()
        {
            break;
        }
    }
    let part = collector.finish();
    assert!((1..whole.matches.len()).contains(&part.matches.len()));
    assert_eq!(part.matches, whole.matches[..part.matches.len()]);
    let last = part.matches.last().unwrap().seed;
    assert!(last < Seed(2 * search.maps_in(0)));
}

#[test]
fn maps_that_cannot_be_made_are_counted_and_the_first_is_named() {
    let search = Search::new(
        question("rooms/7x7/tries=1..=2", "rooms >= 1", "", 5000),
        seeds("0..1000"),
    );
    let (found, _) = run(&search);
    let is_made = |seed: u64, tries: u64| {
        let code = format!("rooms/7x7/tries={tries}#{seed}");
        code.parse::<MapSpec>().unwrap().generate().is_ok()
    };
    let maps = (0..1000).flat_map(|seed| [(seed, 1), (seed, 2)]);
    let failed: Vec<(u64, u64)> = maps
        .filter(|(seed, tries)| !is_made(*seed, *tries))
        .collect();
    assert_eq!(found.failed, Some(failed.len() as u64));
    assert_eq!(found.matched, Some(2000 - failed.len() as u64));
    let (seed, tries) = failed[0];
    assert_eq!(found.first_failure, Some((Seed(seed), tries as usize - 1)));
    assert!(failed.len() > 100);
}

#[test]
fn a_scratch_that_served_another_search_makes_no_difference() {
    let mut scratch = Scratch::default();
    for (kind, condition) in [
        ("rogue/200x90", "loops >= 1"),
        ("caves/80x50", "choke_points >= 1"),
        ("rooms/20x20", "longest_steps >= 20"),
    ] {
        let search = Search::new(question(kind, condition, "", 100), seeds("0..20"));
        let findings = search.look_at(0, &mut scratch);
        let fresh = search.look_at(0, &mut Scratch::default());
        assert_eq!(findings.matches, fresh.matches, "{kind}");
        assert!(
            !codes(search.question(), &run(&search).0).is_empty(),
            "{kind}"
        );
    }
}
