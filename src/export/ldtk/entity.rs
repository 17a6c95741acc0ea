//! The places of a map as LDtk's entities, and the fields of entities and levels.

use serde_json::{Value, json};

use super::{Ids, SIDE, filled, uid};
use crate::export::hex;
use crate::export::ink::{Colour, Ink, SHADES};
use crate::export::places::Places;
use crate::geom::{Pos, Rect};
use crate::map::Map;

/// What a field holds.
#[derive(Clone, Copy)]
pub enum FieldKind {
    Text,
    Number,
    Flag,
    /// Several tiles.
    Points,
}

/// A field with its value.
pub struct Field<'a> {
    pub name: &'a str,
    pub kind: FieldKind,
    pub uid: u32,
    /// `None` if it is not known.
    pub value: Option<Value>,
}

impl FieldKind {
    /// The name of the type in the definition, in instances, and of values in the editor.
    const fn names(self) -> [&'static str; 3] {
        match self {
            Self::Text => ["F_String", "String", "V_String"],
            Self::Number => ["F_Int", "Int", "V_Int"],
            Self::Flag => ["F_Bool", "Bool", "V_Bool"],
            Self::Points => ["F_Point", "Array<Point>", "V_String"],
        }
    }

    /// The definition of a field.
    pub fn definition(self, name: &str, uid: u32) -> Value {
        let [kind, instance, _] = self.names();
        let is_list = matches!(self, Self::Points);
        filled(
            "field",
            json!({
                "identifier": name,
                "__type": instance,
                "uid": uid,
                "type": kind,
                "isArray": is_list,
                "canBeNull": !is_list && !matches!(self, Self::Flag),
                "editorDisplayMode": if is_list { "PointPath" } else { "Hidden" },
            }),
        )
    }
}

impl Field<'_> {
    /// The field of an entity or level.
    pub fn instance(&self) -> Value {
        let [_, kind, editor] = self.kind.names();
        let edited = |value: &Value| json!({ "id": editor, "params": [value] });
        let points = |points: &Vec<Value>| {
            let texts = points
                .iter()
                .map(|point| format!("{},{}", point["cx"], point["cy"]));
            texts.map(|text| edited(&json!(text))).collect()
        };
        json!({
            "__identifier": self.name,
            "__type": kind,
            "__value": self.value,
            "__tile": null,
            "defUid": self.uid,
            "realEditorValues": match &self.value {
                None => Vec::new(),
                Some(Value::Array(list)) => points(list),
                Some(value) => vec![edited(value)],
            },
        })
    }
}

/// A kind of entity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Start,
    Exit,
    Door,
    Room,
    Way,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Start, Self::Exit, Self::Door, Self::Room, Self::Way];

    const fn name(self) -> &'static str {
        match self {
            Self::Start => "Start",
            Self::Exit => "Exit",
            Self::Door => "Door",
            Self::Room => "Room",
            Self::Way => "Way",
        }
    }

    /// The name and kind of its only field.
    const fn field(self) -> Option<(&'static str, FieldKind)> {
        match self {
            Self::Start | Self::Exit => None,
            Self::Door => Some(("open", FieldKind::Flag)),
            Self::Room => Some(("kind", FieldKind::Text)),
            Self::Way => Some(("points", FieldKind::Points)),
        }
    }

    const fn colour(self) -> Colour {
        let ink = match self {
            Self::Start => Ink::Spark,
            Self::Exit => Ink::Stair,
            Self::Door => Ink::Wood,
            Self::Room => Ink::Wave,
            Self::Way => Ink::Flame,
        };
        ink.colour(SHADES / 2)
    }

    const fn uid(self) -> u32 {
        uid::FIRST_ENTITY + 2 * self as u32
    }

    /// Where its position lies in it, as a share of its sides: a room's in a corner, others' in the middle.
    const fn pivot(self) -> f64 {
        match self {
            Self::Room => 0.0,
            _ => 0.5,
        }
    }

    fn definition(self) -> Value {
        let is_room = self == Self::Room;
        let fields = self
            .field()
            .map(|(name, kind)| kind.definition(name, self.uid() + 1));
        filled(
            "entity",
            json!({
                "identifier": self.name(),
                "uid": self.uid(),
                "width": SIDE,
                "height": SIDE,
                "resizableX": is_room,
                "resizableY": is_room,
                "fillOpacity": if is_room { 0.1 } else { 0.6 },
                "hollow": is_room,
                "color": hex(self.colour()),
                "renderMode": if is_room { "Rectangle" } else { "Ellipse" },
                "pivotX": self.pivot(),
                "pivotY": self.pivot(),
                "fieldDefs": fields.into_iter().collect::<Vec<_>>(),
            }),
        )
    }
}

/// The definitions of all kinds of entity.
pub fn definitions() -> Vec<Value> {
    Kind::ALL.iter().map(|kind| kind.definition()).collect()
}

/// The places of `map`.
pub fn instances(map: &Map, ids: Ids) -> Vec<Value> {
    let places = Places::of(map);
    let at = |pos| Rect::between(pos, pos);
    let mut all: Vec<(Kind, Rect, Option<Value>)> = Vec::new();
    all.extend(places.start.map(|pos| (Kind::Start, at(pos), None)));
    all.extend(places.exit.map(|pos| (Kind::Exit, at(pos), None)));
    let doors = places.doors.iter();
    all.extend(doors.map(|door| (Kind::Door, at(door.pos), Some(json!(door.is_open)))));
    let rooms = map.rooms.iter();
    all.extend(rooms.map(|room| (Kind::Room, room.area, Some(json!(room.kind.id())))));
    let corners = places.corners();
    if let Some(first) = corners.first() {
        let points = corners
            .iter()
            .map(|pos| json!({ "cx": pos.x, "cy": pos.y }));
        let points = points.collect::<Vec<_>>();
        all.push((Kind::Way, at(*first), Some(json!(points))));
    }
    let numbered = all.into_iter().enumerate();
    numbered
        .map(|(number, (kind, area, value))| instance(kind, area, value, ids, number))
        .collect()
}

fn instance(kind: Kind, area: Rect, value: Option<Value>, ids: Ids, number: usize) -> Value {
    let side = SIDE as i32;
    // In pixels.
    let corner = Pos::new(area.left * side, area.top * side);
    let inset = match kind {
        Kind::Room => 0,
        _ => side / 2,
    };
    let px = [corner.x + inset, corner.y + inset];
    let field = kind.field().map(|(name, of)| Field {
        name,
        kind: of,
        uid: kind.uid() + 1,
        value,
    });
    json!({
        "__identifier": kind.name(),
        "__grid": [area.left, area.top],
        "__pivot": [kind.pivot(), kind.pivot()],
        "__tags": [],
        "__tile": null,
        "__smartColor": hex(kind.colour()),
        "__worldX": px[0],
        "__worldY": px[1],
        "iid": ids.get("entity", number),
        "width": area.width() * side,
        "height": area.height() * side,
        "defUid": kind.uid(),
        "px": px,
        "fieldInstances": field.iter().map(Field::instance).collect::<Vec<_>>(),
    })
}
