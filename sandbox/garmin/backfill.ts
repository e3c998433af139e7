import { type App, type Connection, firstConnectedMs } from './accounts.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { uploadsBetween } from './history.ts';
import { publish } from './notify.ts';
import type { AcceptedBackfill, Platform } from './platform.ts';
import { SUMMARY_TYPES, type SummaryType, typeOfPath } from './summary-types.ts';
import { type Answer, type Call, empty, Refused, requiredValue } from './wire.ts';

const DAY_S = 86_400;
const MINUTE_MS = 60_000;

/** Asks for what was before: 202 now, and the notifications later, in as many posts as it takes. */
export function startBackfill(platform: Platform, call: Call, name: string): Answer {
  const caller = authenticate(platform, call);
  const type = typeOfPath(name);
  if (type === undefined || SUMMARY_TYPES[type].backfill === null) throw new Refused(404, 'no such backfill');
  const asked = readPeriod(platform, call);
  requireEnabled(caller.app, type);
  requirePermission(platform, caller.connection, type);
  requireReach(platform, caller.connection, asked.start_s);
  const { client_id, user_id } = caller.connection;
  const backfill: AcceptedBackfill = {
    ...asked,
    client_id,
    user_id,
    type,
    at_ms: platform.clock.now().getTime(),
  };
  requireNew(platform, backfill);
  requireSpeed(platform, backfill);
  platform.backfills.push(backfill);
  deliverLater(platform, caller, backfill);
  return empty(202);
}

function readPeriod({ settings }: Platform, call: Call): { start_s: number; end_s: number } {
  const read = (name: string): number => {
    const text = requiredValue(call.query, name);
    if (!/^\d+$/.test(text)) throw new Refused(400, `malformed ${name}`);
    // Twelve digits of seconds are the year 5138 at the earliest.
    if (text.length >= 12) throw new Refused(400, `timestamp '${text}' is in milliseconds: use seconds`);
    return Number(text);
  };
  const start_s = read('summaryStartTimeInSeconds');
  const end_s = read('summaryEndTimeInSeconds');
  if (end_s <= start_s) throw new Refused(400, 'the period ends before it starts');
  if (end_s - start_s > settings.backfill_range_days * DAY_S) {
    throw new Refused(400, `the period is longer than ${settings.backfill_range_days} days`);
  }
  return { start_s, end_s };
}

function requireEnabled(app: App, type: SummaryType): void {
  const endpoint = app.endpoints[type];
  if (endpoint === undefined || endpoint.state === 'off') {
    throw new Refused(400, `Endpoint not enabled for summary type: ${SUMMARY_TYPES[type].portal_name}`);
  }
}

function requirePermission({ settings }: Platform, { permissions }: Connection, type: SummaryType): void {
  if (permissions.includes('HISTORICAL_DATA_EXPORT') && permissions.includes(SUMMARY_TYPES[type].permission))
    return;
  throw new Refused(settings.missing_permission_status, 'the user has not given this permission');
}

/** The limit lies half a second after a full one, so whoever comes back at it has to round up. */
function requireReach({ settings, accounts }: Platform, connection: Connection, start_s: number): void {
  const connected_s = Math.floor(firstConnectedMs(accounts, connection) / 1_000);
  const earliest_ms = (connected_s - settings.backfill_reach_days * DAY_S) * 1_000 + 500;
  if (start_s * 1_000 >= earliest_ms) return;
  throw new Refused(400, `Start date before min start time of ${new Date(earliest_ms).toISOString()}`);
}

function requireNew({ backfills, settings }: Platform, asked: AcceptedBackfill): void {
  const known = backfills.some((one) => {
    if (one.client_id !== asked.client_id || one.user_id !== asked.user_id || one.type !== asked.type)
      return false;
    return settings.backfill_duplicate === 'same'
      ? one.start_s === asked.start_s && one.end_s === asked.end_s
      : one.start_s <= asked.start_s && one.end_s >= asked.end_s;
  });
  if (known) throw new Refused(409, 'this period was asked for before');
}

function requireSpeed({ backfills, settings }: Platform, asked: AcceptedBackfill): void {
  const days = (one: AcceptedBackfill): number => (one.end_s - one.start_s) / DAY_S;
  const lately = backfills.filter(
    (one) => one.client_id === asked.client_id && one.at_ms > asked.at_ms - MINUTE_MS,
  );
  const sum = lately.reduce((total, one) => total + days(one), days(asked));
  if (sum > settings.backfill_days_per_minute) throw new Refused(429, 'too many days asked for in a minute');
}

function deliverLater(platform: Platform, { app }: Caller, backfill: AcceptedBackfill): void {
  const { settings, people } = platform;
  const person = people.get(backfill.user_id);
  if (person === undefined) return;
  publish(platform, uploadsBetween(platform, person, backfill.type, backfill), {
    client_id: app.client_id,
    delay_s: settings.backfill_delay_s,
    post_size: settings.backfill_post_size,
    post_gap_s: settings.backfill_post_gap_s,
  });
}
