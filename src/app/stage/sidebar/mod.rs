//! The column beside the map.
//!
//! A file may use those above it in the table, never those below.
//!
//! | file | owns |
//! | --- | --- |
//! | `row` | the rows and how they are drawn |
//! | `nearby` | the list of monsters, items and features in sight |
//! | `minimap` | the map of the whole level, in the sidebar or in the window |
//! | `panel` | the player's status and equipment, and what is nearby |

pub(super) mod minimap;
pub(super) mod nearby;
pub(super) mod panel;
pub(super) mod row;
