import Type, { type Static } from 'typebox';
import { IDS, Nullable, Ok, OneOf, Shape, Text, timestamp } from '../../../http/schemas.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { MAX_TITLE, MAX_WORDS, MAX_WORKOUTS_A_WEEK } from '../../../training/plan-input/limits.ts';
import { CONTENT_SOURCINGS } from '../../../training/plan-request/plan-brief.ts';
import { GOAL_EVENTS } from '../../../training/planning/brief.ts';
import { PACE_SOURCES } from '../../../training/planning/paces.ts';
import { MAX_WEEKS } from '../../../training/planning/plan.ts';
import { READINESS_CODES, READINESS_LEVELS } from '../../../training/planning/readiness.ts';
import { ADJUSTMENT_REASONS } from '../../../training/sessions/week-builder.ts';
import { Findings } from '../present-finding.ts';
import { PlanWeek, PlanWorkout, WeeksOfPlan } from '../workout-contract.ts';
import { NotActedOn, UnderstoodAs } from './constraints-contract.ts';
import {
  day,
  Level,
  MAX_DRAFT,
  MAX_STORED_PRINCIPLE,
  MAX_WORDS_OF_COACH,
  Seed,
  Sourcing,
  targetTime,
  Weeks,
  WorkoutDays,
} from './contract-fields.ts';
import { EXAMPLE_CONTENT, EXAMPLE_DRAFT, EXAMPLE_WEEKLY_INFO } from './examples.ts';

export const READ = {
  understood_as: UnderstoodAs,
  not_acted_on: NotActedOn,
};

export const PacesFrom = OneOf(PACE_SOURCES, {
  description:
    'Where the paces come from, the first of these that may be known: the athlete’s `zones`; their best `race` or, in training, `best_effort` of the last twelve weeks; heart rates of their `easy_running` in the last eight; what is typical of the `level`.',
  examples: ['zones'],
});

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
      target_time_s: Nullable(targetTime('Seconds; null for no time in mind.')),
    },
    { description: 'As asked for, or as the athlete’s next race says.' },
  ),
  workout_days: WorkoutDays,
  language: OneOf(LANGUAGES, { description: 'Of its texts.', examples: ['en'] }),
  seed: Type.Integer({ ...Seed, description: 'As asked for, or 0.' }),
  paces_from: PacesFrom,
  ...READ,
  generated_at: timestamp('When it was finished.', '2026-07-01T06:30:00.000Z'),
  engine: Text(
    MAX_TITLE,
    'What made it: `rules`, the built-in engine, the name of a model, or both where the rules stood in for a model.',
    'rules',
  ),
};

export const READINESS_UNITS = ['m', 'weeks', 'vdot_in_8_weeks'] as const;

const bound = (description: string, example: number) => Type.Number({ description, examples: [example] });
const Readiness = Shape(
  {
    level: OneOf(READINESS_LEVELS, {
      description: '`stretch` at best, where what it depends on is not known.',
      examples: ['stretch'],
    }),
    reasons: Type.Array(
      Shape(
        {
          code: OneOf(READINESS_CODES, {
            description: 'What speaks against it.',
            examples: ['weeks_to_race'],
          }),
          level: OneOf(['stretch', 'not_advised'], { description: 'How much.', examples: ['stretch'] }),
          evidence: Nullable(
            Shape(
              {
                unit: OneOf(READINESS_UNITS, { description: 'Of the three numbers.', examples: ['weeks'] }),
                found: bound('What it is.', 10),
                ready: bound('What would be enough, or at most right, to be ready.', 12),
                stretch: bound('The same for no more than a stretch.', 10),
              },
              { description: 'Null for what is not known.' },
            ),
          ),
          text: Text(
            MAX_TITLE,
            'In a sentence.',
            'There are 10 weeks to the race, where 12 weeks are usual.',
          ),
        },
        { title: 'ReadinessReason', description: 'Something that speaks against it.' },
      ),
      {
        maxItems: READINESS_CODES.length,
        description: 'The worst first; empty for `ready`.',
        examples: [[]],
      },
    ),
    earliest_date: Nullable(
      day(
        'Where the race comes too soon: the first day on which it would be no more than a stretch.',
        '2026-12-20',
      ),
    ),
    nearest_event: Nullable(
      OneOf(GOAL_EVENTS, {
        description: 'Where it is `not_advised`: what would be no more than a stretch on the same day.',
        examples: ['10k'],
      }),
    ),
  },
  {
    title: 'Readiness',
    description:
      'Whether who is to run it should take it on: by what they ran lately, the weeks there are, the level and the goal. The plan is made all the same.',
  },
);

export const DraftData = Shape(
  {
    draft: Text(
      MAX_DRAFT,
      'The plan in words, as Markdown with one heading `## Week N: …` a week: to be edited, and sent back as `refined_draft`.',
      EXAMPLE_DRAFT,
    ),
    readiness: Readiness,
    findings: Findings,
    ...ORIGIN,
  },
  { title: 'PlanDraft', description: 'A plan in words, and what it was made from.' },
);
export const WeeklyInfo = Type.Record(Type.String({ pattern: '^[1-9][0-9]?$' }), PlanWeek, {
  description: 'Each week by its number, from "1".',
  examples: [EXAMPLE_WEEKLY_INFO],
});
const CoachNotes = Text(
  MAX_WORDS,
  'The sentences of `not_acted_on`, and what the draft says outside of its weeks and the engine did not write: to be kept with the plan as the `description` of `savePlan`. Empty for nothing. Words within a week are in `notes` of the week or of a workout.',
  'Call me before the race.',
);
const AdjustedWeek = Shape(
  {
    week_number: WeeksOfPlan('Of the plan, from 1.', 3),
    days: Type.Array(OneOf(WEEKDAYS, { description: 'A weekday.' }), {
      maxItems: WEEKDAYS.length,
      description: 'Of the lines that differ.',
      examples: [['tuesday']],
    }),
    reason: OneOf(ADJUSTMENT_REASONS, {
      description:
        '`week_total`: the heading was given another distance, and easy running that nobody changed makes up the difference. `library`: with `strict_existing` the library had nothing that is the same.',
      examples: ['week_total'],
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
    readiness: Readiness,
    adjusted_weeks: Type.Array(AdjustedWeek, {
      maxItems: MAX_WEEKS,
      description:
        'Weeks with lines of the draft that did not come back as they were, and why; empty where all did.',
      examples: [[{ week_number: 3, days: ['tuesday'], reason: 'week_total' }]],
    }),
    findings: Findings,
    coach_notes: CoachNotes,
    ...ORIGIN,
    extra_guidance: Nullable(
      Text(MAX_WORDS_OF_COACH, 'As asked for; null for none.', 'Keep the second week light.'),
    ),
  },
  { title: 'GeneratedPlan', description: 'A plan, and what it was made from.' },
);

export const DraftResponse = Shape({ status: Ok, data: DraftData }, { title: 'PlanDraftResponse' });
export const PlanResponse = Shape({ status: Ok, data: PlanData }, { title: 'GeneratedPlanResponse' });

export const WeekResponse = Shape(
  {
    status: Ok,
    data: Shape(
      {
        week_number: WeeksOfPlan('The week that was asked for.', 1),
        week_text: Text(MAX_DRAFT, 'The week in words, as it stands in the draft now.', EXAMPLE_DRAFT),
        draft: Text(MAX_DRAFT, 'The draft as it was sent, with this week in its place.', EXAMPLE_DRAFT),
        content: Type.Array(PlanWorkout, {
          maxItems: MAX_WORKOUTS_A_WEEK,
          description: 'The workouts of the week, by date.',
          examples: [EXAMPLE_CONTENT],
        }),
        info: Type.Unsafe<Static<typeof PlanWeek>>({
          anyOf: [PlanWeek],
          description: 'What the week comes to.',
        }),
        findings: Findings,
        engine: ORIGIN.engine,
        generated_at: ORIGIN.generated_at,
      },
      { title: 'PlanWeekAnew', description: 'One week of a draft, made anew.' },
    ),
  },
  { title: 'PlanWeekResponse' },
);
