use undercroft::geom::Pos;
use undercroft::map::{Map, RoomGraph, graph::AreaKind};
fn main() {
    for code in std::env::args().skip(1) {
        let map: Map = match code.parse::<undercroft::mapgen::MapSpec>() {
            Ok(s) => s.generate().unwrap(),
            Err(_) => Map::from_text(&std::fs::read_to_string(&code).unwrap()).unwrap(),
        };
        let t = std::time::Instant::now();
        let g = RoomGraph::of(&map);
        let built = t.elapsed();
        let t = std::time::Instant::now();
        let w = g.longest_way();
        println!(
            "{code}: {} areas {} links, built {built:?}, longest {} in {:?}",
            g.areas().len(),
            g.links().len(),
            w.len(),
            t.elapsed()
        );
        if map.size().area() > 20000 {
            continue;
        }
        let mut ch = 0;
        let mut co = 0;
        let names: Vec<char> = g
            .areas()
            .iter()
            .map(|a| match a.kind {
                AreaKind::Room(_) | AreaKind::Chamber => {
                    ch += 1;
                    (b'A' + ((ch - 1) % 26) as u8) as char
                }
                AreaKind::Corridor => {
                    co += 1;
                    char::from_digit(((co - 1) % 10) as u32, 10).unwrap()
                }
                AreaKind::Junction => '*',
                AreaKind::Door => '+',
            })
            .collect();
        for y in 0..map.size().height as i32 {
            let mut s = String::new();
            for x in 0..map.size().width as i32 {
                s.push(g.at(Pos::new(x, y)).map_or(
                    if map.tiles[Pos::new(x, y)] == undercroft::map::Tile::Wall {
                        ' '
                    } else {
                        '^'
                    },
                    |a| names[a],
                ));
            }
            println!("{s}");
        }
    }
}
