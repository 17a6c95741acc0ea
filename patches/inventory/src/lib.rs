//! An inventory that keeps nothing: what is submitted is left out, and there is nothing to iterate over.
//!
//! It has the names that `bevy_reflect` 0.19 uses: [`collect!`], [`submit!`] and [`iter`].

#![no_std]

use core::iter::Empty;
use core::marker::PhantomData;

/// A type whose values could be collected.
pub trait Collect: Sync + Sized + 'static {}

/// Declares that the values of a type are collected.
#[macro_export]
macro_rules! collect {
    ($type:ty) => {
        impl $crate::Collect for $type {}
    };
}

/// Leaves a value out.
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {};
}

/// What is named like a value by [`iter`], as in `for value in inventory::iter::<T>`.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug)]
pub enum Collected<T> {
    /// All that was collected of a type: nothing.
    iter,
    /// Never made.
    #[doc(hidden)]
    Of(PhantomData<T>),
}

pub use Collected::iter;

impl<T: Collect> IntoIterator for Collected<T> {
    type Item = &'static T;
    type IntoIter = Empty<&'static T>;

    fn into_iter(self) -> Self::IntoIter {
        core::iter::empty()
    }
}
