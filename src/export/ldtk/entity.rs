//! The places of a map as LDtk's entities, and the fields of entities and levels.

use serde_json::{Value, json};

use super::{Ids, SIDE, filled, uid};
use crate::export::hex;
use crate::export::ink::{Colour, Ink, SHADES};
use crate::export::places::{Places, objects};
use crate::geom::{Pos, Rect};
use crate::map::{Map, Thing};

/// What a field holds.
#[derive(Clone, Copy)]
pub enum FieldKind {
    Text,
    Number,
    Flag,
    /// Several tiles.
    Points,
    /// Several texts.
    Texts,
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
            Self::Texts => ["F_String", "Array<String>", "V_String"],
        }
    }

    /// The definition of a field.
    pub fn definition(self, name: &str, uid: u32) -> Value {
        let [kind, instance, _] = self.names();
        let is_list = matches!(self, Self::Points | Self::Texts);
        filled(
            "field",
            json!({
                "identifier": name,
                "__type": instance,
                "uid": uid,
                "type": kind,
                "isArray": is_list,
                "canBeNull": !is_list && !matches!(self, Self::Flag),
                "editorDisplayMode": if matches!(self, Self::Points) { "PointPath" } else { "Hidden" },
            }),
        )
    }
}

impl Field<'_> {
    /// The field of an entity or level.
    pub fn instance(&self) -> Value {
        let [_, kind, editor] = self.kind.names();
        let edited = |value: &Value| json!({ "id": editor, "params": [value] });
        let one = |value: &Value| match value {
            Value::Object(point) => edited(&json!(format!("{},{}", point["cx"], point["cy"]))),
            value => edited(value),
        };
        json!({
            "__identifier": self.name,
            "__type": kind,
            "__value": self.value,
            "__tile": null,
            "defUid": self.uid,
            "realEditorValues": match &self.value {
                None => Vec::new(),
                Some(Value::Array(list)) => list.iter().map(one).collect(),
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
    Thing,
}

/// The most fields of an entity.
const MAX_FIELDS: u32 = 7;

impl Kind {
    const ALL: [Self; 6] = [
        Self::Start,
        Self::Exit,
        Self::Door,
        Self::Room,
        Self::Way,
        Self::Thing,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Start => "Start",
            Self::Exit => "Exit",
            Self::Door => "Door",
            Self::Room => "Room",
            Self::Way => "Way",
            Self::Thing => "Thing",
        }
    }

    /// The names and kinds of its fields.
    const fn fields(self) -> &'static [(&'static str, FieldKind)] {
        match self {
            Self::Start | Self::Exit => &[],
            Self::Door => &[("open", FieldKind::Flag)],
            Self::Room => &[("kind", FieldKind::Text), ("name", FieldKind::Text)],
            Self::Way => &[("points", FieldKind::Points)],
            Self::Thing => &[
                ("class", FieldKind::Text),
                ("id", FieldKind::Text),
                ("name", FieldKind::Text),
                ("properties", FieldKind::Texts),
            ],
        }
    }

    const fn colour(self) -> Colour {
        let ink = match self {
            Self::Start => Ink::Spark,
            Self::Exit => Ink::Stair,
            Self::Door => Ink::Wood,
            Self::Room => Ink::Wave,
            Self::Way => Ink::Flame,
            Self::Thing => Ink::Ember,
        };
        ink.colour(SHADES / 2)
    }

    const fn uid(self) -> u32 {
        uid::FIRST_ENTITY + (1 + MAX_FIELDS) * self as u32
    }

    /// Whether it covers several tiles.
    const fn is_area(self) -> bool {
        matches!(self, Self::Room | Self::Thing)
    }

    /// Where its position lies in it, as a share of its sides: an area's in a corner, others' in the middle.
    const fn pivot(self) -> f64 {
        match self.is_area() {
            true => 0.0,
            false => 0.5,
        }
    }

    fn definition(self) -> Value {
        let is_room = self == Self::Room;
        let fields = self.fields().iter().zip(self.uid() + 1..);
        let fields = fields.map(|((name, kind), uid)| kind.definition(name, uid));
        filled(
            "entity",
            json!({
                "identifier": self.name(),
                "uid": self.uid(),
                "width": SIDE,
                "height": SIDE,
                "resizableX": self.is_area(),
                "resizableY": self.is_area(),
                "fillOpacity": if is_room { 0.1 } else { 0.6 },
                "hollow": is_room,
                "color": hex(self.colour()),
                "renderMode": if is_room { "Rectangle" } else { "Ellipse" },
                "pivotX": self.pivot(),
                "pivotY": self.pivot(),
                "fieldDefs": fields.collect::<Vec<_>>(),
            }),
        )
    }
}

/// The definitions of all kinds of entity.
pub fn definitions() -> Vec<Value> {
    Kind::ALL.iter().map(|kind| kind.definition()).collect()
}

/// The places of `map`, and the things on it.
pub fn instances(map: &Map, things: &[Thing], ids: Ids) -> Vec<Value> {
    let places = Places::of(map, things);
    let at = |pos| Rect::between(pos, pos);
    let mut all: Vec<(Kind, Rect, Vec<Value>)> = Vec::new();
    all.extend(places.start.map(|pos| (Kind::Start, at(pos), Vec::new())));
    all.extend(places.exit.map(|pos| (Kind::Exit, at(pos), Vec::new())));
    let doors = places.doors.iter();
    all.extend(doors.map(|door| (Kind::Door, at(door.pos), vec![json!(door.is_open)])));
    all.extend(map.rooms.iter().map(|room| {
        let fields = vec![json!(room.kind.id()), json!(room.name)];
        (Kind::Room, room.area, fields)
    }));
    let corners = places.corners();
    if let Some(first) = corners.first() {
        let points = corners
            .iter()
            .map(|pos| json!({ "cx": pos.x, "cy": pos.y }));
        let points = points.collect::<Vec<_>>();
        all.push((Kind::Way, at(*first), vec![json!(points)]));
    }
    all.extend(objects(things).map(|thing| {
        let properties = thing.properties.iter();
        let properties = properties.map(|(name, value)| format!("{name}={value}"));
        let properties: Vec<String> = properties.collect();
        let fields = [thing.class_name(), &thing.id, &thing.name].map(|text| json!(text));
        let fields = fields.into_iter().chain([json!(properties)]).collect();
        (Kind::Thing, thing.area, fields)
    }));
    let numbered = all.into_iter().enumerate();
    numbered
        .map(|(number, (kind, area, values))| instance(kind, area, values, ids, number))
        .collect()
}

fn instance(kind: Kind, area: Rect, values: Vec<Value>, ids: Ids, number: usize) -> Value {
    let side = SIDE as i32;
    // In pixels.
    let corner = Pos::new(area.left * side, area.top * side);
    let inset = match kind.is_area() {
        true => 0,
        false => side / 2,
    };
    let px = [corner.x + inset, corner.y + inset];
    let fields = kind.fields().iter().zip(kind.uid() + 1..).zip(values);
    let fields = fields.map(|(((name, of), uid), value)| Field {
        name,
        kind: *of,
        uid,
        value: Some(value).filter(|value| !value.is_null()),
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
        "fieldInstances": fields.map(|field| field.instance()).collect::<Vec<_>>(),
    })
}
