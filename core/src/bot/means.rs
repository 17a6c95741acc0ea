//! The means of a tactician that a measurement can take away, one at a time.

use strum::{EnumCount, IntoStaticStr, VariantArray};

/// A means of winning a fight besides plain blows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Means {
    /// Darkness: potions of it, thrown or drunk.
    Dark,
    /// Flames: fire pots, potions of fire and fireballs.
    Fire,
    /// Missiles, by hand or with a bow.
    Throws,
    /// The ground: doorways and corridors, where few can strike at once, and corners.
    Doors,
    /// Relics.
    Relics,
}

impl Means {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The means with this name, if there is one.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|means| means.name() == name)
    }
}

/// A set of means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MeansSet([bool; Means::COUNT]);

impl MeansSet {
    /// Whether it contains `means`.
    pub const fn contains(self, means: Means) -> bool {
        self.0[means as usize]
    }

    /// Whether it contains nothing.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl FromIterator<Means> for MeansSet {
    fn from_iter<I: IntoIterator<Item = Means>>(means: I) -> Self {
        let mut set = Self::default();
        for one in means {
            set.0[one as usize] = true;
        }
        set
    }
}
