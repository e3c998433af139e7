import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Pusher } from '../../../infra/push/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { textOrNull } from '../../users/index.ts';
import type * as wire from './contract.ts';
import {
  DeviceResponse,
  DeviceSummaryResponse,
  RegisterDeviceBody,
  RemoveDeviceBody,
  RemoveDeviceResponse,
  WebPushKeyResponse,
} from './contract.ts';
import type { Device, DeviceSummary } from './device.ts';
import { noSuchDevice, noSuchUser, notYourDevice, webPushNotConfigured } from './errors.ts';
import { readDevices } from './read-devices.ts';
import { type DeviceRegistration, registerDevice } from './register-device.ts';
import { removeDevice } from './remove-device.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly pusher: Pick<Pusher, 'refuseWebToken' | 'web_push_key'>;
};

const registerDeviceRoute = (deps: Deps): Route =>
  route({
    operation_id: 'registerDevice',
    method: 'POST',
    path: '/notifications/tokens/device',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Register a device for pushes',
    description:
      'Whenever the app starts or gets another token: 201 for a token that is new, 200 for one that is known. What is sent ' +
      'replaces what was known of it. A token belongs to one user: registered by another, it is theirs from then on. Of ' +
      'more than 50 devices those that were not registered for longest go. A browser subscribes with the key of ' +
      '`GET /notifications/web-push-key` first; its token is `JSON.stringify(subscription)`, and 400 says when nothing can be ' +
      'pushed to it.',
    body: RegisterDeviceBody,
    responses: { 200: DeviceResponse, 201: DeviceResponse },
    errors: [notYourDevice],
    handler: async ({ actor, body }) => {
      const { device, is_new } = await registerDevice(deps, actor, readRegistration(body));
      const answer = { status: 'ok' as const, data: presentDevice(device) };
      return is_new ? { status: 201, body: answer } : { status: 200, body: answer };
    },
  });

function readRegistration(body: RegisterDeviceBody): DeviceRegistration {
  const { token, platform, user_id, device_id, app_version, metadata } = body;
  return {
    token,
    platform,
    user_id: user_id ?? undefined,
    device_id: textOrNull(device_id),
    app_version: textOrNull(app_version),
    metadata: {
      device_model: textOrNull(metadata?.device_model),
      os_version: textOrNull(metadata?.os_version),
      timezone: textOrNull(metadata?.timezone),
    },
  };
}

const removeDeviceRoute = (deps: Deps): Route =>
  route({
    operation_id: 'removeDevice',
    method: 'DELETE',
    path: '/notifications/tokens/device',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Have no more pushes on a device',
    description: 'For signing out: the access token goes on working, so the app sends this first.',
    body: RemoveDeviceBody,
    responses: { 200: RemoveDeviceResponse },
    errors: [noSuchDevice],
    handler: async ({ actor, body }) => {
      await removeDevice(deps, actor, body.token);
      return { status: 200, body: { status: 'ok' as const, message: 'No more pushes go to this device.' } };
    },
  });

const readDevicesRoute = (deps: Deps): Route =>
  route({
    operation_id: 'getDeviceSummary',
    method: 'GET',
    path: '/notifications/tokens/info/:user_id',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Whether pushes reach somebody',
    description:
      'The caller; for coaches of an organization its athletes as well, and anybody for platform admins. Coaches see on ' +
      'which day an app was last opened, not when. Tokens are not shown.',
    params: idParams('user_id'),
    responses: { 200: DeviceSummaryResponse },
    errors: [noSuchUser],
    handler: async ({ actor, params }) => {
      const summary = await readDevices(deps, actor, params.user_id);
      return { status: 200, body: { status: 'ok' as const, data: presentDeviceSummary(summary) } };
    },
  });

const readWebPushKeyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'getWebPushKey',
    method: 'GET',
    path: '/notifications/web-push-key',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'The key that browsers subscribe with',
    description:
      'The same for everybody. Subscriptions that were made with another key cannot be pushed to: an app compares it with that ' +
      'of the subscription it has, and subscribes anew where they differ. What the `push` event brings is JSON: `title`, `body` and ' +
      '`data`, an object of strings.',
    responses: { 200: WebPushKeyResponse },
    errors: [webPushNotConfigured],
    handler: async () => {
      const { web_push_key: public_key } = deps.pusher;
      if (public_key === null) throw webPushNotConfigured();
      return { status: 200, body: { status: 'ok' as const, data: { public_key } } };
    },
  });

export function notificationRoutes(deps: Deps): readonly Route[] {
  return [
    registerDeviceRoute(deps),
    removeDeviceRoute(deps),
    readDevicesRoute(deps),
    readWebPushKeyRoute(deps),
  ];
}

function presentDevice(device: Device): wire.Device {
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

function presentDeviceSummary(summary: DeviceSummary): wire.DeviceSummary {
  return {
    user_id: summary.user_id,
    token_count: summary.token_count,
    platforms: [...summary.platforms],
    is_valid: summary.is_valid,
    last_active_at: summary.last_active_at?.getTime() ?? null,
  };
}
