import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS, IDS, NO_NUL, Nullable, OneOf } from '../../../http/schemas.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { CONTENT_SOURCINGS } from '../../../training/plan-request/plan-brief.ts';
import { GOAL_EVENTS } from '../../../training/planning/brief.ts';
import { MAX_WEEKS } from '../../../training/planning/plan.ts';
import { ConstraintsBody } from './constraints-contract.ts';
import {
  day,
  Level,
  MAX_DRAFT,
  MAX_WORDS_OF_COACH,
  Seed,
  Sourcing,
  targetTime,
  Weeks,
  WorkoutDays,
  words,
} from './contract-fields.ts';
import { EXAMPLE_DRAFT } from './examples.ts';

const LEAST_DRAFT = 10;
const CONSTRAINT_ORIGINS = ['availability'] as const;

const Goal = Type.Object(
  {
    event: OneOf(GOAL_EVENTS, {
      description: 'What to train for; `general` is no race.',
      examples: ['half_marathon'],
    }),
    race_date: Type.Optional(
      Nullable(
        day(
          'The day of the race: six days after the first of the plan at the earliest, 730 at the latest. It may lie after the last, which then leads towards it.',
          '2026-09-21',
        ),
      ),
    ),
    target_time_s: Type.Optional(
      Nullable(
        targetTime(
          'Seconds in which it is to be run; a time that somebody runs. Where no paces are known, those of the plan follow from it, a little below what it asks for; a known athlete trains at their own, and the draft says if it is ambitious.',
        ),
      ),
    ),
  },
  { description: 'Without it, the next race of the athlete as far as they share it, else general fitness.' },
);

const DRAFT_FIELDS = {
  org_id: IDS.org_id,
  weeks: Weeks,
  experience_level: Level,
  constraints: Type.Optional(Nullable(ConstraintsBody)),
  constraints_from: Type.Optional(
    Nullable(
      OneOf(CONSTRAINT_ORIGINS, {
        description:
          '`availability` adds what the athlete told of the days of the plan, as far as you may see it: days off, absences, injuries, and races of their calendar on days that neither `goal` nor `constraints.races` has (`getAthleteConstraints`). `understood_as` tells what was taken; what contradicts it is refused with both names, such as `availability.unavailable.0`. Needs `athlete_id`.',
        examples: ['availability'],
      }),
    ),
  ),
  instructions: Type.Optional(
    words(
      MAX_WORDS_OF_COACH,
      'What the plan should be like, in your own words. A sentence that says all of a field of `constraints` counts as that field; the built-in engine acts on no other, which come back as `not_acted_on`.',
      'No intervals; long runs on Sunday.',
    ),
  ),
  training_principle: Type.Optional(
    words(
      MAX_WORDS_OF_COACH,
      'Instead of the stored one (`getTrainingPrinciple`), unless it is blank.',
      'Easy days easy, hard days hard.',
    ),
  ),
  start_date: Type.Optional(
    Nullable(
      day(
        'First day; without it that of the draft, by its dates, else the next Monday in your time zone. A draft with other dates is refused.',
        '2026-09-14',
      ),
    ),
  ),
  content_sourcing: OneOf(CONTENT_SOURCINGS, { ...Sourcing, default: 'ai_generate' }),
  athlete_id: Type.Optional(
    Nullable({
      ...IDS.athlete_id,
      description:
        'For whom it is: a member whose zones, running of the last eight weeks, next race and training days it is made from, as far as they share them. Without it targets are efforts.',
    }),
  ),
  goal: Type.Optional(Nullable(Goal)),
  workout_days: Type.Optional(Nullable(WorkoutDays)),
  language: Type.Optional(
    Nullable(OneOf(LANGUAGES, { description: 'Of its texts; without it yours.', examples: ['en'] })),
  ),
  seed: Type.Integer({
    ...Seed,
    default: 0,
    description: 'Another number makes another plan from the same request, where the rules leave a choice.',
  }),
};

const EXAMPLE_REQUEST = {
  org_id: EXAMPLE_IDS.org_id,
  weeks: 1,
  experience_level: 'intermediate',
  start_date: '2026-09-14',
  workout_days: ['tuesday', 'friday'],
  goal: { event: 'half_marathon', race_date: '2026-09-21' },
};

const OF_PLANS = { ...NO_NUL, maxLength: MAX_DRAFT, description: 'Of a plan alone: it is not read here.' };

export const DraftBody = Type.Object(
  {
    ...DRAFT_FIELDS,
    refined_draft: Type.Optional(Nullable(Type.String({ ...OF_PLANS, examples: [null] }))),
    extra_guidance: Type.Optional(Nullable(Type.String({ ...OF_PLANS, examples: [null] }))),
  },
  { title: 'PlanDraftRequest', examples: [EXAMPLE_REQUEST] },
);
export type DraftBody = Static<typeof DraftBody>;

export const PlanBody = Type.Object(
  {
    ...DRAFT_FIELDS,
    refined_draft: Type.String({
      ...NO_NUL,
      minLength: LEAST_DRAFT,
      maxLength: MAX_DRAFT,
      description:
        'The draft as you edited it: Markdown with a heading `## Week N: …` for each week. Days, distances, sessions such as `5 × 1 km`, phases and the line in italics below a heading come back in the plan; `adjusted_weeks` names lines that had to give way, and what is unsafe is refused.',
      examples: [EXAMPLE_DRAFT],
    }),
    extra_guidance: Type.Optional(
      words(
        MAX_WORDS_OF_COACH,
        'What to mind besides, in your own words, read as `instructions` are. A sentence that contradicts the draft comes back as `not_acted_on`.',
        'Keep the second week light.',
      ),
    ),
  },
  { title: 'PlanRequest', examples: [{ ...EXAMPLE_REQUEST, refined_draft: EXAMPLE_DRAFT }] },
);
export type PlanBody = Static<typeof PlanBody>;

export const WeekBody = Type.Object(
  {
    ...PlanBody.properties,
    week_number: Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: MAX_WEEKS,
      description: 'The week of the draft that is made anew.',
      examples: [1],
    }),
  },
  {
    title: 'PlanWeekRequest',
    examples: [{ ...EXAMPLE_REQUEST, refined_draft: EXAMPLE_DRAFT, week_number: 1 }],
  },
);
