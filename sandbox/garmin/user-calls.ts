import type { Answer } from '../kit/answers.ts';
import type { Connection } from './accounts.ts';
import { type Call, firstValue, json, refused, requiredValue } from './answers.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { hears, nameOf, publish, publishDeregistration } from './notify.ts';
import { sameSecret } from './oauth1-signature.ts';
import { type Backfill, findApp, type Platform, type PullGrant } from './platform.ts';
import { type Permission, SUMMARY_TYPES, type SummaryType, typeOfPath } from './summary-types.ts';
import { uploadsBetween } from './wear-watch.ts';

export function readUserId(platform: Platform, call: Call): Answer {
  return json(200, { userId: authenticate(platform, call).connection.user_id });
}

/** What somebody allows. It can fail for a while after the consent. */
export function readPermissions(platform: Platform, call: Call): Answer {
  const { connection } = authenticate(platform, call);
  if (connection.permissions_unready > 0) {
    connection.permissions_unready -= 1;
    throw refused(500, 'permissions are not ready');
  }
  const { permissions } = connection;
  return json(200, platform.settings.permissions_shape === 'array' ? permissions : { permissions });
}

/** The app lets somebody go. */
export function deleteRegistration(platform: Platform, call: Call): Answer {
  endConnection(platform, authenticate(platform, call));
  return { status: 204 };
}

/** The tokens die, and a notification says so. */
export function endConnection(platform: Platform, ended: Caller | undefined): void {
  if (ended === undefined) return;
  platform.accounts.disconnect(ended.connection);
  publishDeregistration(platform, ended.app, ended.connection);
}

/** An app and what it has of somebody; undefined: nothing any more. */
export function findCaller(platform: Platform, client_id: string, user_id: string): Caller | undefined {
  const [app, connection] = [findApp(platform, client_id), platform.accounts.of({ client_id, user_id })];
  return app && connection && { app, connection };
}

const DAY_S = 86_400;
const MINUTE_MS = 60_000;

/** Asks for what was before: 202 now, and the notifications later, in as many posts as it takes. */
export function startBackfill(platform: Platform, call: Call, name: string): Answer {
  const { app, connection } = authenticate(platform, call);
  const { settings, backfills, people } = platform;
  const type = typeOfPath(name);
  if (type === undefined || SUMMARY_TYPES[type].backfill === null) throw refused(404, 'no such backfill');
  const period = readPeriod(platform, call);
  const { permission, portal_name } = SUMMARY_TYPES[type];
  if (!hears(app, type)) throw refused(400, `Endpoint not enabled for summary type: ${portal_name}`);
  requireAllowed(connection, [permission, 'HISTORICAL_DATA_EXPORT'], settings.missing_permission_status);
  requireReach(platform, connection, period.start_s);
  const { client_id, user_id } = connection;
  const asked: Backfill = { ...period, client_id, user_id, type, at_ms: platform.now().getTime() };
  requireNew(platform, asked);
  requireSpeed(platform, asked);
  backfills.push(asked);
  const person = people.get(user_id);
  publish(platform, person === undefined ? [] : uploadsBetween(platform, person, type, period), {
    client_id,
    delay_s: settings.backfill_delay_s,
    post_size: settings.backfill_post_size,
    post_gap_s: settings.backfill_post_gap_s,
  });
  return { status: 202 };
}

function readPeriod({ settings }: Platform, { query }: Call): { start_s: number; end_s: number } {
  const read = (name: string): number => {
    const text = requiredValue(query, name);
    if (!/^\d+$/.test(text)) throw refused(400, `malformed ${name}`);
    // Twelve digits of seconds are the year 5138 at the earliest.
    if (text.length >= 12) throw refused(400, `timestamp '${text}' is in milliseconds: use seconds`);
    return Number(text);
  };
  const start_s = read('summaryStartTimeInSeconds');
  const end_s = read('summaryEndTimeInSeconds');
  const most = settings.backfill_range_days;
  if (end_s <= start_s) throw refused(400, 'the period ends before it starts');
  if (end_s - start_s > most * DAY_S) throw refused(400, `the period is longer than ${most} days`);
  return { start_s, end_s };
}

/** The limit lies half a second after a full one, so whoever comes back at it has to round up. */
function requireReach({ settings }: Platform, { first_connected_ms }: Connection, start_s: number): void {
  const connected_s = Math.floor(first_connected_ms / 1_000);
  const earliest_ms = (connected_s - settings.backfill_reach_days * DAY_S) * 1_000 + 500;
  if (start_s * 1_000 >= earliest_ms) return;
  throw refused(400, `Start date before min start time of ${new Date(earliest_ms).toISOString()}`);
}

function requireNew({ backfills, settings }: Platform, asked: Backfill): void {
  const { client_id, user_id, type, start_s, end_s } = asked;
  const known = backfills
    .filter((one) => one.client_id === client_id && one.user_id === user_id && one.type === type)
    .some((one) =>
      settings.backfill_duplicate === 'same'
        ? one.start_s === start_s && one.end_s === end_s
        : one.start_s <= start_s && one.end_s >= end_s,
    );
  if (known) throw refused(409, 'this period was asked for before');
}

function requireSpeed({ backfills, settings }: Platform, asked: Backfill): void {
  const lately = backfills.filter(
    ({ client_id, at_ms }) => client_id === asked.client_id && at_ms > asked.at_ms - MINUTE_MS,
  );
  const sum_s = [...lately, asked].reduce((total, { start_s, end_s }) => total + end_s - start_s, 0);
  if (sum_s > settings.backfill_days_per_minute * DAY_S) {
    throw refused(429, 'too many days asked for in a minute');
  }
}

/** What a ping's callback URL gives: the bare array. Without a ping there is nothing to have. */
export function pullSummaries(platform: Platform, call: Call, name: string): Answer {
  const mayHave = readGrants(platform, call);
  const type = typeOfPath(name);
  if (type === undefined || type === 'activityFiles') throw refused(404, 'no such summaries');
  const [start, end] = ['uploadStartTimeInSeconds', 'uploadEndTimeInSeconds'].map((parameter) =>
    Number(requiredValue(call.query, parameter)),
  );
  const grants = mayHave(type).filter(
    ({ upload_start_s, upload_end_s }) => upload_start_s === start && upload_end_s === end,
  );
  const connection = grants[0] && platform.accounts.of(grants[0]);
  if (connection === undefined) throw refused(400, 'no notification allows this pull');
  requireAllowed(connection, [SUMMARY_TYPES[type].permission]);
  const who = nameOf(platform, connection);
  const uploads = grants.flatMap((grant) => grant.uploads);
  return json(
    200,
    uploads.map((upload) => ({ ...who, ...upload.make() })),
  );
}

/** The file of an activity, as the watch wrote it. */
export function pullFile(platform: Platform, call: Call): Answer {
  const mayHave = readGrants(platform, call);
  const id = requiredValue(call.query, 'id');
  const grant = mayHave('activityFiles').findLast(({ uploads }) =>
    uploads.some(({ record }) => record === id),
  );
  const file = grant?.uploads.find(({ record }) => record === id)?.file;
  const connection = grant && platform.accounts.of(grant);
  if (file === undefined || connection === undefined) throw refused(400, 'no notification allows this pull');
  if (platform.settings.pull_needs_credentials) requireAllowed(connection, ['ACTIVITY_EXPORT']);
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: file() };
}

/** What the caller was told of and may have now: the same app and person, the token, not too late. */
function readGrants(platform: Platform, call: Call): (type: SummaryType) => readonly PullGrant[] {
  const { settings, pulls, accounts } = platform;
  const caller = settings.pull_needs_credentials ? authenticate(platform, call).connection : null;
  const token = firstValue(call.query, 'token') ?? '';
  const now_s = platform.nowS();
  return (type) =>
    pulls.filter((grant) => {
      if (grant.type !== type || grant.expires_ms <= now_s * 1_000) return false;
      if (settings.pull_token && !sameSecret(token, grant.token)) return false;
      const connection = accounts.of(grant);
      return connection !== undefined && (caller === null || caller === connection);
    });
}

/** What was allowed once may have been withdrawn since. */
function requireAllowed({ permissions }: Connection, needed: readonly Permission[], status = 412): void {
  if (needed.every((one) => permissions.includes(one))) return;
  throw refused(status, 'the user has not given this permission');
}
