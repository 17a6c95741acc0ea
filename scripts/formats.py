"""Compares exported maps, as other programs and libraries read them, with their text form. Run by scripts/formats.

No library reads Universal VTT or the hex form of mazes: `read_vtt` follows the description of the format that its makers
publish (https://arkenforge.com/universal-vtt-files/), `read_hex` that of `undercroft generate --help`. LDtk's projects are
read by the crate ldtk2, in tests/commands/export.
"""

import base64
import csv
import io
import json
import struct
import subprocess
import sys
from pathlib import Path

import godot_parser
import jsonschema
import pytiled_parser
import pytmx
from PIL import Image

SIZE = "61x41"
# Layers in which the uppermost tile counts.
LAYERS = ["ground", "walls", "things"]

NUMBER = {"type": "number"}
POINT = {"type": "object", "required": ["x", "y"], "properties": {"x": NUMBER, "y": NUMBER}}
LINES = {"type": "array", "items": {"type": "array", "minItems": 2, "items": POINT}}
COLOUR = {"type": "string", "pattern": "^[0-9a-f]{8}$"}


def objects(**properties):
    return {"type": "object", "required": list(properties), "properties": properties}


VTT = objects(
    format=NUMBER,
    resolution=objects(map_origin=POINT, map_size=POINT, pixels_per_grid={"type": "integer", "minimum": 1}),
    line_of_sight=LINES,
    objects_line_of_sight=LINES,
    portals={
        "type": "array",
        "items": objects(
            position=POINT,
            bounds={"type": "array", "minItems": 2, "maxItems": 2, "items": POINT},
            rotation=NUMBER,
            closed={"type": "boolean"},
            freestanding={"type": "boolean"},
        ),
    },
    environment=objects(baked_lighting={"type": "boolean"}, ambient_light=COLOUR),
    lights={
        "type": "array",
        "items": objects(position=POINT, range=NUMBER, intensity=NUMBER, color=COLOUR, shadows={"type": "boolean"}),
    },
    image={"type": "string"},
)


def run(*args):
    return subprocess.run([str(arg) for arg in args], check=True, capture_output=True, text=True).stdout


class Expected:
    """The tiles of a map's JSON, and what the legend says of them."""

    def __init__(self, tiles, legend):
        self.kinds = [[legend[character]["name"] for character in row] for row in tiles]
        self.numbers = [[legend[character]["number"] for character in row] for row in tiles]
        self.size = (len(tiles[0]), len(tiles))

    def kind(self, x, y):
        """Everything off the map is wall."""
        inside = 0 <= x < self.size[0] and 0 <= y < self.size[1]
        return self.kinds[y][x] if inside else "wall"

    def places(self, *kinds):
        width, height = self.size
        return {(x, y) for y in range(height) for x in range(width) if self.kinds[y][x] in kinds}


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
    if path.suffix == ".tmx":
        # It refuses properties whose names it keeps for itself.
        assert len(list(pytmx.TiledMap(str(path)).objects)) == len(layers["places"].tiled_objects), path
    objects = {}
    for thing in layers["places"].tiled_objects:
        objects.setdefault(thing.class_, []).append(thing)
    return rows, objects, world.properties


def read_godot(path):
    """Returns the rows of a Godot scene as names of kinds of tile, as [`read_tiled`] does, and the ids of its things. A cell
    is six numbers of 16 bits after the version of the data: its place, its source, its place in the atlas, and its variant
    (https://docs.godotengine.org/en/stable/classes/class_tilemaplayer.html)."""
    with godot_parser.load(str(path)).use_tree() as tree:
        parts = {node.name: node for node in tree.root.get_children()}
    assert list(parts) == ["Ground", "Walls", "Furniture", "Places"], path
    (tiles,) = [
        section.properties
        for section in godot_parser.load(str(path.parent / "undercroft-tileset.tres")).get_sections()
        if section.header.attributes.get("type") == "TileSetAtlasSource"
    ]
    places = {}
    for name in ["Ground", "Walls", "Furniture"]:
        (packed,) = parts[name].properties["tile_map_data"].args
        data = base64.b64decode(packed, validate=True)
        assert data[:2] == b"\0\0" and (len(data) - 2) % 12 == 0, path
        for x, y, source, across, down, variant in struct.iter_unpack("<6h", data[2:]):
            assert (source, variant) == (0, 0), path
            places[x, y] = tiles[f"{across}:{down}/0/custom_data_0"]
    things = [node.properties.get("metadata/id") for node in parts["Places"].get_children()]
    return places, sorted(filter(None, things))


def read_vtt(path):
    """Returns the sides of tiles that lines run along, by the two tiles; doors by tile, with whether they are open; the
    tiles with lights; and the picture."""
    document = json.loads(path.read_text())
    jsonschema.validate(document, VTT)
    assert document["objects_line_of_sight"] == []

    def point(value):
        return value["x"], value["y"]

    walls = set()
    for line in document["line_of_sight"]:
        for ends in zip(map(point, line), map(point, line[1:])):
            (x, y), (right, bottom) = sorted(ends)
            assert (x == right) != (y == bottom), path
            while (x, y) != (right, bottom):
                across = y == bottom
                before = (int(x), int(y) - 1) if across else (int(x) - 1, int(y))
                side = (before, (int(x), int(y)))
                assert side not in walls, (path, side)
                walls.add(side)
                x, y = (x + 1, y) if across else (x, y + 1)
    doors = {}
    for portal in document["portals"]:
        (x, y), (right, bottom) = map(point, portal["bounds"])
        middle = ((x + right) / 2, (y + bottom) / 2)
        assert point(portal["position"]) == middle and not portal["freestanding"], path
        # It runs along the middle of its tiles.
        while (x, y) != (right, bottom):
            tile = (int(x), int(y))
            assert tile not in doors, (path, tile)
            doors[tile] = not portal["closed"]
            x, y = (x + 1, y) if y == bottom else (x, y + 1)
    lights = [point(light["position"]) for light in document["lights"]]
    assert all(x % 1 == y % 1 == 0.5 for x, y in lights), path
    picture = Image.open(io.BytesIO(base64.b64decode(document["image"], validate=True)))
    scale = document["resolution"]["pixels_per_grid"]
    size = tuple(int(side) * scale for side in point(document["resolution"]["map_size"]))
    assert picture.size == size, (path, picture.size, size)
    picture.load()
    return walls, doors, {(int(x), int(y)) for x, y in lights}, size[0] // scale, size[1] // scale


def read_hex(path):
    """Returns the rows of a maze as text: of a cell with its walls, one digit."""
    cells = [[int(digit, 16) for digit in row] for row in path.read_text().splitlines()]
    width, height = 2 * len(cells[0]) + 1, 2 * len(cells) + 1
    rows = [["#"] * width for _ in range(height)]
    for y, row in enumerate(cells):
        for x, walls in enumerate(row):
            rows[2 * y + 1][2 * x + 1] = "."
            for bit, dx, dy in [(8, 0, -1), (4, 1, 0), (2, 0, 1), (1, -1, 0)]:
                if not walls & bit:
                    rows[2 * y + 1 + dy][2 * x + 1 + dx] = "."
    return ["".join(row) for row in rows]


def check_tiled(program, path, expected, document, text):
    rows, objects, properties = read_tiled(path)
    assert rows == expected.kinds, path
    assert properties["share_code"] == document["share_code"], path
    start = objects["start"][0].coordinates
    assert {"x": start.x // 16, "y": start.y // 16} == document["start"], path
    assert len(objects.get("room", [])) == len(document["rooms"]), path
    # A converted map is the same.
    assert run(program, "convert", path).splitlines() == text, path


def check_godot(path, expected):
    places, _ = read_godot(path)
    width, height = expected.size
    found = [[places.get((x, y), "wall") for x in range(width)] for y in range(height)]
    assert found == expected.kinds and len(places) <= width * height, path


def check_vtt(path, expected):
    walls, doors, lights, width, height = read_vtt(path)
    assert (width, height) == expected.size, path
    solid = {"wall", "void"}
    sides = set()
    for y in range(height + 1):
        for x in range(width + 1):
            for before in [(x - 1, y), (x, y - 1)]:
                if (expected.kind(*before) in solid) != (expected.kind(x, y) in solid):
                    sides.add((before, (x, y)))
    assert walls == sides, (path, walls ^ sides)
    assert set(doors) == expected.places("door-closed", "door-open"), path
    assert {tile for tile, is_open in doors.items() if is_open} == expected.places("door-open"), path
    assert lights == expected.places("brazier"), path


def check_png(path, expected, code):
    picture = Image.open(path)
    assert picture.text["Description"] == code and picture.size == expected.size, path
    pixels, colours = picture.convert("RGB").load(), {}
    for y, row in enumerate(expected.kinds):
        for x, kind in enumerate(row):
            colours.setdefault(kind, set()).add(pixels[x, y])
    assert not colours.get("wall", set()) & colours.get("floor", set()), path


def check_map(program, folder, code, is_maze, is_drawn):
    """Reads a map in every format; returns the number of files."""
    text = run(program, "generate", "--seed", code).splitlines()
    endings = ["txt", "json", "csv", "tmx", "tmj", "tscn", "dd2vtt", "png"] + ["hex"] * is_maze
    paths = {ending: folder / f"map.{ending}" for ending in endings}
    for ending, path in paths.items():
        scale = {"dd2vtt": ["--scale", 2], "png": ["--scale", 1]}.get(ending, [])
        run(program, "generate", "--seed", code, "--out", path, *scale)
    assert paths["txt"].read_text().splitlines() == text, code
    document = json.loads(paths["json"].read_text())
    jsonschema.validate(document, check_map.schema)
    # The start hides a tile of the text, and none of the JSON.
    tiles, start = document["tiles"], document["start"]
    marked = [list(row) for row in tiles]
    marked[start["y"]][start["x"]] = "@"
    assert ["".join(row) for row in marked] == text, code
    expected = Expected(tiles, document["legend"])
    with paths["csv"].open(newline="") as file:
        numbers = [[int(number) for number in row] for row in csv.reader(file, strict=True)]
    assert numbers == expected.numbers, code
    for ending in ["tmx", "tmj"]:
        check_tiled(program, paths[ending], expected, document, text)
    check_godot(paths["tscn"], expected)
    check_vtt(paths["dd2vtt"], expected)
    check_png(paths["png"], expected, code)
    if is_maze:
        assert read_hex(paths["hex"]) == [row.replace("@", ".") for row in text], code
    if is_drawn:
        draw(program, folder, code, paths["tmx"], expected)
    check_map.metrics[code] = document["metrics"]
    return len(paths)


def draw(program, folder, code, path, expected):
    """Draws a map with Tiled, and puts our own picture with the same tiles beside it."""
    name = code.split("/")[0]
    picture = folder / f"{name}.png"
    run("tmxrasterizer", "--hide-layer", "places", path, picture)
    tiled = Image.open(picture).convert("RGB")
    assert tiled.size == tuple(16 * side for side in expected.size), code
    ours = folder / f"{name}-ours.png"
    run(program, "generate", "--seed", code, "--scale", 16, "--out", ours)
    ours = Image.open(ours).convert("RGB")
    both = Image.new("RGB", (2 * tiled.width + 16, tiled.height))
    both.paste(tiled, (0, 0))
    both.paste(ours, (tiled.width + 16, 0))
    both.save(folder / f"{name}-beside-ours.png")


def check_tables(program, name, seeds):
    """Reads the CSV of a survey and of a search, and compares them with the maps' JSON."""
    chosen = ["--generator", name, "--size", SIZE, "--seeds", f"0..{seeds}"]
    rows = csv.DictReader(io.StringIO(run(program, "survey", *chosen, "--csv", "-")), strict=True)
    rows = {row.pop("seed"): row for row in rows}
    assert list(rows) == [str(seed) for seed in range(seeds)], name
    for seed, row in rows.items():
        assert row.pop("failure") == "", name
        metrics = check_map.metrics[f"{name}/{SIZE}#{seed}"]
        assert {metric: int(value) for metric, value in row.items()} == {
            metric: value for metric, value in metrics.items() if metric in row
        }, (name, seed)
    search = ["search", *chosen, "--where", "loops >= 1 || open > 0", "--sort", "-longest_steps"]
    document = json.loads(run(program, *search, "--json"))
    found = list(csv.reader(io.StringIO(run(program, *search, "--csv")), strict=True))
    assert len(found) - 1 == len(document["matches"]) == seeds, name
    for row, match in zip(found[1:], document["matches"]):
        values = dict(zip(found[0], row, strict=True))
        assert values.pop("share_code") == match["share_code"] and values.pop("seed") == match["seed"], name
        assert {metric: int(value) for metric, value in values.items()} == match["metrics"], name


def check_things(program, folder, code):
    """Finds what lies on a map among the objects of its Tiled map and its Godot scene."""
    path, scene = folder / "things.tmx", folder / "things.tscn"
    for target in [path, scene]:
        run(program, "generate", "--seed", code, "--out", target)
    things = json.loads(run(program, "generate", "--seed", code, "--format", "json"))["things"]
    _, objects, _ = read_tiled(path)
    found = [thing.properties.get("thing") for group in objects.values() for thing in group]
    expected = sorted(thing["id"] for thing in things)
    assert sorted(filter(None, found)) == read_godot(scene)[1] == expected != [], code


def main():
    program, folder, seeds = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    check_map.schema, check_map.metrics = json.loads(run(program, "schema")), {}
    jsonschema.validators.validator_for(check_map.schema).check_schema(check_map.schema)
    generators = json.loads(run(program, "generators", "--json"))["generators"]
    mazes = files = 0
    for generator in generators:
        name = generator["name"]
        hexes = subprocess.run([program, "generate", "--generator", name, "--seed", "1", "--format", "hex"], capture_output=True)
        mazes += hexes.returncode == 0
        for seed in range(seeds):
            files += check_map(program, folder, f"{name}/{SIZE}#{seed}", hexes.returncode == 0, seed == 0)
        check_tables(program, name, seeds)
    assert 0 < mazes < len(generators)
    for seed in range(seeds):
        for code in (f"level/80x50/depth=3#{seed}", f"set-piece/23x23/name=moth-loft#{seed}"):
            check_things(program, folder, code)
    drawn = folder / "drawn.txt"
    drawn.write_text("########\n#@.+.'>#\n#^######\n########\n")
    document = json.loads(run(program, "convert", drawn, "--format", "json"))
    jsonschema.validate(document, check_map.schema)
    run(program, "convert", drawn, "--out", folder / "drawn.dd2vtt")
    check_vtt(folder / "drawn.dd2vtt", Expected(document["tiles"], document["legend"]))
    maps = len(generators) * seeds
    print(
        f"{files} files of {maps} maps by {len(generators)} generators read: by pytiled-parser, pytmx, godot_parser, jsonschema, csv, Pillow, "
        f"and readers of Universal VTT and hex of scripts/formats.py; {len(generators)} maps drawn by Tiled"
    )


main()
