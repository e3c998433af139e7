import Type from 'typebox';
import { NO_NUL, Nullable, OneOf } from '../../../http/schemas.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { EXPERIENCE_LEVELS } from '../../../training/planning/plan.ts';
import { WeeksOfPlan } from '../workout-contract.ts';

/** Limits of fields that requests and answers have in common, in characters. */
export const MAX_WORDS_OF_COACH = 10_000;
/** Organizations may have stored principles of this length in their settings earlier. */
export const MAX_STORED_PRINCIPLE = 32_768;
/** A year of long lines in any script; it fits into a body of 1 MiB. */
export const MAX_DRAFT = 200_000;
const MAX_TARGET_TIME_S = 604_800;
const MAX_SEED = 2_147_483_647;

export const day = (description: string, example: string) =>
  Type.String({
    format: 'date',
    pattern: '^(?:19[7-9]|[2-8][0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a day of the calendar such as 2026-07-06, from 1970 to 8999',
    description,
    examples: [example],
  });
export const words = (maxLength: number, description: string, example: string) =>
  Nullable(Type.String({ ...NO_NUL, maxLength, description, examples: [example] }));

export const targetTime = (description: string, example = 6_300) =>
  Type.Integer({ format: 'int32', minimum: 1, maximum: MAX_TARGET_TIME_S, description, examples: [example] });

export const Weeks = WeeksOfPlan('How many weeks of seven days.', 1);
export const Level = OneOf(EXPERIENCE_LEVELS, {
  description: 'How experienced who is to run it is.',
  examples: ['intermediate'],
});
export const Sourcing = {
  description:
    'Where workouts come from: `ai_generate` makes each, `prefer_existing` takes those of the library of the organization where they fit, `strict_existing` takes no others, and is refused where the library lacks a kind.',
  examples: ['ai_generate'],
};
export const WorkoutDays = Type.Array(OneOf(WEEKDAYS, { description: 'A weekday.' }), {
  maxItems: WEEKDAYS.length,
  uniqueItems: true,
  description:
    'The days that are trained on, each with one workout. Without it those of the draft; for a draft those that the athlete wants, else three to six by level; as many as the instructions say. A draft may train on others in single weeks: what it does in every week must be among those sent.',
  examples: [['tuesday', 'thursday', 'saturday', 'sunday']],
});
export const Seed = { format: 'int32', minimum: 0, maximum: MAX_SEED, examples: [0] };
