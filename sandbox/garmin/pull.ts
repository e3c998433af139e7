import type { Connection } from './accounts.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { connectionOf, nameOf } from './notify.ts';
import { sameSecret } from './oauth1-signature.ts';
import { nowS, type Platform, type PullGrant } from './platform.ts';
import { SUMMARY_TYPES, type SummaryType, typeOfPath } from './summary-types.ts';
import { type Answer, type Call, firstValue, json, Refused, requiredValue } from './wire.ts';

/** What a ping's callback URL gives: the bare array. Without a ping there is nothing to have. */
export function pullSummaries(platform: Platform, call: Call, name: string): Answer {
  const caller = callerOf(platform, call);
  const type = typeOfPath(name);
  if (type === undefined || type === 'activityFiles') throw new Refused(404, 'no such summaries');
  const [start, end] = ['uploadStartTimeInSeconds', 'uploadEndTimeInSeconds'].map((parameter) =>
    Number(requiredValue(call.query, parameter)),
  );
  const grants = grantsFor(platform, call, caller, type).filter(
    ({ upload_start_s, upload_end_s }) => upload_start_s === start && upload_end_s === end,
  );
  const [first] = grants;
  if (first === undefined) throw new Refused(400, 'no notification allows this pull');
  const connection = connectionOf(platform, first);
  if (connection === undefined) throw new Refused(400, 'no notification allows this pull');
  requirePermission(connection, type);
  const who = nameOf(platform, connection);
  const summaries = grants.flatMap(({ uploads }) => uploads.map(({ make }) => ({ ...who, ...make() })));
  return json(200, summaries);
}

/** The file of an activity, as the watch wrote it. */
export function pullFile(platform: Platform, call: Call): Answer {
  const caller = callerOf(platform, call);
  const id = requiredValue(call.query, 'id');
  const grants = grantsFor(platform, call, caller, 'activityFiles');
  const upload = grants.flatMap(({ uploads }) => uploads).findLast(({ record }) => record === id);
  const connection = upload && caller?.connection;
  if (connection) requirePermission(connection, 'activityFiles');
  if (upload?.file === undefined) throw new Refused(400, 'no notification allows this pull');
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: upload.file() };
}

function callerOf(platform: Platform, call: Call): Caller | null {
  return platform.settings.pull_needs_credentials ? authenticate(platform, call) : null;
}

/** What was allowed when the ping was sent may have been withdrawn since. */
function requirePermission({ permissions }: Connection, type: SummaryType): void {
  if (!permissions.includes(SUMMARY_TYPES[type].permission)) {
    throw new Refused(412, 'the user has not given this permission');
  }
}

/** What the caller was told of and may have now: the same app and person, the token, not too late. */
function grantsFor(platform: Platform, call: Call, caller: Caller | null, type: SummaryType): PullGrant[] {
  const { settings, pulls } = platform;
  const token = firstValue(call.query, 'token') ?? '';
  const now_s = nowS(platform);
  return pulls.filter((grant) => {
    if (grant.type !== type || grant.expires_ms <= now_s * 1_000) return false;
    if (settings.pull_token && !sameSecret(token, grant.token)) return false;
    const connection = connectionOf(platform, grant);
    return connection !== undefined && (caller === null || caller.connection === connection);
  });
}
