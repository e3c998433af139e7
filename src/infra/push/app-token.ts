/** Of the app's platform; browsers have subscriptions. */
type AppPlatform = 'ios' | 'android';

/** FCM says nothing of the form of its registration tokens; these are the characters of base64 and of what stands between its parts. */
const REGISTRATION_TOKEN = /^[\w:.%~=+/-]+$/;
/** What Apple gives out, in hexadecimal: 32 bytes so far, and up to 100 by its documentation. */
const APPLE_TOKEN = /^(?:[0-9a-f]{2}){32,100}$/i;
const HEXADECIMAL = /^[0-9a-f]{32,}$/i;

/** What to say of a token that cannot be one of an app on this platform; null for one that can. */
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
