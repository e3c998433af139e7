import Type, { type Static } from 'typebox';
import {
  Data,
  EXAMPLE_IDS,
  IDS,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { GOAL_EVENTS } from '../../../training/planning/brief.ts';
import { EXPERIENCE_LEVELS, MAX_WEEKS } from '../../../training/planning/plan.ts';
import { MAX_TITLE, MAX_WORKOUTS_A_WEEK, PlanWeek, PlanWorkout } from '../contract.ts';
import { ADJUSTMENT_REASONS } from '../draft/adjusted-weeks.ts';
import { CONTENT_SOURCINGS } from '../engine/engine.ts';
import { EXAMPLE_CONTENT, EXAMPLE_DRAFT, EXAMPLE_WEEKLY_INFO } from './examples.ts';
import { PRINCIPLE_LEVELS } from './training-principle.ts';

/** In characters. */
const MAX_WORDS_OF_COACH = 10_000;
/** What organizations can have had in their settings before. */
const MAX_STORED_PRINCIPLE = 32_768;
const LEAST_DRAFT = 10;
/** A year of long lines, in whatever script: it fits into a body of 1 MiB. */
const MAX_DRAFT = 200_000;
const MAX_SEED = 2_147_483_647;
const MAX_TARGET_TIME_S = 604_800;

const day = (description: string, example: string) =>
  Type.String({
    format: 'date',
    pattern: '^(?:19[7-9]|[2-8][0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a day of the calendar such as 2026-07-06, from 1970 to 8999',
    description,
    examples: [example],
  });
const words = (maxLength: number, description: string, example: string) =>
  Nullable(Type.String({ ...NO_NUL, maxLength, description, examples: [example] }));

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
        Type.Integer({
          format: 'int32',
          minimum: 1,
          maximum: MAX_TARGET_TIME_S,
          description:
            'Seconds in which it is to be run; a time that somebody runs. Where no paces are known, those of the plan follow from it, a little below what it asks for; a known athlete trains at their own, and the draft says if it is ambitious.',
          examples: [6_300],
        }),
      ),
    ),
  },
  { description: 'Without it, the next race of the athlete as far as they share it, else general fitness.' },
);

const Weeks = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: MAX_WEEKS,
  description: 'How many weeks of seven days.',
  examples: [1],
});
const Level = OneOf(EXPERIENCE_LEVELS, {
  description: 'How experienced who is to run it is.',
  examples: ['intermediate'],
});
const Sourcing = {
  description:
    'Where workouts come from: `ai_generate` makes each, `prefer_existing` takes those of the library of the organization where they fit, `strict_existing` takes no others, and is refused where the library lacks a kind.',
  examples: ['ai_generate'],
};
const WorkoutDays = Type.Array(OneOf(WEEKDAYS, { description: 'A weekday.' }), {
  maxItems: WEEKDAYS.length,
  uniqueItems: true,
  description:
    'The days that are trained on, each with one workout. Without it those of the draft; for a draft those that the athlete wants, else three to six by level; as many as the instructions say. A draft may train on others in single weeks: what it does in every week must be among those sent.',
  examples: [['tuesday', 'thursday', 'saturday', 'sunday']],
});
const Seed = { format: 'int32', minimum: 0, maximum: MAX_SEED, examples: [0] };

const DRAFT_FIELDS = {
  org_id: IDS.org_id,
  weeks: Weeks,
  experience_level: Level,
  instructions: Type.Optional(
    words(
      MAX_WORDS_OF_COACH,
      'What the plan should be like, in your own words.',
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

export const DraftBody = Type.Object(DRAFT_FIELDS, {
  title: 'PlanDraftRequest',
  examples: [EXAMPLE_REQUEST],
});
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
        'What to mind besides, in your own words. What contradicts the draft is refused.',
        'Keep the second week light.',
      ),
    ),
  },
  { title: 'PlanRequest', examples: [{ ...EXAMPLE_REQUEST, refined_draft: EXAMPLE_DRAFT }] },
);
export type PlanBody = Static<typeof PlanBody>;

const sentences = (description: string, example: readonly string[]) =>
  Type.Array(Text(MAX_WORDS_OF_COACH, 'A sentence as it stands.', 'Long runs on Sunday.'), {
    maxItems: 3 * MAX_WORDS_OF_COACH,
    description,
    examples: [example],
  });

/** What both answers repeat of the request. */
const ORIGIN = {
  training_principle: Nullable(
    Text(
      MAX_STORED_PRINCIPLE,
      'The principle that was used; null for none.',
      'Easy days easy, hard days hard.',
    ),
  ),
  weeks: Weeks,
  experience_level: Level,
  org_id: IDS.org_id,
  instructions: Nullable(
    Text(MAX_WORDS_OF_COACH, 'As asked for; null for none.', 'No intervals; long runs on Sunday.'),
  ),
  start_date: day('First day.', '2026-09-14'),
  content_sourcing: OneOf(CONTENT_SOURCINGS, Sourcing),
  athlete_id: Nullable({ ...IDS.athlete_id, description: 'For whom it is; null for nobody in particular.' }),
  goal: Shape(
    {
      event: OneOf(GOAL_EVENTS, { description: 'What it trains for.', examples: ['half_marathon'] }),
      race_date: Nullable(day('The day of the race; null for none.', '2026-09-21')),
      target_time_s: Nullable(
        Type.Integer({
          format: 'int32',
          minimum: 1,
          maximum: MAX_TARGET_TIME_S,
          description: 'Seconds; null for no time in mind.',
          examples: [6_300],
        }),
      ),
    },
    { description: 'As asked for, or as the athlete’s next race says.' },
  ),
  workout_days: WorkoutDays,
  language: OneOf(LANGUAGES, { description: 'Of its texts.', examples: ['en'] }),
  seed: Type.Integer({ ...Seed, description: 'As asked for, or 0.' }),
  instructions_read: Shape(
    {
      understood: sentences('What the rules go by.', ['Long runs on Sunday.']),
      overruled: sentences(
        'What of the principle gave way to the request, and of principle and instructions to the draft, which was made after them.',
        [],
      ),
      not_understood: sentences('What only a person, or a model, makes something of.', []),
    },
    {
      description:
        'What was made of instructions, principle and guidance, sentence by sentence. The built-in engine goes by what is understood.',
    },
  ),
  generated_at: timestamp('When it was finished.', '2026-07-01T06:30:00.000Z'),
  engine: Text(
    MAX_TITLE,
    'What made it: `rules`, the built-in engine, the name of a model, or both where the rules stood in for a model.',
    'rules',
  ),
};

export const DraftData = Shape(
  {
    draft: Text(
      MAX_DRAFT,
      'The plan in words, as Markdown with one heading `## Week N: …` a week: to be edited, and sent back as `refined_draft`.',
      EXAMPLE_DRAFT,
    ),
    ...ORIGIN,
  },
  { title: 'PlanDraft', description: 'A plan in words, and what it was made from.' },
);
export const WeeklyInfo = Type.Record(Type.String({ pattern: '^[1-9][0-9]?$' }), PlanWeek, {
  description: 'Each week by its number, from "1".',
  examples: [EXAMPLE_WEEKLY_INFO],
});
const AdjustedWeek = Shape(
  {
    week_number: Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: MAX_WEEKS,
      description: 'Of the plan, from 1.',
      examples: [3],
    }),
    days: Type.Array(OneOf(WEEKDAYS, { description: 'A weekday.' }), {
      maxItems: WEEKDAYS.length,
      description: 'Of the lines that differ.',
      examples: [['tuesday']],
    }),
    reason: OneOf(ADJUSTMENT_REASONS, {
      description:
        '`week_total`: the heading asks for another distance than the lines come to. `safety`: they would not be safe after the weeks before them.',
      examples: ['safety'],
    }),
  },
  { description: 'A week in which lines gave way.' },
);

export const PlanData = Shape(
  {
    content: Type.Array(PlanWorkout, {
      maxItems: MAX_WEEKS * MAX_WORKOUTS_A_WEEK,
      description: 'By date: one workout for each training day, and the race.',
      examples: [EXAMPLE_CONTENT],
    }),
    weekly_info: WeeklyInfo,
    adjusted_weeks: Type.Array(AdjustedWeek, {
      maxItems: MAX_WEEKS,
      description:
        'Weeks with lines of the draft that did not come back as they were, and why; empty where all did.',
      examples: [[{ week_number: 3, days: ['tuesday'], reason: 'safety' }]],
    }),
    ...ORIGIN,
    extra_guidance: Nullable(
      Text(MAX_WORDS_OF_COACH, 'As asked for; null for none.', 'Keep the second week light.'),
    ),
  },
  { title: 'GeneratedPlan', description: 'A plan, and what it was made from.' },
);

export const DraftResponse = Shape({ status: Ok, data: DraftData }, { title: 'PlanDraftResponse' });
export const PlanResponse = Shape({ status: Ok, data: PlanData }, { title: 'GeneratedPlanResponse' });

const storedPrinciple = (description: string, example: string | null) => ({
  ...Nullable(Text(MAX_STORED_PRINCIPLE, description, 'Easy days easy, hard days hard.')),
  examples: [example],
});
const Principle = 'Easy days easy, hard days hard.';

export const PrincipleResponse = Shape(
  {
    status: Ok,
    data: Data({
      org_id: IDS.org_id,
      principle: storedPrinciple('What your plans for the organization follow; null for nothing.', Principle),
      level: Nullable(
        OneOf(PRINCIPLE_LEVELS, {
          description: 'Whose it is: your own, which goes first, or the organization’s.',
          examples: ['organization'],
        }),
      ),
      stored: Shape(
        {
          coach: storedPrinciple('Your own, wherever you coach.', null),
          organization: storedPrinciple('That of the organization, also in its `settings`.', Principle),
        },
        { description: 'What is stored at each level; null for nothing.' },
      ),
    }),
  },
  { title: 'TrainingPrincipleResponse' },
);

export const PrincipleQuery = Type.Object({ org_id: IDS.org_id });

export const PrincipleBody = Type.Object(
  {
    org_id: IDS.org_id,
    principle: words(
      MAX_WORDS_OF_COACH,
      'In your own words; null or blank for none. Spaces around it are cut off.',
      Principle,
    ),
    level: OneOf(PRINCIPLE_LEVELS, {
      description:
        '`coach` is your own, wherever you coach; `organization` is for all its coaches, and for who may change it.',
      examples: ['coach'],
    }),
  },
  { title: 'TrainingPrincipleRequest' },
);
