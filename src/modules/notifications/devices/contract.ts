import Type, { type Static } from 'typebox';
import {
  Count,
  EpochMs,
  Flag,
  IDS,
  Message,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
} from '../../../http/schemas.ts';
import { MAX_DEVICES, PLATFORMS } from './device.ts';

const PushToken = Type.String({
  minLength: 1,
  maxLength: 4_096,
  // No kind of token begins with a space or has control characters.
  pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$',
  errorMessage: 'must be the token of the push service, as it is',
  description:
    'Of the app on the device, from its push service (FCM, on iOS also APNs in hexadecimal); of a browser its `PushSubscription` as JSON. A secret: it is stored ' +
    'encrypted and never shown.',
  examples: ['cX8fExampleOfATokenThatNoDeviceHas:APA91bH'],
});

const PlatformField = OneOf(PLATFORMS, { description: 'What the app runs on.', examples: ['ios'] });

const texts = {
  device_id: Text(
    255,
    'The app’s own name for the device or installation. A new token with the same one replaces the old token.',
    'b1f0c2d4-ios-17',
  ),
  app_version: Text(64, 'Of the app.', '4.2.0'),
  device_model: Text(128, 'For people to recognise the device by.', 'iPhone 17'),
  os_version: Text(64, 'Of the operating system.', 'iOS 26.1'),
  timezone: Text(64, 'Where the device says it is.', 'Asia/Taipei'),
};

/** A field that is left out, null or blank is unknown. */
const maybe = (schema: (typeof texts)[keyof typeof texts]) => Type.Optional(Nullable(schema));

export const RegisterDeviceBody = Type.Object(
  {
    token: PushToken,
    platform: PlatformField,
    user_id: Type.Optional(
      Nullable({ ...IDS.user_id, description: 'Who is signed in: the caller, also when it is left out.' }),
    ),
    device_id: maybe(texts.device_id),
    app_version: maybe(texts.app_version),
    metadata: Type.Optional(
      Nullable(
        Type.Object(
          {
            device_model: maybe(texts.device_model),
            os_version: maybe(texts.os_version),
            timezone: maybe(texts.timezone),
          },
          { description: 'More about the device.' },
        ),
      ),
    ),
  },
  { title: 'RegisterDevice' },
);
export type RegisterDeviceBody = Static<typeof RegisterDeviceBody>;

export const Device = Shape(
  {
    user_id: IDS.user_id,
    platform: PlatformField,
    device_id: Nullable(texts.device_id),
    app_version: Nullable(texts.app_version),
    metadata: Shape(
      {
        device_model: Nullable(texts.device_model),
        os_version: Nullable(texts.os_version),
        timezone: Nullable(texts.timezone),
      },
      { description: 'More about the device, as far as it is known.' },
    ),
    created_at: { ...EpochMs, description: 'Since when it is this user’s. Epoch milliseconds, UTC.' },
    last_active_at: {
      ...EpochMs,
      description: 'When the app last registered it. Epoch milliseconds, UTC.',
    },
  },
  { title: 'Device', description: 'A device that pushes go to, without its token.' },
);
export type Device = Static<typeof Device>;

export const DeviceResponse = Shape({ status: Ok, data: Device }, { title: 'DeviceResponse' });

export const RemoveDeviceBody = Type.Object({ token: PushToken }, { title: 'RemoveDevice' });

export const RemoveDeviceResponse = Shape(
  { status: Ok, message: Message('No more pushes go to this device.') },
  { title: 'RemoveDeviceResponse' },
);

export const DeviceSummary = Shape(
  {
    user_id: IDS.user_id,
    token_count: { ...Count('How many devices are registered.', 2), maximum: MAX_DEVICES },
    platforms: Type.Array(PlatformField, {
      maxItems: PLATFORMS.length,
      uniqueItems: true,
      description: 'What they run on, in alphabetical order.',
      examples: [['android', 'ios']],
    }),
    is_valid: Flag(
      'Whether a push can reach the user: at least one device was registered within 270 days, after which push services ' +
        'forget it.',
    ),
    last_active_at: Nullable({
      ...EpochMs,
      description:
        'When one of them was last registered; for coaches, the beginning of that day in UTC. Null where there is none. ' +
        'Epoch milliseconds, UTC.',
    }),
  },
  { title: 'DeviceSummary', description: 'Whether and where pushes reach a user.' },
);
export type DeviceSummary = Static<typeof DeviceSummary>;

export const DeviceSummaryResponse = Shape(
  { status: Ok, data: DeviceSummary },
  { title: 'DeviceSummaryResponse' },
);

const WebPushKey = Shape(
  {
    public_key: Type.String({
      minLength: 87,
      maxLength: 87,
      pattern: '^[A-Za-z0-9_-]+$',
      description: 'A point of P-256 in base64url: the `applicationServerKey` of `pushManager.subscribe`.',
      examples: ['BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'],
    }),
  },
  { title: 'WebPushKey', description: 'By what push services of browsers know this server.' },
);

export const WebPushKeyResponse = Shape({ status: Ok, data: WebPushKey }, { title: 'WebPushKeyResponse' });
