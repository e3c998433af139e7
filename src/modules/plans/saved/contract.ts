import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  EXAMPLE_IDS,
  IDS,
  Id,
  Message,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import { CONFLICT_KINDS } from '../../../training/availability/conflicts.ts';
import { MAX_TITLE, MAX_WORDS } from '../../../training/plan-input/limits.ts';
import { ShownName } from '../../organizations/index.ts';
import { Day, Findings, PlanWeek, PlanWorkout, WeeksOfPlan } from '../../planning/index.ts';
import { PlanTitle } from '../library/contract.ts';
import {
  ContentInput,
  Engine,
  GoalInput,
  GoalShape,
  Level,
  MAX_WORKOUTS,
  PlanLanguage,
  WeeklyInfoInput,
} from './content-contract.ts';
import { EXAMPLE_SAVED } from './example-saved-plan.ts';
import { MAX_ATHLETES_AT_ONCE, MAX_NAMED_FOLLOWERS, MOST_OTHER_PLANS, SKIP_REASONS } from './saved-plan.ts';

const PAGE_SIZE = 500;
const MAX_PAGE_SIZE = 500;
const MAX_GROUPS = 100;

const AboutPlan = Type.String({
  pattern: '^[^\\u0000]*$',
  maxLength: MAX_WORDS,
  description: 'For coaches; athletes do not see it. Empty for none.',
  examples: ['From the half marathon in autumn.'],
});
const Weeks = WeeksOfPlan('How many weeks of seven days.', 1);

const SUMMARY = {
  id: { ...IDS.plan_id, description: 'Of the saved plan: `saved_plan_id` of each athlete’s own.' },
  org_id: IDS.org_id,
  title: Text(MAX_TITLE, 'The same for everybody who gets it.', EXAMPLE_SAVED.title),
  description: AboutPlan,
  start_date: Day('First day.', EXAMPLE_SAVED.start_date),
  end_date: Day('Last day: `weeks` times seven days from `start_date`.', EXAMPLE_SAVED.end_date),
  weeks: Weeks,
  engine: Text(MAX_TITLE, 'What made it.', 'rules'),
  experience_level: Nullable(Level),
  goal: Nullable(GoalShape),
  language: Nullable(PlanLanguage),
  assignment_count: Count('How many athletes have it, those included who are through with it.', 1),
  created_by: Nullable({ ...IDS.coach_id, description: 'Who saved it; null once their account is deleted.' }),
  created_at: timestamp('When it was saved.', EXAMPLE_SAVED.created_at),
  updated_at: timestamp('When it last changed.', EXAMPLE_SAVED.updated_at),
};

const SavedPlanSummary = Shape(
  {
    ...SUMMARY,
    athletes: Type.Array(
      Shape({ user_id: IDS.user_id, display_name: ShownName }, { title: 'PlanFollower' }),
      {
        maxItems: MAX_NAMED_FOLLOWERS,
        description: `The first ${MAX_NAMED_FOLLOWERS} of those who have it; \`listPlanAssignments\` has all.`,
      },
    ),
  },
  {
    title: 'SavedPlanSummary',
    description: 'A plan that a coach saved for the organization, without its content.',
  },
);

const SavedPlan = Shape(
  {
    ...SUMMARY,
    weekly_info: Type.Record(Type.String({ pattern: '^[1-9][0-9]?$' }), PlanWeek, {
      description: 'Each week by its number, from "1".',
      examples: [EXAMPLE_SAVED.weekly_info],
    }),
    content: Type.Array(PlanWorkout, {
      maxItems: MAX_WORKOUTS,
      description:
        'The workouts, by date. Paces, heart rates and what names a zone are efforts here, and sums are those of the level.',
      examples: [EXAMPLE_SAVED.content],
    }),
  },
  {
    title: 'SavedPlan',
    description:
      'A plan that a coach saved for the organization. It is nobody’s own: each athlete who gets it has a copy with their paces.',
  },
);

export const SavedPlanResponse = Shape(
  { status: Ok, data: Data({ plan: SavedPlan }) },
  { title: 'SavedPlanResponse' },
);

export const SavedPlanList = Shape(
  {
    status: Ok,
    data: Data({
      plans: Type.Array(SavedPlanSummary, {
        maxItems: MAX_PAGE_SIZE,
        description: 'The newest first, then by id.',
      }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'SavedPlanList' },
);
export const SavedPlanQuery = Type.Object(cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE));

const SkipReason = OneOf(SKIP_REASONS, {
  description:
    '`not_a_member` of the organization; `account_inactive`; `already_assigned`: has it and keeps it as it is; ' +
    '`plan_over`: its last day is over where they live; `plan_unsafe`: at their pace, or at that of the plan’s level for who has none or hides it, a session would be too much, such as a run of over 150 minutes, and has nothing that can be cut.',
  examples: ['already_assigned'],
});
const SKIPPED = Type.Array(
  Shape(
    {
      user_id: IDS.user_id,
      reason: SkipReason,
    },
    { title: 'SkippedAthlete' },
  ),
  { description: 'Who did not get it, and why.', maxItems: 10_000 },
);
const GIVEN = {
  assigned: Type.Array(
    Shape(
      { user_id: IDS.user_id, plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' } },
      { title: 'AssignedAthlete' },
    ),
    { description: 'Who got it.', maxItems: MAX_ATHLETES_AT_ONCE },
  ),
  skipped: SKIPPED,
};

export const SavePlanResponse = Shape(
  {
    status: Ok,
    message: Message('Plan saved.'),
    data: Data({ plan: SavedPlan, ...GIVEN, findings: Findings }),
  },
  { title: 'SavePlanResponse' },
);
export const GivePlanResponse = Shape(
  { status: Ok, message: Message('Plan given to 1 athlete.'), data: Data(GIVEN) },
  { title: 'GivePlanResponse' },
);
export const ChangePlanResponse = Shape(
  {
    status: Ok,
    message: Message('Plan updated.'),
    data: Data({
      plan: SavedPlan,
      updated_count: Count('How many athletes’ own plans changed with it.', 1),
      skipped: { ...SKIPPED, description: 'Whose own plan stays as it was, and why.' },
      findings: Findings,
    }),
  },
  { title: 'ChangePlanResponse' },
);
const done = (title: string, message: string) => Shape({ status: Ok, message: Message(message) }, { title });
export const DeletedPlanResponse = done('DeletedPlanResponse', 'Plan deleted.');
export const EndedAssignmentResponse = done('EndedAssignmentResponse', 'Plan taken back.');
export const RestoredAssignmentResponse = done('RestoredAssignmentResponse', 'Plan given back.');

const WHOM = {
  athlete_ids: Type.Optional(
    Type.Array(IDS.athlete_id, {
      maxItems: MAX_ATHLETES_AT_ONCE,
      description: 'Members who get it; who cannot is skipped, with the reason.',
      examples: [[EXAMPLE_IDS.athlete_id]],
    }),
  ),
  group_ids: Type.Optional(
    Type.Array(IDS.group_id, {
      maxItems: MAX_GROUPS,
      description: `Groups whose members get it, with the others at most ${MAX_ATHLETES_AT_ONCE} at once. Who joins a group later does not.`,
      examples: [[EXAMPLE_IDS.group_id]],
    }),
  ),
};

export const SavePlanBody = Type.Object(
  {
    title: PlanTitle,
    description: Type.Optional(AboutPlan),
    start_date: Day('First day of week 1.', EXAMPLE_SAVED.start_date),
    weeks: Weeks,
    content: ContentInput,
    weekly_info: Type.Optional(WeeklyInfoInput),
    engine: Type.Optional(Engine),
    experience_level: Type.Optional(Level),
    goal: Type.Optional(Nullable(GoalInput)),
    language: Type.Optional(PlanLanguage),
    ...WHOM,
  },
  { title: 'SavePlan' },
);

export const ChangePlanBody = Type.Object(
  {
    title: Type.Optional(PlanTitle),
    description: Type.Optional(AboutPlan),
    content: Type.Optional(ContentInput),
    weekly_info: Type.Optional(WeeklyInfoInput),
  },
  {
    title: 'ChangePlan',
    description:
      'What is left out stays as it is; `content` is replaced whole, with `weekly_info`, which needs it. First day and weeks stay.',
  },
);

export const GivePlanBody = Type.Object(
  {
    ...WHOM,
    start_date: Type.Optional(
      Day(
        'First day for these athletes; left out, that of the plan. All days move along, a race too.',
        '2026-09-21',
      ),
    ),
  },
  { title: 'GivePlan' },
);

const PlanAssignment = Shape(
  {
    plan_id: { ...Id, description: 'Of the athlete’s own plan.' },
    user_id: IDS.user_id,
    display_name: ShownName,
    start_date: Day('First day for this athlete.', EXAMPLE_SAVED.start_date),
    end_date: Day('Last day for this athlete.', EXAMPLE_SAVED.end_date),
    assigned_at: timestamp('When they got it.', EXAMPLE_SAVED.created_at),
    updated_at: timestamp('When it last changed for them.', EXAMPLE_SAVED.updated_at),
  },
  { title: 'PlanAssignment' },
);

export const AssignmentList = Shape(
  {
    status: Ok,
    data: Data({
      assignments: Type.Array(PlanAssignment, {
        maxItems: MAX_PAGE_SIZE,
        description: 'By `user_id`.',
      }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'PlanAssignmentList' },
);

const OtherPlan = Shape(
  {
    plan_id: { ...Id, description: 'Of the athlete’s own copy of it.' },
    saved_plan_id: { ...IDS.plan_id, description: 'Of the saved plan.' },
    title: Text(MAX_TITLE, 'What it is called.', EXAMPLE_SAVED.title),
    start_date: Day('Its first day for this athlete.', EXAMPLE_SAVED.start_date),
    end_date: Day('Its last day for this athlete.', EXAMPLE_SAVED.end_date),
    same_days: Count('How many days have a workout of both plans.', 4),
  },
  { title: 'OtherPlanOfAthlete' },
);
const GivingOutcome = Shape(
  {
    user_id: IDS.user_id,
    display_name: Nullable({ ...ShownName, description: 'Null for who is no member.' }),
    reason: Nullable({
      ...SkipReason,
      description: 'Why they would not get it, as in giving it; null: they would.',
    }),
    other_plans: Type.Array(OtherPlan, {
      maxItems: MOST_OTHER_PLANS,
      description:
        'What else of the organization they follow in these weeks: it stays, and both are in their calendar.',
    }),
    conflicts: Type.Array(
      Shape(
        {
          date: Day('Day of the workout.', EXAMPLE_SAVED.start_date),
          kind: OneOf(CONFLICT_KINDS, {
            description: 'What does not go with it, as in calendars.',
            examples: ['unavailable'],
          }),
        },
        { title: 'DayInConflict' },
      ),
      {
        maxItems: MAX_WORKOUTS,
        description:
          'Workouts from today on that do not go with what the athlete told of their days, as far as coaches are shown it.',
      },
    ),
  },
  { title: 'PlanGivingOutcome', description: 'What giving the plan would do for one athlete.' },
);
export const GivingPreview = Shape(
  {
    status: Ok,
    data: Data({
      start_date: Day('First day for these athletes.', EXAMPLE_SAVED.start_date),
      end_date: Day('Last day for these athletes.', EXAMPLE_SAVED.end_date),
      athletes: Type.Array(GivingOutcome, {
        maxItems: MAX_ATHLETES_AT_ONCE,
        description: 'Everybody who was asked for, by `user_id`.',
      }),
    }),
  },
  { title: 'PlanGivingPreview' },
);
