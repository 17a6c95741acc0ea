//! The documentation shows what the examples are.

#[test]
fn the_small_game_of_the_documentation_is_the_example_that_is_built() {
    let page = include_str!("../../docs/own-generator.md");
    let example = include_str!("../../examples/own_game.rs");
    let blocks: Vec<&str> = page
        .split("```rust")
        .skip(1)
        .map(|block| block.split("```").next().unwrap())
        .map(|block| block.split_once('\n').unwrap().1)
        .collect();
    // The second is the main of the command line.
    for block in [blocks[0], blocks[2]] {
        assert!(example.contains(block), "{block}");
    }
    assert_eq!(blocks.len(), 3);
}

#[test]
#[cfg(not(windows))]
fn every_fault_of_the_trial_of_mutations_can_be_put_in() {
    let list = include_str!("../mutations.txt");
    for fault in list.split("\n[").skip(1) {
        let field = |name: &str| {
            let lines = fault.lines().filter_map(|line| line.strip_prefix(name));
            lines.collect::<Vec<_>>().join("\n")
        };
        let path = format!("{}/{}", env!("CARGO_MANIFEST_DIR"), field("file "));
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(text.matches(&field("find ")).count(), 1, "[{fault}");
    }
}
