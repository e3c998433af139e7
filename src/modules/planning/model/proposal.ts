import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../../../http/schemas.ts';
import { responseMismatch } from '../../../http/validate.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import type { DraftAmount, DraftPart } from '../../../training/planning/draft.ts';
import { ZONE_NAMES } from '../../../training/planning/zone-names.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';

const count = (maximum: number) => Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum })));
const amount = (minimum: number, maximum: number) =>
  Type.Optional(Nullable(Type.Integer({ minimum, maximum })));

const Part = Type.Object({
  sets: count(40),
  times: count(40),
  distance_m: amount(50, 30_000),
  duration_s: amount(10, 7_200),
});

/**
 * One workout as a model proposes it. It has only what a line of a draft can say, so that a draft of it is read back unchanged. Dates,
 * sizes, warm-ups, recoveries, targets, sums and ids are ours and cannot be proposed.
 */
export const Proposal = Type.Object({
  week: Type.Integer({ minimum: 1, maximum: 52 }),
  day: OneOf(WEEKDAYS),
  workout_type: OneOf(WORKOUT_TYPES),
  parts: Type.Array(Part, { maxItems: 12 }),
  zone: Type.Optional(Nullable(OneOf(ZONE_NAMES))),
  strides: count(12),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
});
export type Proposal = Static<typeof Proposal>;

/**
 * Adapts a schema to providers of structured output: all members are required, or null, and limits are removed, which few of them know.
 */
export function asAsked(schema: object): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(schema, (key, value) => {
    if (LIMITS.includes(key)) return undefined;
    if (value?.type !== 'object') return value;
    return { ...value, required: Object.keys(value.properties), additionalProperties: false };
  });
  return JSON.parse(text);
}

const LIMITS = ['minimum', 'maximum', 'maxItems', 'minLength', 'maxLength'];

export const PROPOSAL_SCHEMA = asAsked(Proposal);

const mismatch = responseMismatch(Proposal);

/** A value as a proposal. The words of a fault are our own, since they go back to the model. */
export function readProposal(value: unknown): { readonly value: Proposal } | { readonly fault: string } {
  return isProposal(value) ? { value } : { fault: `An element is not as it should be: ${mismatch(value)}.` };
}

function isProposal(value: unknown): value is Proposal {
  return mismatch(value) === null;
}

/** The parts as a draft has them; null where a part does not have exactly one of time and distance. */
export function partsOf({ parts }: Proposal): readonly DraftPart[] | null {
  const read = parts.map(({ sets, times, distance_m, duration_s }) => {
    const each = amountOf(distance_m ?? null, duration_s ?? null);
    return each && repeatOf(sets, repeatOf(times, each));
  });
  return read.includes(null) ? null : read.filter((part) => part !== null);
}

function amountOf(distance_m: number | null, duration_s: number | null): DraftAmount | null {
  if (distance_m === null) return duration_s === null ? null : { duration_s };
  return duration_s === null ? { distance_m } : null;
}

function repeatOf(times: number | null | undefined, part: DraftPart): DraftPart {
  return times != null && times > 1 ? { times, parts: [part] } : part;
}
