/** Of the app's platform; browsers have subscriptions. */
type AppPlatform = 'ios' | 'android';

/** FCM does not define the form of its tokens; these are the characters of base64 and its separators. */
const REGISTRATION_TOKEN = /^[\w:.%~=+/-]+$/;
const APPLE_TOKEN = /^(?:[0-9a-f]{2}){32,100}$/i;
const HEXADECIMAL = /^[0-9a-f]{32,}$/i;

/** Why a token cannot belong to an app on this platform; null for a plausible one. */
export function refuseAppToken(token: string, platform: AppPlatform): string | null {
  if (!REGISTRATION_TOKEN.test(token)) return WANTED[platform];
  if (!HEXADECIMAL.test(token)) return null;
  return platform === 'ios' && APPLE_TOKEN.test(token) ? null : WANTED[platform];
}

const WANTED: Readonly<Record<AppPlatform, string>> = {
  ios:
    'must be, for the platform ios, the registration token that Firebase Cloud Messaging gives the app, or the device token of APNs in ' +
    'hexadecimal (64 digits): a browser’s PushSubscription belongs to the platform web',
  android:
    'must be, for the platform android, the registration token that Firebase Cloud Messaging gives the app: a device token of APNs ' +
    '(hexadecimal) belongs to the platform ios, a browser’s PushSubscription to web',
};
