//! Opens the graphics card: with Vulkan, or what the system has in its place, or with OpenGL where that finds none, as in
//! many virtual machines.
//!
//! Bevy would open it itself, but does not tell wgpu which display the window is on, and OpenGL cannot draw in a window
//! without that.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::renderer::{
    RenderAdapter, RenderAdapterInfo, RenderDevice, RenderInstance, RenderQueue, WgpuWrapper,
};
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::tasks::block_on;
use bevy::winit::DisplayHandleWrapper;
use wgpu::{
    Adapter, Backends, DeviceDescriptor, DeviceType, Features, Instance, InstanceDescriptor,
    RequestAdapterOptions,
};

/// Adds Bevy's renderer. If there is a window, the display must have been opened before.
pub struct RendererPlugin;

impl Plugin for RendererPlugin {
    fn build(&self, app: &mut App) {
        let display = app.world().get_resource::<DisplayHandleWrapper>();
        app.add_plugins(RenderPlugin {
            render_creation: choose_driver(display),
            ..super::render_plugin()
        });
    }
}

/// Opens what Vulkan or the system's own interface finds. If that is no graphics card, OpenGL may find one; a software
/// renderer comes last. Where nothing can be opened, Bevy says so.
fn choose_driver(display: Option<&DisplayHandleWrapper>) -> RenderCreation {
    let settings = WgpuSettings {
        adapter_name: std::env::var("WGPU_ADAPTER_NAME").ok(),
        force_fallback_adapter: std::env::var("WGPU_FORCE_FALLBACK_ADAPTER")
            .is_ok_and(|value| !["", "0", "false"].contains(&&*value)),
        ..default()
    };
    let backends = settings.backends.unwrap_or(Backends::all());
    let usual = find_adapter(backends - Backends::GL, None, &settings);
    // OpenGL takes a while to start, so it is asked only where it may find something better.
    let opengl = match usual.as_ref().is_some_and(|found| found.rank == 0) {
        true => None,
        false => find_adapter(backends & Backends::GL, display, &settings),
    };
    let mut found: Vec<Found> = usual.into_iter().chain(opengl).collect();
    found.sort_by_key(|found| found.rank);
    // On Windows the first is DirectX, whose driver may fail where that of Vulkan does not.
    let vulkan = || find_adapter(backends & Backends::VULKAN, None, &settings);
    found
        .into_iter()
        .find_map(|found| open_device(found, &settings))
        .or_else(|| open_device(vulkan()?, &settings))
        .unwrap_or_else(|| {
            RenderCreation::from(WgpuSettings {
                backends: Some(backends - Backends::GL),
                ..settings
            })
        })
}

struct Found {
    instance: Instance,
    adapter: Adapter,
    /// 0 for what was asked for by name and for graphics cards where no name was given, more for what is worse.
    rank: u8,
}

/// The adapter of the name asked for, or else the best graphics card, or else a software renderer.
fn find_adapter(
    backends: Backends,
    display: Option<&DisplayHandleWrapper>,
    settings: &WgpuSettings,
) -> Option<Found> {
    let mut descriptor = InstanceDescriptor::new_without_display_handle_from_env();
    descriptor.backends = backends;
    descriptor.flags = settings.instance_flags;
    if let Some(DisplayHandleWrapper(display)) = display {
        descriptor = descriptor.with_display_handle(Box::new(display.clone()));
    }
    let instance = Instance::new(descriptor);
    let named = settings.adapter_name.as_ref().and_then(|name| {
        let name = name.to_lowercase();
        let adapters = block_on(instance.enumerate_adapters(backends));
        let is_named = |adapter: &Adapter| adapter.get_info().name.to_lowercase().contains(&name);
        adapters.into_iter().find(is_named)
    });
    if let Some(adapter) = named {
        return Some(Found {
            instance,
            adapter,
            rank: 0,
        });
    }
    let adapter = block_on(instance.request_adapter(&RequestAdapterOptions {
        power_preference: settings.power_preference,
        force_fallback_adapter: settings.force_fallback_adapter,
        ..default()
    }))
    .ok()?;
    let software = adapter.get_info().device_type == DeviceType::Cpu;
    let rank = u8::from(software) + u8::from(settings.adapter_name.is_some());
    Some(Found {
        instance,
        adapter,
        rank,
    })
}

/// Opens a device with all that it can do, as Bevy does.
fn open_device(found: Found, settings: &WgpuSettings) -> Option<RenderCreation> {
    let Found {
        instance, adapter, ..
    } = found;
    let info = adapter.get_info();
    let mut unwanted = Features::all_experimental_mask();
    if info.device_type == DeviceType::DiscreteGpu {
        // Such buffers would make the card reach over the bus.
        unwanted |= Features::MAPPABLE_PRIMARY_BUFFERS;
    }
    let descriptor = DeviceDescriptor {
        required_features: adapter.features() - unwanted,
        required_limits: adapter.limits(),
        memory_hints: settings.memory_hints.clone(),
        ..default()
    };
    let (device, queue) = block_on(adapter.request_device(&descriptor)).ok()?;
    Some(RenderCreation::manual(
        RenderDevice::from(device),
        RenderQueue(Arc::new(WgpuWrapper::new(queue))),
        RenderAdapterInfo(WgpuWrapper::new(info)),
        RenderAdapter(Arc::new(WgpuWrapper::new(adapter))),
        RenderInstance(Arc::new(WgpuWrapper::new(instance))),
    ))
}
