//! Draws with OpenGL where Vulkan finds no graphics card, as in many virtual machines.
//!
//! Bevy chooses a driver itself, but does not tell wgpu which display the window is on, and OpenGL cannot draw in a
//! window without that.

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

/// Chooses OpenGL if it has a graphics card and Vulkan has none, or if Vulkan has not even a software renderer.
/// Otherwise Bevy chooses.
fn choose_driver(display: Option<&DisplayHandleWrapper>) -> RenderCreation {
    let settings = WgpuSettings::default();
    let backends = settings.backends.unwrap_or(Backends::all());
    let vulkan = find_adapter(backends - Backends::GL, None);
    let vulkan = vulkan.map(|(_, adapter)| adapter.get_info().device_type);
    if vulkan.is_none_or(|device| device == DeviceType::Cpu)
        && let Some((instance, adapter)) = find_adapter(backends & Backends::GL, display)
        && (vulkan.is_none() || adapter.get_info().device_type != DeviceType::Cpu)
        && let Some(renderer) = open_device(instance, adapter, &settings)
    {
        return renderer;
    }
    RenderCreation::from(WgpuSettings {
        backends: Some(backends - Backends::GL),
        ..settings
    })
}

/// The best graphics card, or else software renderer, that these drivers offer.
fn find_adapter(
    backends: Backends,
    display: Option<&DisplayHandleWrapper>,
) -> Option<(Instance, Adapter)> {
    let mut descriptor = InstanceDescriptor::new_without_display_handle_from_env();
    descriptor.backends = backends;
    if let Some(DisplayHandleWrapper(display)) = display {
        descriptor = descriptor.with_display_handle(Box::new(display.clone()));
    }
    let instance = Instance::new(descriptor);
    let options = RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..default()
    };
    let adapter = block_on(instance.request_adapter(&options)).ok()?;
    Some((instance, adapter))
}

/// Opens a device with all that it can do, as Bevy does.
fn open_device(
    instance: Instance,
    adapter: Adapter,
    settings: &WgpuSettings,
) -> Option<RenderCreation> {
    let descriptor = DeviceDescriptor {
        required_features: adapter.features() - Features::all_experimental_mask(),
        required_limits: adapter.limits(),
        memory_hints: settings.memory_hints.clone(),
        ..default()
    };
    let (device, queue) = block_on(adapter.request_device(&descriptor)).ok()?;
    Some(RenderCreation::manual(
        RenderDevice::from(device),
        RenderQueue(Arc::new(WgpuWrapper::new(queue))),
        RenderAdapterInfo(WgpuWrapper::new(adapter.get_info())),
        RenderAdapter(Arc::new(WgpuWrapper::new(adapter))),
        RenderInstance(Arc::new(WgpuWrapper::new(instance))),
    ))
}
