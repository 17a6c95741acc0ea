//! Nodes of the layout by what they do. Numbers are UI pixels.

use bevy::prelude::*;

/// Defines the trait from two tables of nodes and of what can be said of any node, each with the fields that it sets.
macro_rules! nodes {
    (
        $($(#[$new_doc:meta])* $new:ident($($new_arg:ident: $new_type:ty),*) $new_fields:tt)*;
        $($(#[$doc:meta])* .$name:ident($($arg:ident: $type:ty),*) { $($field:ident: $value:expr),* })*
    ) => {
        pub(in crate::app) trait NodeExt {
            $($(#[$new_doc])* fn $new($($new_arg: $new_type),*) -> Self;)*
            $($(#[$doc])* fn $name(self $(, $arg: $type)*) -> Self;)*
        }

        impl NodeExt for Node {
            $(fn $new($($new_arg: $new_type),*) -> Self {
                nodes!(@new $new_fields)
            })*
            $(fn $name(mut self $(, $arg: $type)*) -> Self {
                $(self.$field = $value;)*
                self
            })*
        }
    };
    (@new { $($field:ident: $value:expr),* }) => {
        Node { $($field: $value,)* ..Node::DEFAULT }
    };
}

nodes! {
    /// Children one below the other.
    column(gap: f32) { flex_direction: FlexDirection::Column, row_gap: px(gap) }
    /// Children side by side.
    row(gap: f32) { column_gap: px(gap) }
    /// Children side by side in as many lines as they need, each in the middle of its line.
    wrapping_row(gap: f32) {
        column_gap: px(gap),
        row_gap: px(4),
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center
    };

    /// At a place of its own, over what else there is.
    .absolute() { position_type: PositionType::Absolute }
    /// Lets the children continue on further lines.
    .wrap(gap: f32) { flex_wrap: FlexWrap::Wrap, row_gap: px(gap) }
    /// Puts each child in the middle, across the direction in which they follow each other.
    .align_centre() { align_items: AlignItems::Center }
    /// Puts the children in the middle, along that direction.
    .justify_centre() { justify_content: JustifyContent::Center }
    /// Puts the children in the middle both ways.
    .centre() { align_items: AlignItems::Center, justify_content: JustifyContent::Center }
    /// Puts the space that is left between the children.
    .spread() { justify_content: JustifyContent::SpaceBetween }

    .align(items: AlignItems) { align_items: items }
    .justify(content: JustifyContent) { justify_content: content }

    /// Space within: at the left and right, and at the top and bottom.
    .padding(x: f32, y: f32) { padding: UiRect::axes(px(x), px(y)) }
    .padding_at(edges: UiRect) { padding: edges }
    .margin(edges: UiRect) { margin: edges }
    .margin_top(y: f32) { margin: UiRect::top(px(y)) }
    /// Room for a line around it, which gets its colour from [`BorderColor`].
    .framed() { border: UiRect::all(px(1)) }
    .border(edges: UiRect) { border: edges }
    .rounded(radius: f32) { border_radius: BorderRadius::all(px(radius)) }

    .left(left: Val) { left: left }
    .right(right: Val) { right: right }
    .top(top: Val) { top: top }
    .bottom(bottom: Val) { bottom: bottom }
    .width(width: Val) { width: width }
    .height(height: Val) { height: height }
    .size(width: Val, height: Val) { width: width, height: height }
    .min_width(width: Val) { min_width: width }
    .min_height(height: Val) { min_height: height }
    .max_width(width: Val) { max_width: width }
    .max_height(height: Val) { max_height: height }
    /// Takes the space that is left.
    .grow() { flex_grow: 1.0 }
    /// Takes the same share of the space as others, whatever the sizes of their contents.
    .share() { flex_grow: 1.0, flex_basis: px(0) }
    /// Keeps its size where there is too little space.
    .rigid() { flex_shrink: 0.0 }
    .overflow(overflow: Overflow) { overflow: overflow }
    /// Cuts off what is beyond its edges.
    .clip() { overflow: Overflow::clip() }
    /// Takes no space until it is displayed.
    .hidden() { display: Display::None }
}
