import type * as wire from './contract.ts';
import type { Device, DeviceSummary } from './device.ts';

export function presentDevice(device: Device): wire.Device {
  const { device_model, os_version, timezone } = device.metadata;
  return {
    user_id: device.user_id,
    platform: device.platform,
    device_id: device.device_id,
    app_version: device.app_version,
    metadata: { device_model, os_version, timezone },
    created_at: device.created_at.getTime(),
    last_active_at: device.last_active_at.getTime(),
  };
}

export function presentDeviceSummary(summary: DeviceSummary): wire.DeviceSummary {
  return {
    user_id: summary.user_id,
    token_count: summary.token_count,
    platforms: [...summary.platforms],
    is_valid: summary.is_valid,
    last_active_at: summary.last_active_at?.getTime() ?? null,
  };
}
