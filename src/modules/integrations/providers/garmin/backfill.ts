import type { HttpResponse } from '../../../../infra/http-client/index.ts';
import { SECOND_MS } from '../../../../shared/time.ts';
import type { BackfillStep, Session } from '../../provider.ts';
import { isObject } from '../members.ts';
import { askWhoTheyAre } from './about-athlete.ts';
import { askForAthlete } from './ask-for-athlete.ts';
import { ACTIVITY_EXPORT, HEALTH_EXPORT, HISTORICAL_DATA_EXPORT } from './permissions.ts';
import { type Garmin, readRefusal } from './send.ts';

const DAY_S = 86_400;
/** The days of one request. Some sources say 30 days for all types, others up to 90, so the shortest is used. */
const PERIOD_DAYS = 30;

/** The types in the order in which they are asked for, with the permission of each. Details follow the activities they belong to. */
const TYPES = [
  { type: 'activities', permission: ACTIVITY_EXPORT },
  { type: 'activityDetails', permission: ACTIVITY_EXPORT },
  { type: 'dailies', permission: HEALTH_EXPORT },
  { type: 'sleeps', permission: HEALTH_EXPORT },
  { type: 'hrv', permission: HEALTH_EXPORT },
] as const;

/** The type and start of the next period, and the remarks that the athlete has got already: five types give the same one. */
type Cursor = { readonly type: number; readonly at_s: number; readonly said: readonly string[] };

/**
 * Asks for one period of one type. The answer has no data, which comes by posts later. So a step is done when Garmin has accepted the
 * request, or the same one before.
 */
export async function backfill(
  garmin: Garmin,
  session: Session,
  range: { from: Date; until: Date },
  kept: unknown,
): Promise<BackfillStep> {
  if (!session.scopes.includes(HISTORICAL_DATA_EXPORT)) {
    return { notices: [], next: null, remark: NO_HISTORY };
  }
  const from_s = Math.ceil(range.from.getTime() / SECOND_MS);
  const until_s = Math.floor(range.until.getTime() / SECOND_MS);
  const cursor = readCursor(kept) ?? { type: 0, at_s: from_s, said: [] };
  const asked = TYPES[cursor.type];
  if (asked === undefined) return { notices: [], next: null };
  const nextType = { ...cursor, type: cursor.type + 1, at_s: from_s };
  if (cursor.at_s >= until_s || !session.scopes.includes(asked.permission)) return stepTo(nextType);

  const end_s = Math.min(until_s, cursor.at_s + PERIOD_DAYS * DAY_S);
  const response = await ask(garmin, session, asked.type, { start_s: cursor.at_s, end_s });
  if (isTaken(response)) return stepTo({ ...cursor, at_s: end_s });
  const min_s = earliestSaid(response);
  if (min_s === null) return stepTo(nextType, await reasonOf(garmin, session, asked.type, response));
  const remark = `Garmin gives nothing from before ${new Date(min_s * SECOND_MS).toISOString().slice(0, 10)}.`;
  // A limit that lies before the cursor would be asked for again and again.
  return stepTo(min_s > cursor.at_s ? { ...cursor, at_s: min_s } : nextType, remark);
}

const NO_HISTORY =
  'Garmin was not allowed to hand over the past. Allow historical data in Garmin Connect, then connect again.';

function stepTo(cursor: Cursor, remark?: string): BackfillStep {
  const next = cursor.type < TYPES.length ? cursor : null;
  if (remark === undefined || cursor.said.includes(remark)) return { notices: [], next };
  return { notices: [], next: next && { ...next, said: [...cursor.said, remark] }, remark };
}

function readCursor(kept: unknown): Cursor | null {
  if (!isObject(kept)) return null;
  const { type, at_s, said } = kept;
  if (typeof type !== 'number' || typeof at_s !== 'number' || !Array.isArray(said)) return null;
  return { type, at_s, said: said.filter((one: unknown) => typeof one === 'string') };
}

async function ask(
  garmin: Garmin,
  session: Session,
  type: string,
  period: { start_s: number; end_s: number },
): Promise<HttpResponse> {
  const url = new URL(`${garmin.settings.api_url}/backfill/${type}`);
  url.searchParams.set('summaryStartTimeInSeconds', String(period.start_s));
  url.searchParams.set('summaryEndTimeInSeconds', String(period.end_s));
  return await askForAthlete(garmin, session, { method: 'GET', url });
}

/** 409 means that the same was asked for before, and is not sent again. */
function isTaken({ status }: HttpResponse): boolean {
  return (status >= 200 && status < 300) || status === 409;
}

/** The earliest time that Garmin has, where the period began earlier; rounded up to whole seconds. */
function earliestSaid(response: HttpResponse): number | null {
  if (response.status !== 400) return null;
  const said = /min start time of (\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))/i.exec(
    readRefusal(response),
  )?.[1];
  const min_s = Math.ceil(Date.parse(said ?? '') / SECOND_MS);
  return Number.isNaN(min_s) ? null : min_s;
}

/** Why a type is left out; the connection stays. */
async function reasonOf(
  garmin: Garmin,
  session: Session,
  type: string,
  response: HttpResponse,
): Promise<string> {
  const { status } = response;
  if (status === 412 || status === 403) {
    // Garmin answers 403 for a missing permission, and for a consent that has ended.
    if (status === 403) await askWhoTheyAre(garmin, session);
    return NO_HISTORY;
  }
  if (status === 400 && /not enabled/i.test(readRefusal(response))) {
    return `This server's app at Garmin is not set up to receive ${type}: its operator can change that.`;
  }
  if (status === 404) return `Garmin has no history of ${type} to give.`;
  return `Garmin does not hand over its history of ${type}.`;
}
