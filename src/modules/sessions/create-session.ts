import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { isDay, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import { invalidField } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganizationAlone } from '../organizations/index.ts';
import { MAX_AHEAD } from './club-session.ts';
import { tooManySessions } from './errors.ts';
import {
  countAhead,
  findAudience,
  findClubZones,
  insertSeries,
  insertSessions,
  type NewSessions,
} from './queries.ts';
import {
  deadlineFor,
  readDeadline,
  readSessionText,
  readStart,
  readZone,
  requireNear,
  type SessionInput,
} from './read-session-input.ts';
import { remindsAt } from './remind.ts';
import { requirePeople } from './require-people.ts';
import { requireSessionCoach } from './require-session-right.ts';
import { daysOfRule, instantOf, localOf, MAX_OCCURRENCES, type SeriesRule } from './series-rule.ts';
import { tellOf } from './session-events.ts';

type Deps = { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emitAll'> };

type SeriesInput = {
  readonly weekdays?: readonly Weekday[] | undefined;
  readonly interval_weeks?: number | undefined;
  readonly until?: string | undefined;
  readonly occurrences?: number | undefined;
};

type Input = SessionInput & {
  readonly org_id: string;
  readonly starts_at: string;
  readonly timezone: string | undefined;
  readonly answer_until: string | undefined;
  readonly series: SeriesInput | undefined;
};

/**
 * Plans a session, or all sessions of a series at once, each in a row of its own. The audience is told, of a series once.
 *
 * @throws notFound; forbidden; invalidField and validationError; tooManySessions
 */
export async function createSession(
  deps: Deps,
  actor: UserActor,
  input: Input,
  write_key: WriteKey | undefined,
): Promise<{ session_id: string; series_id: string | null }> {
  const { org_id, org_name } = await requireSessionCoach(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  const timezone = readZone(input.timezone, await findClubZones(deps.db, { org_id, user_id: actor.user_id }));
  const starts_at = readStart(input.starts_at, { timezone, now });
  const answer_until =
    input.answer_until === undefined ? null : readDeadline(input.answer_until, { timezone, starts_at });
  const text = readSessionText(input);
  const rule = input.series === undefined ? null : readRule(input.series, localOf(starts_at, timezone).date);
  const series_id = rule === null ? null : newId();
  const dates = datesOf(rule, { starts_at, answer_until, timezone, now });
  const [first] = dates;
  if (first === undefined) throw invalidField('series', 'has no session at all');
  return await writeOnce(deps, write_key, async (tx) => {
    await holdOrganizationAlone(tx, org_id);
    await requirePeople(tx, org_id, text, null);
    if ((await countAhead(tx, { org_id, now })) + dates.length > MAX_AHEAD) throw tooManySessions();
    if (rule !== null && series_id !== null)
      await insertSeries(tx, { ...rule, id: series_id, org_id, created_at: now });
    await insertSessions(tx, { ...text, org_id, series_id, timezone, created_by: actor.user_id, now, dates });
    await writeAudit(tx, {
      ...{ org_id, event_type: 'session_created', actor, now },
      ...{ target_id: first.id, target_name: text.title, data: { series_id, sessions: dates.length } },
    });
    const user_ids = await findAudience(tx, { org_id, session_id: first.id, but: actor.user_id });
    const session = { ...text, id: first.id, org_id, starts_at, timezone };
    await tellOf(tx, deps.events, { news: 'planned', session, org_name, sessions: dates.length, user_ids });
    return { session_id: first.id, series_id };
  });
}

/** @throws invalidField */
function readRule(given: SeriesInput, first: string): SeriesRule {
  const { until, occurrences } = given;
  if (until === undefined && occurrences === undefined)
    throw invalidField('series.until', 'is required, or occurrences: a series ends');
  if (until !== undefined && occurrences !== undefined)
    throw invalidField('series.until', 'must be left out with occurrences: send one of both');
  if (until !== undefined && !isDay(until)) throw invalidField('series.until', 'is no day of any calendar');
  const weekday = weekdayOf(first);
  const weekdays = [...new Set(given.weekdays ?? [weekday])];
  if (!weekdays.includes(weekday))
    throw invalidField('series.weekdays', `must have the weekday on which the first session is, ${weekday}`);
  const rule = {
    weekdays,
    interval_weeks: given.interval_weeks ?? 1,
    until: until ?? null,
    occurrences: occurrences ?? null,
  };
  const days = (occurrences ?? 0) > MAX_OCCURRENCES ? null : daysOfRule(rule, first);
  if (days === null || days.length > MAX_OCCURRENCES) {
    const field = until === undefined ? 'occurrences' : 'until';
    throw invalidField(
      `series.${field}`,
      `makes more than ${MAX_OCCURRENCES} sessions, which is as many as one series has: end it earlier, and plan another one after it`,
    );
  }
  if (days.length === 0) throw invalidField('series.until', 'must not be before the first session');
  return rule;
}

function datesOf(
  rule: SeriesRule | null,
  first: {
    readonly starts_at: Date;
    readonly answer_until: Date | null;
    readonly timezone: string;
    readonly now: Date;
  },
): NewSessions['dates'] {
  const { starts_at, answer_until, timezone, now } = first;
  if (rule === null)
    return [
      { id: newId(), series_date: null, starts_at, answer_until, reminded_at: remindsAt(starts_at, now) },
    ];
  const { date, time } = localOf(starts_at, timezone);
  return daysOfRule(rule, date).flatMap((day) => {
    const at = instantOf(`${day}T${time}`, timezone);
    if (at === null) return [];
    requireNear(rule.until === null ? 'series.occurrences' : 'series.until', at, now);
    const until = deadlineFor(first, { starts_at: at, timezone });
    return [
      {
        ...{ id: newId(), series_date: day, starts_at: at },
        ...{ answer_until: until, reminded_at: remindsAt(at, now) },
      },
    ];
  });
}
