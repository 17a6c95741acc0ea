//! The golden files themselves: each names its version, and a version's results are not changed.

use crate::golden::{Version, compare, folder, may_replace};

#[test]
fn every_golden_file_names_the_version_that_it_belongs_to() {
    for (version, named, files) in [
        (
            Version::Generation,
            "GENERATION_VERSION",
            ["maps-rogue.txt", "rng.txt", "conduit.txt"],
        ),
        (
            Version::Rules,
            "RULES_VERSION",
            ["runs.txt", "random-runs.txt", "levels.txt"],
        ),
    ] {
        for file in files {
            let text = std::fs::read_to_string(folder().join(file)).unwrap();
            assert!(text.starts_with(&version.header()), "{file}");
            // A changed line is refused, and the message names the version to raise.
            let error = compare(version, file, "something else\n").unwrap_err();
            assert!(error.contains(named), "{error}");
        }
    }
}

#[test]
fn results_of_a_version_may_be_added_but_not_changed() {
    let golden = "# version 1\na 1\nb 2\n";
    assert!(may_replace("", golden));
    assert!(may_replace(golden, "# version 1\na 1\na 3\nb 2\nc 4\n"));
    assert!(may_replace(golden, "# version 2\na 5\n"));
    for made in [
        "# version 1\na 1\n",
        "# version 1\na 2\nb 2\n",
        "# version 1\nb 2\na 1\n",
    ] {
        assert!(!may_replace(golden, made), "{made}");
    }
}
