import { type ErrorDetail, invalidField, validationError } from '../../shared/errors.ts';
import { readOffsetTime } from '../../shared/read-time.ts';
import { DAY_MS, isTimeZone } from '../../shared/time.ts';
import { MAX_DAYS_AHEAD, type SessionText } from './club-session.ts';
import { readSessionWorkout, type WorkoutInput } from './read-workout.ts';
import { instantOf, localOf } from './series-rule.ts';

export type SessionInput = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly duration_s?: number | undefined;
  readonly place?: { readonly text: string; readonly point?: SessionText['point'] | undefined } | undefined;
  readonly capacity?: number | null | undefined;
  readonly coach_user_id?: string | null | undefined;
  readonly group_ids?: readonly string[] | null | undefined;
  readonly workout?: WorkoutInput | null | undefined;
};

const NEW: SessionText = {
  title: '',
  description: '',
  duration_s: 3_600,
  place: '',
  point: null,
  capacity: null,
  coach_user_id: null,
  audience_groups: null,
  workout: null,
};

/**
 * A session with the request's changes. The caller checks that coach and groups are the organization's.
 *
 * @throws validationError
 */
export function readSessionText(input: SessionInput, before: SessionText = NEW): SessionText {
  const { place, workout, group_ids } = input;
  return {
    title: input.title?.trim().normalize() ?? before.title,
    description: input.description?.trim() ?? before.description,
    duration_s: input.duration_s ?? before.duration_s,
    place: place?.text.trim() ?? before.place,
    point: place === undefined ? before.point : (place.point ?? null),
    capacity: input.capacity === undefined ? before.capacity : input.capacity,
    coach_user_id:
      input.coach_user_id === undefined ? before.coach_user_id : (input.coach_user_id?.toLowerCase() ?? null),
    audience_groups:
      group_ids === undefined
        ? before.audience_groups
        : group_ids && [...new Set(group_ids.map((id) => id.toLowerCase()))],
    workout: workout === undefined ? before.workout : workout === null ? null : readSessionWorkout(workout),
  };
}

const TIME_IN_WORDS =
  'must be an ISO 8601 time that ends in Z or an offset such as 2026-12-01T19:00:00+08:00, or a local date and time without one such ' +
  'as 2026-12-01T19:00';

/** Reads a time with its offset, or a local one of the session's zone. @throws invalidField */
function readTime(field: string, given: string, timezone: string): Date {
  const time = readOffsetTime(given) ?? instantOf(given, timezone);
  if (time === null) throw invalidField(field, TIME_IN_WORDS);
  return time;
}

/** @throws invalidField for something that is no time, lies in the past, or too far ahead */
export function readStart(
  given: string,
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): Date {
  const starts_at = readTime('starts_at', given, timezone);
  if (starts_at <= now)
    throw invalidField('starts_at', 'must lie in the future: what is over cannot be planned');
  requireNear('starts_at', starts_at, now);
  return starts_at;
}

export function requireNear(field: string, time: Date, now: Date): void {
  if (time.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS)
    throw invalidField(field, `must lie within ${MAX_DAYS_AHEAD} days`);
}

/** @throws invalidField for something that is no time, or comes after the session has begun */
export function readDeadline(
  given: string,
  { timezone, starts_at }: { readonly timezone: string; readonly starts_at: Date },
): Date {
  const answer_until = readTime('answer_until', given, timezone);
  if (answer_until > starts_at) throw invalidField('answer_until', 'must not be after the session begins');
  return answer_until;
}

/** The deadline of another occurrence: as many days before its start, at the same time of day. */
export function deadlineFor(
  first: { readonly starts_at: Date; readonly answer_until: Date | null },
  other: { readonly starts_at: Date; readonly timezone: string },
): Date | null {
  if (first.answer_until === null) return null;
  const { timezone } = other;
  const [start, until] = [localOf(first.starts_at, timezone), localOf(first.answer_until, timezone)];
  const days = Temporal.PlainDate.from(start.date).until(until.date).days;
  const date = Temporal.PlainDate.from(localOf(other.starts_at, timezone).date).add({ days });
  const at = instantOf(`${date.toString()}T${until.time}`, timezone);
  return at === null || at > other.starts_at ? other.starts_at : at;
}

/** The zone that the coach gives, else the organization's, else the coach's own. @throws invalidField */
export function readZone(
  given: string | undefined,
  { club, coach }: { readonly club: string | null; readonly coach: string | null },
): string {
  if (given !== undefined && !isTimeZone(given))
    throw invalidField('timezone', 'must be an IANA time zone name such as Asia/Taipei');
  return given ?? [club, coach].find((zone) => zone !== null && isTimeZone(zone)) ?? 'UTC';
}

/** @throws validationError that names each of the groups that the organization does not have */
export function requireGroups(asked: readonly string[], known: readonly string[], path: string): void {
  const details = asked.flatMap((id, place): ErrorDetail[] =>
    known.includes(id) ? [] : [{ path: `${path}.${place}`, message: 'names no group of the organization' }],
  );
  const [first] = details;
  if (first !== undefined) throw validationError({ message: `${first.path}: ${first.message}.`, details });
}
