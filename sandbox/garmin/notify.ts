import { newSecret } from '../kit/expiring.ts';
import { isOnLoopback } from '../kit/outbox.ts';
import type { App, Connection } from './accounts.ts';
import type { Platform, PostDraft, PullGrant } from './platform.ts';
import {
  type NotificationType,
  pathOf,
  SUMMARY_TYPES,
  type SummaryType,
  type Upload,
} from './summary-types.ts';

/** How notifications come: by themselves, or cut into posts that follow each other. */
type PublishOptions = {
  /** Only this app hears of it, as after its backfill. */
  readonly client_id?: string;
  readonly delay_s?: number;
  /** Records in one post; absent: all. */
  readonly post_size?: number;
  readonly post_gap_s?: number;
  /** One post may hold several types. */
  readonly several_types?: boolean;
};

type Item = { readonly upload: Upload; readonly connection: Connection };

/** Tells every app of what was uploaded, as far as it is connected, allowed and listening. People are mixed freely. */
export function publish(platform: Platform, uploads: readonly Upload[], options: PublishOptions = {}): void {
  const { post_size = Number.POSITIVE_INFINITY, post_gap_s = 0, delay_s = 0 } = options;
  for (const app of platform.apps) {
    const { client_id, endpoints } = app;
    if ((options.client_id ?? client_id) !== client_id) continue;
    const items = uploads.flatMap((upload): Item[] => {
      const connection = platform.accounts.of({ client_id, user_id: upload.user_id });
      const allowed = connection?.permissions.includes(SUMMARY_TYPES[upload.type].permission) === true;
      return allowed && hears(app, upload.type) ? [{ upload, connection }] : [];
    });
    const groups = Map.groupBy(items, ({ upload: { type } }) =>
      options.several_types === true ? `${endpoints[type]?.url}` : `${endpoints[type]?.url} ${type}`,
    );
    for (const group of groups.values()) {
      for (let from = 0, post = 0; from < group.length; from += post_size, post += 1) {
        addPost(platform, app, group.slice(from, from + post_size), delay_s + post * post_gap_s);
      }
    }
  }
}

export function hears({ endpoints }: App, type: NotificationType): boolean {
  return endpoints[type] !== undefined && endpoints[type].state !== 'off';
}

function addPost(platform: Platform, app: App, items: readonly Item[], delay_s: number): void {
  const { keep_s, keep_files_s } = platform.settings;
  const byType = Map.groupBy(items, ({ upload }) => upload.type);
  const parts = [...byType].map(([type, some]) => {
    const pings = type === 'activityFiles' || app.endpoints[type]?.mode === 'ping';
    return [type, pings ? pingsOf(platform, type, some) : pushesOf(platform, some)] as const;
  });
  send(platform, app, [...byType.keys()], {
    method: 'POST',
    make: () => JSON.stringify(Object.fromEntries(parts.map(([type, make]) => [type, make()]))),
    keep_s: byType.has('activityFiles') ? keep_files_s : keep_s,
    delay_s,
  });
}

function pushesOf(platform: Platform, items: readonly Item[]): () => object[] {
  const named = items.map(({ upload, connection }) => ({ upload, who: nameOf(platform, connection) }));
  return () => named.map(({ upload, who }) => ({ ...who, ...upload.make() }));
}

/** A ping for each person: of a file, of all that came in together. */
function pingsOf(platform: Platform, type: SummaryType, items: readonly Item[]): () => object[] {
  const isFile = type === 'activityFiles';
  const groups = Map.groupBy(
    items,
    ({ upload: { user_id, record } }) => `${user_id} ${isFile ? record : ''}`,
  );
  const pings = [...groups.values()].flatMap((some): (() => object)[] => {
    const [first] = some;
    if (first === undefined) return [];
    const { upload, connection } = first;
    const who = nameOf(platform, connection);
    const grant = grantPull(platform, type, connection, some);
    const times = {
      uploadStartTimeInSeconds: grant.upload_start_s,
      uploadEndTimeInSeconds: grant.upload_end_s,
    };
    const callbackURL = isFile
      ? pullUrl(platform, grant, 'activityFile', { id: upload.record })
      : pullUrl(platform, grant, pathOf(type), times);
    return [() => ({ ...who, ...(isFile ? upload.make() : times), callbackURL })];
  });
  return () => pings.map((ping) => ping());
}

function grantPull(
  platform: Platform,
  type: SummaryType,
  { client_id, user_id }: Connection,
  items: readonly Item[],
): PullGrant {
  const { settings, pulls } = platform;
  const [now_ms, upload_start_s] = [platform.now().getTime(), platform.nowS()];
  while ((pulls[0]?.expires_ms ?? Number.POSITIVE_INFINITY) <= now_ms) pulls.shift();
  const grant: PullGrant = {
    token: newSecret(),
    client_id,
    user_id,
    type,
    upload_start_s,
    upload_end_s: upload_start_s + 60,
    expires_ms: now_ms + settings.pull_token_life_s * 1_000,
    uploads: items.map(({ upload }) => upload),
  };
  pulls.push(grant);
  return grant;
}

function pullUrl(
  { url, settings }: Platform,
  { token }: PullGrant,
  path: string,
  about: Readonly<Record<string, string | number>>,
): string {
  const given = Object.entries({ ...about, ...(settings.pull_token ? { token } : {}) });
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${url}/wellness-api/rest/${path}?${query}`;
}

/** How a notification names somebody. The token goes out of use, but still comes. */
export function nameOf({ settings }: Platform, { user_id, oauth1 }: Connection): Record<string, string> {
  const withToken = settings.send_user_access_token && oauth1 !== null;
  return { userId: user_id, ...(withToken ? { userAccessToken: oauth1.token } : {}) };
}

/** The connection has ended: by the app, or by the person in Garmin's own app. */
export function publishDeregistration(platform: Platform, app: App, connection: Connection): void {
  publishEvent(platform, app, 'deregistrations', { deregistrations: [nameOf(platform, connection)] });
}

/** The person allows other things than before. */
export function publishPermissions(platform: Platform, app: App, connection: Connection): void {
  const changed_s = platform.nowS();
  const change = {
    ...nameOf(platform, connection),
    summaryId: `x${connection.user_id.slice(0, 7)}-${changed_s.toString(16)}`,
    permissions: connection.permissions,
    changeTimeInSeconds: changed_s,
  };
  publishEvent(platform, app, 'userPermissionsChange', { [platform.settings.permissions_key]: [change] });
}

function publishEvent(platform: Platform, app: App, type: NotificationType, content: object): void {
  if (!hears(app, type)) return;
  const { event_method: method, keep_s } = platform.settings;
  const body = JSON.stringify(content);
  send(platform, app, [type], { method, make: () => body, keep_s, delay_s: 0 });
}

type Letter = Pick<PostDraft, 'method' | 'make' | 'keep_s'> & { readonly delay_s: number };

/** All types of a post have one address. */
function send(
  { outbox, settings }: Platform,
  { client_id, x_api_key, endpoints }: App,
  types: readonly NotificationType[],
  { delay_s, ...letter }: Letter,
): void {
  const url = types.map((type) => endpoints[type]?.url).find((one) => one !== undefined) ?? '';
  if (!isOnLoopback(url)) throw new Error(`The stand-in posts to this machine only, not to ${url}.`);
  const headers = {
    'content-type': 'application/json;charset=UTF-8',
    accept: 'text/plain, application/json, application/*+json, */*',
    'accept-encoding': 'gzip, x-gzip, deflate',
    'user-agent': 'Garmin Health API',
    'garmin-client-id': client_id,
    ...(x_api_key === undefined ? {} : { 'x-api-key': x_api_key }),
  };
  const isHeld = (): boolean => types.some((type) => endpoints[type]?.state === 'on_hold');
  for (let copy = 0; copy < (settings.duplicate_posts ? 2 : 1); copy += 1) {
    outbox.add({ ...letter, url, types, headers: () => headers, isHeld }, delay_s);
  }
}
