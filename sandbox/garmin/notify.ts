import type { App, Connection, Endpoint } from './accounts.ts';
import { findConnection, newSecret } from './accounts.ts';
import { nowS, type Platform, type PullGrant } from './platform.ts';
import {
  type NotificationType,
  type Permission,
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
  for (const app of platform.accounts.apps) {
    if (options.client_id !== undefined && options.client_id !== app.client_id) continue;
    const items = uploads.flatMap((upload): Item[] => {
      const connection = connectionOf(platform, { client_id: app.client_id, user_id: upload.user_id });
      return connection !== undefined && mayHear(app, connection, upload.type)
        ? [{ upload, connection }]
        : [];
    });
    const groups = Map.groupBy(items, ({ upload: { type } }) => {
      const url = app.endpoints[type]?.url;
      return options.several_types === true ? `${url}` : `${url} ${type}`;
    });
    for (const group of groups.values()) {
      for (let from = 0, post = 0; from < group.length; from += post_size, post += 1) {
        addPost(platform, app, group.slice(from, from + post_size), delay_s + post * post_gap_s);
      }
    }
  }
}

/** What an app has of somebody; undefined: nothing any more. */
export function connectionOf(
  { accounts }: Platform,
  of: { client_id: string; user_id: string },
): Connection | undefined {
  return findConnection(accounts, (one) => one.client_id === of.client_id && one.user_id === of.user_id);
}

/** Whether a type is enabled for an app, and the person allows it. */
function mayHear(app: App, { permissions }: Connection, type: SummaryType): boolean {
  const endpoint = app.endpoints[type];
  const needed: Permission = SUMMARY_TYPES[type].permission;
  return endpoint !== undefined && endpoint.state !== 'off' && permissions.includes(needed);
}

function addPost(platform: Platform, app: App, items: readonly Item[], delay_s: number): void {
  const [first] = items;
  const endpoint = first === undefined ? undefined : app.endpoints[first.upload.type];
  if (endpoint === undefined) return;
  const byType = Map.groupBy(items, ({ upload }) => upload.type);
  const parts = [...byType].map(([type, some]) => {
    const pings = type === 'activityFiles' || app.endpoints[type]?.mode === 'ping';
    return { type, make: pings ? pingsOf(platform, app, type, some) : pushesOf(platform, some) };
  });
  send(platform, app, endpoint, {
    method: 'POST',
    types: [...byType.keys()],
    user_ids: [...new Set(items.map(({ upload }) => upload.user_id))],
    make: () => JSON.stringify(Object.fromEntries(parts.map(({ type, make }) => [type, make()]))),
    keep_s: byType.has('activityFiles') ? platform.settings.keep_files_s : platform.settings.keep_s,
    delay_s,
  });
}

function pushesOf(platform: Platform, items: readonly Item[]): () => object[] {
  const named = items.map(({ upload, connection }) => ({ upload, who: nameOf(platform, connection) }));
  return () => named.map(({ upload, who }) => ({ ...who, ...upload.make() }));
}

/** A ping for each person: of a file, of all that came in together. */
function pingsOf(platform: Platform, app: App, type: SummaryType, items: readonly Item[]): () => object[] {
  const perFile = ({ upload }: Item): string =>
    `${upload.user_id} ${type === 'activityFiles' ? upload.record : ''}`;
  const pings = [...Map.groupBy(items, perFile).values()].flatMap((some): (() => object)[] => {
    const [first] = some;
    if (first === undefined) return [];
    const uploads = some.map(({ upload }) => upload);
    const grant = grantPull(platform, app, type, uploads, first.connection);
    const who = nameOf(platform, first.connection);
    if (type === 'activityFiles') {
      return [
        () => ({ ...who, ...first.upload.make(), callbackURL: fileUrl(platform, grant, first.upload) }),
      ];
    }
    const { upload_start_s, upload_end_s } = grant;
    const uploadTimes = {
      uploadStartTimeInSeconds: upload_start_s,
      uploadEndTimeInSeconds: upload_end_s,
    };
    return [() => ({ ...who, ...uploadTimes, callbackURL: pullUrl(platform, grant) })];
  });
  return () => pings.map((ping) => ping());
}

function grantPull(
  platform: Platform,
  app: App,
  type: SummaryType,
  uploads: Upload[],
  { user_id }: Connection,
): PullGrant {
  const { settings, clock, pulls } = platform;
  const upload_start_s = nowS(platform);
  while ((pulls[0]?.expires_ms ?? Number.POSITIVE_INFINITY) <= clock.now().getTime()) pulls.shift();
  const grant: PullGrant = {
    token: newSecret(),
    client_id: app.client_id,
    user_id,
    type,
    upload_start_s,
    upload_end_s: upload_start_s + 60,
    expires_ms: clock.now().getTime() + settings.pull_token_life_s * 1_000,
    uploads,
  };
  pulls.push(grant);
  return grant;
}

function pullUrl({ url, settings }: Platform, grant: PullGrant): string {
  const query = new URLSearchParams({
    uploadStartTimeInSeconds: String(grant.upload_start_s),
    uploadEndTimeInSeconds: String(grant.upload_end_s),
    ...(settings.pull_token ? { token: grant.token } : {}),
  });
  return `${url}/wellness-api/rest/${pathOf(grant.type)}?${query}`;
}

function fileUrl({ url, settings }: Platform, grant: PullGrant, upload: Upload): string {
  const query = new URLSearchParams({
    id: upload.record,
    ...(settings.pull_token ? { token: grant.token } : {}),
  });
  return `${url}/wellness-api/rest/activityFile?${query}`;
}

/** How a notification names somebody. The token goes out of use, but still comes. */
export function nameOf({ settings }: Platform, { user_id, oauth1 }: Connection): Record<string, string> {
  const withToken = settings.send_user_access_token && oauth1 !== null;
  return { userId: user_id, ...(withToken ? { userAccessToken: oauth1.token } : {}) };
}

/** The connection has ended: by the app, or by the person in Garmin's own app. */
export function publishDeregistration(platform: Platform, app: App, connection: Connection): void {
  publishEvent(platform, app, connection, 'deregistrations', 'deregistrations', {});
}

/** The person allows other things than before. */
export function publishPermissions(platform: Platform, app: App, connection: Connection): void {
  const { permissions_key } = platform.settings;
  const changed_s = nowS(platform);
  publishEvent(platform, app, connection, 'userPermissionsChange', permissions_key, {
    summaryId: `x${connection.user_id.slice(0, 7)}-${changed_s.toString(16)}`,
    permissions: connection.permissions,
    changeTimeInSeconds: changed_s,
  });
}

function publishEvent(
  platform: Platform,
  app: App,
  connection: Connection,
  type: NotificationType,
  key: string,
  members: object,
): void {
  const endpoint = app.endpoints[type];
  if (endpoint === undefined || endpoint.state === 'off') return;
  const body = JSON.stringify({ [key]: [{ ...nameOf(platform, connection), ...members }] });
  send(platform, app, endpoint, {
    method: platform.settings.event_method,
    types: [type],
    user_ids: [connection.user_id],
    make: () => body,
    keep_s: platform.settings.keep_s,
    delay_s: 0,
  });
}

function send(
  platform: Platform,
  app: App,
  { url }: Endpoint,
  post: {
    method: 'POST' | 'PUT';
    types: readonly NotificationType[];
    user_ids: readonly string[];
    make: () => string;
    keep_s: number;
    delay_s: number;
  },
): void {
  const { delay_s, ...draft } = post;
  const headers = {
    'content-type': 'application/json;charset=UTF-8',
    accept: 'text/plain, application/json, application/*+json, */*',
    'accept-encoding': 'gzip, x-gzip, deflate',
    'user-agent': 'Garmin Health API',
    'garmin-client-id': app.client_id,
    ...(app.x_api_key === undefined ? {} : { 'x-api-key': app.x_api_key }),
  };
  const isHeld = (): boolean => draft.types.some((type) => app.endpoints[type]?.state === 'on_hold');
  platform.outbox.add({ ...draft, client_id: app.client_id, url, headers, isHeld }, delay_s);
}
