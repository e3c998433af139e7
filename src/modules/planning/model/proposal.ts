import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import type { DraftAmount, DraftPart } from '../../../training/planning/draft.ts';
import { ZONE_NAMES, type ZoneName } from '../../../training/planning/zone-names.ts';
import { WORKOUT_TYPES, type WorkoutType } from '../../../training/workout-types.ts';

/**
 * One session as a model proposes it: only what a line of a draft can say, so that a draft that is made of it is read as what it
 * was. Dates, sizes, warm-ups, recoveries, targets, sums and ids are ours and have no place here.
 */
export type Proposal = {
  readonly week: number;
  readonly day: Weekday;
  readonly workout_type: WorkoutType;
  /** The main part in order; empty where nothing is faster than easy. */
  readonly parts: readonly DraftPart[];
  /** Of the whole main part. */
  readonly zone: ZoneName | null;
  readonly strides: number | null;
  readonly description: string | null;
};

const MOST_CHARACTERS = 2_000;
const MOST_WEEK = 52;
const MOST_PARTS = 12;
const MOST_TIMES = 40;
const MOST_STRIDES = 12;
const DURATION_S = { least: 10, most: 2 * 3_600 };
const DISTANCE_M = { least: 50, most: 30_000 };

const orNull = (type: string, description?: string) => ({
  type: [type, 'null'],
  ...(description === undefined ? {} : { description }),
});

/** JSON Schema of a `Proposal`, in the part of it that providers of structured output share: all members are there, or null. */
export const PROPOSAL_SCHEMA: Readonly<Record<string, unknown>> = strict({
  week: { type: 'integer' },
  day: { type: 'string', enum: [...WEEKDAYS] },
  workout_type: { type: 'string', enum: [...WORKOUT_TYPES] },
  parts: {
    type: 'array',
    items: strict({
      sets: orNull('integer', 'How many sets of the repetitions, or null for one.'),
      times: orNull('integer', 'How many repetitions, or null for a single stretch.'),
      distance_m: orNull('integer', 'Metres of each, or null where duration_s is given.'),
      duration_s: orNull('integer', 'Seconds of each, or null where distance_m is given.'),
    }),
  },
  zone: { type: ['string', 'null'], enum: [...ZONE_NAMES, null] },
  strides: orNull('integer'),
  description: orNull('string'),
});

function strict(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

type Read<T> = { readonly value: T } | { readonly fault: string };

/**
 * A value as a proposal, field by field; members that nobody asked for are left behind. What a fault says is ours alone: it goes
 * back to the model and may go into a log.
 */
export function readProposal(value: unknown): Read<Proposal> {
  if (!isRecord(value)) return { fault: 'An element is not an object.' };
  const { week, day, workout_type, zone = null, strides = null, description = null } = value;
  if (!isWhole(week, 1, MOST_WEEK)) return { fault: '"week" is not the number of a week.' };
  if (!isOneOf(day, WEEKDAYS)) return { fault: '"day" is not a weekday in English, in lower case.' };
  if (!isOneOf(workout_type, WORKOUT_TYPES)) return { fault: '"workout_type" is not one of those allowed.' };
  if (zone !== null && !isOneOf(zone, ZONE_NAMES)) return { fault: '"zone" is not one of those allowed.' };
  if (strides !== null && !isWhole(strides, 2, MOST_STRIDES))
    return { fault: `"strides" is not a whole number from 2 to ${MOST_STRIDES}, or null.` };
  if (description !== null && (typeof description !== 'string' || description.length > MOST_CHARACTERS))
    return { fault: '"description" is neither a short text nor null.' };
  const parts = readParts(value.parts);
  if ('fault' in parts) return parts;
  return { value: { week, day, workout_type, parts: parts.value, zone, strides, description } };
}

function readParts(value: unknown): Read<readonly DraftPart[]> {
  if (!Array.isArray(value) || value.length > MOST_PARTS)
    return { fault: `"parts" is not a list of at most ${MOST_PARTS}.` };
  const parts: DraftPart[] = [];
  for (const one of value) {
    const part = readPart(one);
    if ('fault' in part) return part;
    parts.push(part.value);
  }
  return { value: parts };
}

function readPart(value: unknown): Read<DraftPart> {
  if (!isRecord(value)) return { fault: 'A part is not an object.' };
  const { sets = null, times = null } = value;
  if (![sets, times].every((count) => count === null || isWhole(count, 1, MOST_TIMES)))
    return { fault: `"sets" and "times" are whole numbers from 1 to ${MOST_TIMES}, or null.` };
  const amount = readAmount(value);
  if (amount === null)
    return {
      fault:
        'A part needs either "duration_s" (whole seconds, 10 to 7200) or "distance_m" (whole metres, 50 to 30000), and null for the other.',
    };
  const repeated = repeatOf(times, [amount]);
  return { value: 'times' in repeated ? repeatOf(sets, [repeated]) : repeated };
}

/** What is done once is no repeat. */
function repeatOf(times: unknown, [part]: readonly [DraftPart]): DraftPart {
  return typeof times === 'number' && times > 1 ? { times, parts: [part] } : part;
}

function readAmount({
  duration_s = null,
  distance_m = null,
}: Readonly<Record<string, unknown>>): DraftAmount | null {
  if (distance_m === null && isWhole(duration_s, DURATION_S.least, DURATION_S.most)) return { duration_s };
  if (duration_s === null && isWhole(distance_m, DISTANCE_M.least, DISTANCE_M.most)) return { distance_m };
  return null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function isOneOf<T extends string>(value: unknown, words: readonly T[]): value is T {
  return words.some((word) => word === value);
}
