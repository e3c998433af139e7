import Type from 'typebox';
import {
  Count,
  Data,
  EXAMPLE_IDS,
  Flag,
  IDS,
  Id,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  TimeZone,
  timestamp,
} from '../../../http/schemas.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { CONFLICT_KINDS } from '../../../training/availability/conflicts.ts';
import { MAX_MEASURE, MAX_SEGMENTS, MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { SPORT_TYPES } from '../../../training/sport.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { MAX_ACTIVITY_NAME } from '../../activities/index.ts';
import {
  Day,
  INTERVALS,
  PlanSegment,
  PlanWorkout,
  WeeksOfPlan,
  WorkoutTextField,
} from '../../planning/index.ts';
import { EXAMPLE_PLAN, PrivacyFiltered } from '../../plans/index.ts';
import { BESIDE_DAY, CommentCounts } from './beside-contract.ts';
import { type CalendarDay as CalendarDayOf, STATUSES } from './calendar.ts';
import { LIMITS, MAX_ACTIVITIES, MAX_PLANS, MAX_SESSIONS } from './read-calendar.ts';

const MAX_CALENDAR_WEEKS = Math.ceil(LIMITS.most / 7) + 1;

export const AskedDay = (description: string, example: string) =>
  Type.String({
    pattern: '^(?:19[7-9]|[2-8][0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a calendar day such as 2026-07-01, from 1970 to 8999',
    description,
    examples: [example],
  });

export const CalendarQuery = Type.Object({
  from: Type.Optional(
    AskedDay(
      `First day, itself in it; at most ${LIMITS.most} days up to \`to\`. Without it, the ${LIMITS.otherwise} days up to \`to\`.`,
      EXAMPLE_PLAN.start_date,
    ),
  ),
  to: Type.Optional(
    AskedDay(
      `Last day, itself in it. Without it, ${LIMITS.otherwise} days from \`from\`; without both, this week and the next where ` +
        'the athlete lives, from Monday.',
      EXAMPLE_PLAN.end_date,
    ),
  ),
});

const CalendarPlan = Shape(
  {
    id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' },
    saved_plan_id: { ...Id, description: 'Of the plan that the coach saved.' },
    org_id: { ...IDS.org_id, description: 'Of the organization that gave it.' },
    org_name: Text(200, 'Its name.', 'Riverside Runners'),
    title: Text(MAX_TITLE, 'The same for everybody who got it.', EXAMPLE_PLAN.title),
    start_date: Day('First day.', EXAMPLE_PLAN.start_date),
    end_date: Day('Last day.', EXAMPLE_PLAN.end_date),
    weeks: WeeksOfPlan('How long it is.', 1),
    engine: Text(MAX_TITLE, 'What made it.', 'rules'),
    assigned_at: timestamp('When the athlete got it.', EXAMPLE_PLAN.assigned_at),
    updated_at: timestamp('When it last changed for this athlete.', EXAMPLE_PLAN.updated_at),
  },
  { title: 'CalendarPlan' },
);

export const BECAME = {
  status: OneOf(STATUSES, {
    description:
      '`done`: at least 80 % of the planned time or distance; `partly`: at least 30 %, or the amount at another hardness (`type_match` ' +
      'is false); `missed`: nothing that fits, and the day ' +
      'is over; `upcoming`: today or later; `unknown`: who asks does not see enough of what was done.',
    examples: ['done'],
  }),
  share: Nullable(
    Type.Number({
      minimum: 0,
      description:
        'Of the planned time or distance, whichever more was done of; null where nothing was. Without `share_pace_data` ' +
        'reckoned at nobody’s paces.',
      examples: [0.96],
    }),
  ),
};

/** Of a workout that a coach says was done. */
export const DoneElsewhere = Flag(
  'Whether a coach of the organization says that it was done, without a recording that shows it: `compliance` is then `done`, unless a recording tells more.',
  false,
);

const Compliance = Shape(
  {
    ...BECAME,
    days_off: Type.Integer({
      format: 'int32',
      minimum: -1,
      maximum: 1,
      description: 'How many days later than planned it was done; -1 is the day before.',
      examples: [0],
    }),
    type_match: Nullable(
      Type.Boolean({
        description:
          'Whether it was as hard, or as easy, as planned, by the `workout_type` or the race mark of what was done. Tempo, intervals, ' +
          'hills, race pace, fartlek and races are hard, other runs easy. Null where the athlete calls it nothing: then `done` is said ' +
          'of the amount alone.',
        examples: [true],
      }),
    ),
    activity_ids: Type.Array(IDS.activity_id, {
      maxItems: MAX_ACTIVITIES,
      description: 'What counts for it.',
      examples: [[EXAMPLE_IDS.activity_id]],
    }),
  },
  {
    title: 'PlanCompliance',
    description:
      'What became of a workout. All of its day that fits its kind counts together: running for runs, anything else for ' +
      'cross-training, gym and mobility for strength. For a past workout without any, what is left over of the day before or ' +
      'after, from the first day of the plan on, at most one and a half times as much, and not of another hardness.',
  },
);

const measure = (description: string, example: number) =>
  Nullable(Type.Number({ minimum: 0, maximum: MAX_MEASURE, description, examples: [example] }));

export const CalendarActivity = Shape(
  {
    id: IDS.activity_id,
    sport_type: OneOf(SPORT_TYPES, { description: 'Kind of sport.', examples: ['run'] }),
    name: Text(MAX_ACTIVITY_NAME, 'The athlete’s title for it.', 'Morning run'),
    start_time: timestamp('When it began.', '2026-09-15T21:58:00.000Z'),
    duration_s: measure('Seconds from start to end.', 2_460),
    distance_m: measure('Metres; null where unknown.', 7_800),
    is_planned: Flag('Whether it counts for a workout of a plan.'),
  },
  { title: 'CalendarActivity' },
);

export const PlanConflict = Shape(
  {
    kind: OneOf(CONFLICT_KINDS, {
      description:
        'The whole day is ruled out; an injury does not allow the workout; it takes longer than the day leaves; or the athlete travels.',
      examples: ['unavailable'],
    }),
    entry_id: { ...Id, description: 'Of the entry of availability, or of the injury or illness.' },
    from: Day('First day of it; of what is told of every week the day itself.', '2026-09-15'),
    to: Nullable(Day('Last day of it; null until further notice.', '2026-09-16')),
  },
  {
    title: 'PlanConflict',
    description:
      'What the athlete told that the workout does not go with, as far as it is shown here; left out where there is none, and of days that are over.',
  },
);

const number = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: MAX_MEASURE, description, examples: [example] });

const CalendarSession = Shape(
  {
    kind: OneOf(['session'], { description: 'Tells it from a workout of a plan.', examples: ['session'] }),
    session_id: IDS.club_session_id,
    org_id: IDS.org_id,
    org_name: Text(200, 'Its name.', 'Riverside Runners'),
    title: Text(MAX_TITLE, 'What it is called.', 'Tuesday track'),
    starts_at: timestamp('When it begins.', '2026-09-15T11:00:00.000Z'),
    timezone: TimeZone('The clock of the place.'),
    duration_s: number('Seconds in all, with all that is not run.', 5_400),
    place: Text(300, 'Where to meet; empty where nobody has said.', 'Riverside track, gate 3'),
    workout: Nullable(
      Shape(
        {
          workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.', examples: ['intervals'] }),
          duration_s: number('Seconds in all.', 3_240),
          distance_m: number('Metres in all.', 10_100),
          segments: Type.Array(PlanSegment, {
            maxItems: MAX_SEGMENTS,
            description: 'What it consists of, in order.',
            examples: [INTERVALS],
          }),
          text: WorkoutTextField,
        },
        {
          title: 'CalendarSessionWorkout',
          description:
            'Of the athlete’s group at their own paces; to coaches by effort, with nobody’s sums, where these are not shared. Null: the ' +
            'session has none.',
        },
      ),
    ),
    compliance: Nullable({
      ...Compliance,
      title: 'CalendarSessionCompliance',
      description: 'What became of its workout, as of one of a plan; null: it has none.',
    }),
  },
  { title: 'CalendarSession' },
);

const CalendarWeek = Shape(
  { week_start: Day('The Monday.', '2026-09-14'), comments: CommentCounts },
  { title: 'CalendarWeek' },
);

const CalendarDay = Shape(
  {
    date: Day('The day where the athlete lives.', '2026-09-15'),
    day: OneOf(WEEKDAYS, { description: 'Its weekday.', examples: ['tuesday'] }),
    workouts: Type.Array(
      Shape(
        {
          plan_id: { ...IDS.plan_id, description: 'One of `plans`.' },
          workout: Type.Unsafe<CalendarDayOf['workouts'][number]['workout']>(PlanWorkout),
          compliance: Compliance,
          conflict: Type.Optional(PlanConflict),
          replaced_by: Nullable({
            ...IDS.club_session_id,
            description:
              'The session that stands for it, as the athlete said: `compliance` is then that of the session. Null: none does.',
          }),
          done_elsewhere: DoneElsewhere,
        },
        { title: 'CalendarWorkout' },
      ),
      { maxItems: MAX_PLANS, description: 'What is planned; empty on a day of rest.' },
    ),
    sessions: Type.Array(CalendarSession, {
      maxItems: MAX_SESSIONS,
      description:
        'The club sessions that the athlete has said yes to, in their order; not counted in `summary`.',
    }),
    activities: Type.Array(CalendarActivity, {
      maxItems: MAX_ACTIVITIES,
      description: 'What was done, in its order.',
    }),
    ...BESIDE_DAY,
  },
  { title: 'CalendarDay' },
);

const SUMMARY = {
  planned: Count('Workouts of these days.', 3),
  done: Count('Of them done.', 1),
  partly: Count('Of them done in part.', 1),
  missed: Count('Of them missed.', 0),
  upcoming: Count('Of them still to come.', 1),
  unknown: Count('Of them of which who asks cannot know.', 0),
};

const CALENDAR = {
  from: Day('First day.', '2026-09-14'),
  to: Day('Last day.', '2026-09-27'),
  today: Day('The day that it is where the athlete lives.', '2026-09-16'),
  timezone: TimeZone('Where the athlete lives.'),
  plans: Type.Array(CalendarPlan, {
    maxItems: MAX_PLANS,
    description: 'All that reach into these days or are not over, by their first day.',
  }),
  days: Type.Array(CalendarDay, { maxItems: LIMITS.most, description: 'Each of the days, in order.' }),
  weeks: Type.Array(CalendarWeek, {
    maxItems: MAX_CALENDAR_WEEKS,
    description: 'Each week that the days lie in, from Monday.',
  }),
  summary: Shape(SUMMARY, { title: 'CalendarSummary', description: 'The workouts of these days, counted.' }),
};

export const OwnCalendar = Shape({ status: Ok, data: Data(CALENDAR) }, { title: 'OwnCalendar' });
export const AthleteCalendar = Shape(
  { status: Ok, data: Data({ ...CALENDAR, privacy_filtered: PrivacyFiltered }) },
  { title: 'AthleteCalendar' },
);
