//! Lists that change in place. Only the items that differ are drawn again, so that the others keep their
//! places, what the pointer does to them, and their laid out text.

use bevy::ecs::component::Mutable;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Shows lists of `T` as the children of nodes. Each child has its item as a component.
#[derive(SystemParam)]
pub(in crate::app) struct Items<'w, 's, T: Component<Mutability = Mutable> + PartialEq> {
    lists: Query<'w, 's, &'static Children>,
    shown: Query<'w, 's, &'static mut T>,
    commands: Commands<'w, 's>,
}

impl<T: Component<Mutability = Mutable> + PartialEq> Items<'_, '_, T> {
    /// Makes the children of `list` show `items`, in this order. `draw` adds the components and children of an
    /// item to an entity without children.
    pub fn show(
        &mut self,
        list: Entity,
        items: impl IntoIterator<Item = T>,
        mut draw: impl FnMut(&mut EntityCommands, &T),
    ) {
        let children = self.lists.get(list).map_or(&[][..], |children| children);
        let mut children = children.iter();
        for item in items {
            let Some(child) = children.next() else {
                let mut child = self.commands.spawn(ChildOf(list));
                draw(&mut child, &item);
                child.insert(item);
                continue;
            };
            if let Ok(mut old) = self.shown.get_mut(*child)
                && *old != item
            {
                let mut child = self.commands.entity(*child);
                draw(child.despawn_children(), &item);
                *old = item;
            }
        }
        for child in children {
            self.commands.entity(*child).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Component, Clone, Copy, PartialEq)]
    struct Number(u32);

    #[derive(Component)]
    struct List;

    #[derive(Resource)]
    struct Wanted(Vec<u32>);

    fn show(wanted: Res<Wanted>, list: Single<Entity, With<List>>, mut items: Items<Number>) {
        let numbers = wanted.0.iter().copied().map(Number);
        items.show(*list, numbers, |item, Number(number)| {
            item.with_child(Text::new(number.to_string()));
        });
    }

    #[test]
    fn only_what_differs_is_drawn_again_and_the_rest_keeps_its_entities() {
        let mut world = World::new();
        let list = world.spawn(List).id();
        let show = world.register_system(show);
        let mut shown = |wanted: &[u32]| {
            world.insert_resource(Wanted(wanted.to_vec()));
            world.run_system(show).unwrap();
            let children = world.get::<Children>(list);
            let items: Vec<Entity> = children.map_or_else(Vec::new, |items| items.to_vec());
            let texts = items.iter().map(|item| {
                let [text] = world.get::<Children>(*item).unwrap()[..] else {
                    panic!("one text for each item");
                };
                (text, world.get::<Text>(text).unwrap().0.clone())
            });
            let texts: Vec<(Entity, String)> = texts.collect();
            (items, texts)
        };
        let (items, texts) = shown(&[3, 5, 8]);
        assert!(texts.iter().map(|(_, text)| text).eq(["3", "5", "8"]));
        assert_eq!(shown(&[3, 5, 8]), (items.clone(), texts.clone()));
        let (changed, new_texts) = shown(&[3, 6, 8, 9]);
        assert_eq!(changed[..3], items);
        assert!(
            new_texts
                .iter()
                .map(|(_, text)| text)
                .eq(["3", "6", "8", "9"])
        );
        let is_kept = [0, 1, 2].map(|index| texts[index].0 == new_texts[index].0);
        assert_eq!(is_kept, [true, false, true]);
        assert_eq!(shown(&[]).0, []);
    }
}
