import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { STEP_KINDS, type StepKind } from '../../../training/planning/plan.ts';
import { ZONE_NAMES, type ZoneName } from '../../../training/planning/zone-names.ts';
import { WORKOUT_TYPES, type WorkoutType } from '../../../training/workout-types.ts';

/**
 * One workout as a model proposes it: week, weekday and what to do, in zones. Dates, sums, targets and ids are ours and have no
 * place here. All members are always there and null where they say nothing, which is what strict structured output can do.
 */
export type Session = {
  readonly week: number;
  readonly day: Weekday;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description: string;
  /** What the prompt calls a workout of the library; null for one that is made here. */
  readonly library: string | null;
  readonly segments: readonly SessionSegment[];
};

export type SessionStep = {
  readonly kind: StepKind;
  readonly zone: ZoneName;
  /** Of these two exactly one is a number: whole seconds, or whole metres. */
  readonly duration_s: number | null;
  readonly distance_m: number | null;
};
export type SessionSegment =
  | SessionStep
  | { readonly kind: 'repeat'; readonly times: number; readonly segments: readonly SessionSegment[] };

const MOST_CHARACTERS = 2_000;
const MOST_WEEK = 52;
const MOST_STEPS = 40;
const MOST_TIMES = 40;
/** Sets of repeats, and no deeper, as on watches. */
const MOST_DEPTH = 2;
const DURATION_S = { least: 5, most: 4 * 3_600 };
const DISTANCE_M = { least: 20, most: 60_000 };

const orNull = (type: string) => ({ type: [type, 'null'] });
const step = {
  kind: { type: 'string', enum: [...STEP_KINDS] },
  zone: { type: 'string', enum: [...ZONE_NAMES] },
  duration_s: { ...orNull('integer'), description: 'Seconds, or null where distance_m is given.' },
  distance_m: { ...orNull('integer'), description: 'Metres, or null where duration_s is given.' },
};

/** Unrolled, since a list in a list is all there is. */
const segmentSchema = (inner: object) =>
  strict({
    ...step,
    kind: { type: 'string', enum: [...STEP_KINDS, 'repeat'] },
    zone: { type: ['string', 'null'], enum: [...ZONE_NAMES, null] },
    times: { ...orNull('integer'), description: 'How often, for the kind repeat; else null.' },
    segments: { type: ['array', 'null'], items: inner, description: 'What is repeated; else null.' },
  });

/** JSON Schema of a `Session`, in the part of it that providers of structured output share. */
export const SESSION_SCHEMA: Readonly<Record<string, unknown>> = strict({
  week: { type: 'integer' },
  day: { type: 'string', enum: [...WEEKDAYS] },
  workout_type: { type: 'string', enum: [...WORKOUT_TYPES] },
  title: { type: 'string' },
  description: { type: 'string' },
  library: orNull('string'),
  segments: { type: 'array', items: segmentSchema(segmentSchema(strict(step))) },
});

function strict(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

type Read<T> = { readonly value: T } | { readonly fault: string };

/**
 * A value as a session, field by field; members that nobody asked for are left behind. What a fault says is ours alone: it goes
 * back to the model and may go into a log.
 */
export function readSession(value: unknown): Read<Session> {
  if (!isRecord(value)) return { fault: 'An element is not an object.' };
  const { week, day, workout_type, title, description, library = null } = value;
  if (!isWhole(week, 1, MOST_WEEK)) return { fault: '"week" is not the number of a week.' };
  if (!isOneOf(day, WEEKDAYS)) return { fault: '"day" is not a weekday in English, in lower case.' };
  if (!isOneOf(workout_type, WORKOUT_TYPES)) return { fault: '"workout_type" is not one of those allowed.' };
  if (!isText(title)) return { fault: '"title" is not a short text.' };
  if (!isText(description)) return { fault: '"description" is not a short text.' };
  if (library !== null && !isText(library)) return { fault: '"library" is neither a reference nor null.' };
  const budget = { steps: MOST_STEPS };
  const segments = library === null ? readSegments(value.segments, MOST_DEPTH, budget) : { value: [] };
  if ('fault' in segments) return segments;
  return { value: { week, day, workout_type, title, description, library, segments: segments.value } };
}

/** @param budget counts down the stretches of the whole session, so that nothing large is walked through */
function readSegments(value: unknown, depth: number, budget: { steps: number }): Read<SessionSegment[]> {
  if (!Array.isArray(value) || value.length === 0)
    return { fault: '"segments" is not a list with something in it.' };
  const segments: SessionSegment[] = [];
  for (const one of value) {
    budget.steps -= 1;
    if (budget.steps < 0) return { fault: `A session has more than ${MOST_STEPS} segments.` };
    const segment = readSegment(one, depth, budget);
    if ('fault' in segment) return segment;
    segments.push(segment.value);
  }
  return { value: segments };
}

function readSegment(value: unknown, depth: number, budget: { steps: number }): Read<SessionSegment> {
  if (!isRecord(value)) return { fault: 'A segment is not an object.' };
  const { kind, zone, times, duration_s = null, distance_m = null } = value;
  if (kind === 'repeat') {
    if (depth === 0) return { fault: 'Repeats go two deep and no deeper.' };
    if (!isWhole(times, 1, MOST_TIMES))
      return { fault: `"times" is not a whole number from 1 to ${MOST_TIMES}.` };
    const inner = readSegments(value.segments, depth - 1, budget);
    return 'fault' in inner ? inner : { value: { kind, times, segments: inner.value } };
  }
  if (!isOneOf(kind, STEP_KINDS)) return { fault: '"kind" of a segment is not one of those allowed.' };
  if (!isOneOf(zone, ZONE_NAMES)) return { fault: '"zone" of a segment is not one of those allowed.' };
  if (distance_m === null && isWhole(duration_s, DURATION_S.least, DURATION_S.most))
    return { value: { kind, zone, duration_s, distance_m } };
  if (duration_s === null && isWhole(distance_m, DISTANCE_M.least, DISTANCE_M.most))
    return { value: { kind, zone, duration_s, distance_m } };
  return {
    fault:
      'A segment needs either "duration_s" (whole seconds, 5 to 14400) or "distance_m" (whole metres, 20 to 60000), and null for the other.',
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_CHARACTERS;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function isOneOf<T extends string>(value: unknown, words: readonly T[]): value is T {
  return words.some((word) => word === value);
}
