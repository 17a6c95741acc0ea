//! Rows of nodes that change in place. What was shown before keeps its node, wherever it stands now: its place for a
//! screen reader, what the pointer does to it, and its laid out text.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Shows items as the children of nodes. Each child has its item, a `T`, as a component.
#[derive(SystemParam)]
pub(in crate::app) struct Items<'w, 's, T: Component + PartialEq> {
    lists: Query<'w, 's, &'static Children>,
    shown: Query<'w, 's, &'static T>,
    commands: Commands<'w, 's>,
}

impl<T: Component + PartialEq> Items<'_, '_, T> {
    /// Makes the children of `list` show `items`, in this order, and returns them. `draw` adds the components and children
    /// of an item to an entity without children.
    pub fn show(
        &mut self,
        list: Entity,
        items: impl IntoIterator<Item = T>,
        mut draw: impl FnMut(&mut EntityCommands, &T),
    ) -> Vec<Entity> {
        let old = self.lists.get(list).map_or(&[][..], |children| children);
        let mut unused: Vec<Option<Entity>> = old.iter().copied().map(Some).collect();
        let items: Vec<T> = items.into_iter().collect();
        let shown = &self.shown;
        let mut take = |at: usize, item: &T| {
            let node = unused.get_mut(at)?;
            node.take_if(|node| shown.get(*node).is_ok_and(|shown| shown == item))
        };
        // Most stay where they were.
        let mut nodes: Vec<Option<Entity>> = items
            .iter()
            .enumerate()
            .map(|(at, item)| take(at, item))
            .collect();
        for (node, item) in nodes.iter_mut().zip(&items) {
            *node = node.or_else(|| (0..old.len()).find_map(|at| take(at, item)));
        }
        let (mut order, mut added) = (Vec::with_capacity(items.len()), Vec::new());
        for (at, (node, item)) in nodes.into_iter().zip(items).enumerate() {
            if let Some(node) = node {
                order.push(node);
                continue;
            }
            let mut node = match unused.get_mut(at).and_then(Option::take) {
                Some(of_another) => self.commands.entity(of_another),
                None => self.commands.spawn(ChildOf(list)),
            };
            if !old.contains(&node.id()) {
                added.push(node.id());
            }
            draw(node.despawn_children(), &item);
            node.insert(item);
            order.push(node.id());
        }
        for node in unused.into_iter().flatten() {
            self.commands.entity(node).despawn();
        }
        let kept = old.iter().filter(|node| order.contains(node));
        if !kept.chain(&added).eq(&order) {
            self.commands.entity(list).replace_children(&order);
        }
        order
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
        let is_kept = [0, 1, 2].map(|index| texts[index].0 == new_texts[index].0);
        assert_eq!(is_kept, [true, false, true]);
        // What stands elsewhere now has its node there.
        let [three, six, eight, nine] = changed[..] else {
            panic!("four items")
        };
        assert_eq!(shown(&[3, 8, 9]).0, [three, eight, nine]);
        assert_eq!(shown(&[9, 8, 3]).0, [nine, eight, three]);
        let (grown, texts) = shown(&[4, 9, 8, 3]);
        assert_eq!(grown[1..], [nine, eight, three]);
        assert!(!changed.contains(&grown[0]) && six != grown[0]);
        let texts = texts.iter().map(|(_, text)| text.as_str());
        assert!(texts.eq(["4", "9", "8", "3"]));
        assert_eq!(shown(&[]).0, []);
    }
}
