"""Compares exported maps, as other programs read them, with their text form. Run by scripts/formats."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytiled_parser

SEEDS = 20
# Layers in which the uppermost tile counts.
LAYERS = ["ground", "walls", "things"]


def run(*args):
    return subprocess.run([str(arg) for arg in args], check=True, capture_output=True, text=True).stdout


def read_tiled(path):
    """Returns the rows of a Tiled map as names of kinds of tile, and its objects by class."""
    world = pytiled_parser.parse_map(path)
    names = {}
    for first, tileset in world.tilesets.items():
        for number, tile in tileset.tiles.items():
            names[first + number] = tile.class_
            assert tile.properties["name"] == tile.class_, path
    layers = {layer.name: layer for layer in world.layers}
    assert list(layers) == [*LAYERS, "collision", "places"], path
    width, height = int(world.map_size.width), int(world.map_size.height)
    rows = [["wall"] * width for _ in range(height)]
    for name in LAYERS:
        for row, data in zip(rows, layers[name].data, strict=True):
            for x, number in enumerate(data):
                if number:
                    row[x] = names[number]
    objects = {}
    for thing in layers["places"].tiled_objects:
        objects.setdefault(thing.class_, []).append(thing)
    return rows, objects, world.properties


def check_map(program, folder, code, draw):
    text = run(program, "generate", "--seed", code).splitlines()
    paths = {ending: folder / f"map.{ending}" for ending in ["json", "tmx", "tmj"]}
    for path in paths.values():
        run(program, "generate", "--seed", code, "--out", path)
    document = json.loads(paths["json"].read_text())
    jsonschema.validate(document, check_map.schema)
    assert document["tiles"] == text, code
    kinds = {character: meaning["name"] for character, meaning in document["legend"].items()}
    kinds["@"] = "floor"
    expected = [[kinds[character] for character in row] for row in text]
    for ending in ["tmx", "tmj"]:
        rows, objects, properties = read_tiled(paths[ending])
        assert rows == expected, (code, ending)
        assert properties["share_code"] == code, (code, ending)
        start = objects["start"][0].coordinates
        assert text[int(start.y // 16)][int(start.x // 16)] == "@", (code, ending)
        assert len(objects.get("room", [])) == len(document["rooms"]), (code, ending)
        # A converted map is the same.
        again = run(program, "convert", paths[ending]).splitlines()
        assert again == text, (code, ending)
    if draw:
        picture = folder / (code.split("/")[0] + ".png")
        run("tmxrasterizer", "--hide-layer", "places", paths["tmx"], picture)
        size = [int.from_bytes(picture.read_bytes()[at : at + 4], "big") for at in (16, 20)]
        assert size == [16 * len(text[0]), 16 * len(text)], code


def main():
    program, folder = Path(sys.argv[1]), Path(sys.argv[2])
    check_map.schema = json.loads(run(program, "schema"))
    jsonschema.validators.validator_for(check_map.schema).check_schema(check_map.schema)
    generators = json.loads(run(program, "generators", "--json"))["generators"]
    for generator in generators:
        for seed in range(SEEDS):
            check_map(program, folder, f"{generator['name']}/61x41#{seed}", seed == 0)
    drawn = folder / "drawn.txt"
    drawn.write_text("#######\n#@.+.>#\n#######\n")
    document = json.loads(run(program, "convert", drawn, "--format", "json"))
    jsonschema.validate(document, check_map.schema)
    print(f"{len(generators) * SEEDS} maps read by pytiled-parser and jsonschema, {len(generators)} drawn by Tiled")


main()
