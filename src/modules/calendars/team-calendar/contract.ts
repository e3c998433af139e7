import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  IDS,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  TimeZone,
  timestamp,
} from '../../../http/schemas.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { ShownName } from '../../organizations/index.ts';
import { Day } from '../../planning/index.ts';
import { RosterCursor } from '../../roster-metrics/index.ts';
import { BESIDE_DAY, CommentCounts } from '../athlete-calendar/beside-contract.ts';
import {
  AskedDay,
  BECAME,
  CalendarActivity,
  DoneElsewhere,
  PlanConflict,
} from '../athlete-calendar/contract.ts';
import { MAX_ACTIVITIES, MAX_PLANS, MAX_SESSIONS } from '../athlete-calendar/read-calendar.ts';
import { TEAM_LIMITS } from './read-team-calendar.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
/** Plans that somebody follows in one organization, far beyond what anybody does. */
const MAX_WORKOUTS_A_DAY = 1_000;
const MAX_WEEKS = 4;
/** Four of what was done, four of sums that are planned, two of availability, three of races. */
const MAX_HIDDEN = 13;

const sum = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1e15, description, examples: [example] });

const Workout = Shape(
  {
    plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' },
    workout_id: { ...IDS.workout_id, description: 'Of the workout in it.' },
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Its kind.', examples: ['tempo'] }),
    title: Text(MAX_TITLE, 'As this athlete’s coach sees it.', '3 × 10 min tempo'),
    distance_m: Type.Optional(sum('Metres at the athlete’s paces. Needs `share_pace_data`.', 11_200)),
    duration_s: Type.Optional(sum('Seconds at the athlete’s paces. Needs `share_pace_data`.', 3_600)),
    compliance: Shape(BECAME, { title: 'TeamCalendarCompliance', description: 'What became of it.' }),
    conflict: Type.Optional(PlanConflict),
    replaced_by: Nullable({
      ...IDS.club_session_id,
      description:
        'The session that stands for it, as the athlete said: `compliance` is then that of the session. Null: none does.',
    }),
    done_elsewhere: DoneElsewhere,
  },
  { title: 'TeamCalendarWorkout' },
);

const Plan = Shape(
  {
    plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' },
    saved_plan_id: { ...IDS.plan_id, description: 'Of the plan that the coach saved.' },
    title: Text(MAX_TITLE, 'The same for everybody who got it.', 'Autumn half marathon'),
  },
  { title: 'TeamCalendarPlan' },
);

const Session = Shape(
  {
    session_id: IDS.club_session_id,
    title: Text(MAX_TITLE, 'What it is called.', 'Tuesday track'),
    starts_at: timestamp('When it begins.', '2026-09-15T11:00:00.000Z'),
    timezone: TimeZone('The clock of the place.'),
    workout_type: Nullable(
      OneOf(WORKOUT_TYPES, {
        description: 'Kind of its workout; null: it has none.',
        examples: ['intervals'],
      }),
    ),
    compliance: Nullable(
      Shape(BECAME, {
        title: 'TeamCalendarSessionCompliance',
        description: 'What became of its workout, as of one of a plan; null: it has none.',
      }),
    ),
  },
  { title: 'TeamCalendarSession' },
);

const TeamDay = Shape(
  {
    date: Day('The day where the athlete lives.', '2026-09-15'),
    workouts: Type.Array(Workout, {
      maxItems: MAX_WORKOUTS_A_DAY,
      description: 'What is planned; empty on a day of rest.',
    }),
    sessions: Type.Array(Session, {
      maxItems: MAX_SESSIONS,
      description:
        'The sessions of the organization that the athlete has said yes to, in their order; in no sum of weeks.',
    }),
    activities: Type.Optional(
      Type.Array(CalendarActivity, {
        maxItems: MAX_ACTIVITIES,
        description: 'What was done, in its order. Needs `share_activity_with_coach`.',
      }),
    ),
    ...BESIDE_DAY,
  },
  { title: 'TeamCalendarDay' },
);

const TeamWeek = Shape(
  {
    week_start: Day('The Monday.', '2026-09-14'),
    planned_workouts: Count('Workouts that are planned.', 4),
    planned_distance_m: Type.Optional(sum('Metres that are planned. Needs `share_pace_data`.', 42_000)),
    planned_duration_s: Type.Optional(sum('Seconds that are planned. Needs `share_pace_data`.', 13_800)),
    done_activities: Type.Optional(
      Count('Activities of all sports that show. Needs `share_activity_with_coach`.', 4),
    ),
    done_distance_m: Type.Optional(
      sum('Metres of them; one without a distance adds none. Needs `share_activity_with_coach`.', 40_500),
    ),
    done_duration_s: Type.Optional(
      sum('Seconds of them, moving time where known. Needs `share_activity_with_coach`.', 13_200),
    ),
    comments: CommentCounts,
  },
  { title: 'TeamCalendarWeek' },
);

export const TeamCalendarAthlete = Shape(
  {
    user_id: IDS.user_id,
    display_name: ShownName,
    timezone: TimeZone('Where the athlete lives.'),
    today: Day('The day that it is there.', '2026-09-16'),
    plans: Type.Array(Plan, {
      maxItems: MAX_PLANS,
      description: 'Those that the organization gave and that reach into these days, by their first day.',
    }),
    days: Type.Array(TeamDay, {
      maxItems: TEAM_LIMITS.most,
      description: 'Each of the days, in order, as the calendar of the athlete has it.',
    }),
    weeks: Type.Array(TeamWeek, {
      maxItems: MAX_WEEKS,
      description:
        'Sums of whole weeks from Monday: the week before the first day, and each that the days lie in.',
    }),
    privacy_filtered: Type.Array(Text(100, 'Path of a field.', 'days.workouts.distance_m'), {
      maxItems: MAX_HIDDEN,
      uniqueItems: true,
      description: 'Fields that the athlete’s settings withhold and that are therefore absent, sorted.',
      examples: [[]],
    }),
  },
  { title: 'TeamCalendarAthlete' },
);

export const TeamCalendar = Shape(
  {
    status: Ok,
    data: Data({
      from: Day('First day.', '2026-09-14'),
      to: Day('Last day.', '2026-09-27'),
      athletes: Type.Array(TeamCalendarAthlete, {
        maxItems: MAX_PAGE_SIZE,
        description: 'In the order asked for.',
      }),
      next_cursor: Nullable({
        ...RosterCursor,
        description: 'For the next page; null on the last one.',
        examples: [null],
      }),
    }),
  },
  { title: 'TeamCalendar' },
);

export const TeamCalendarQuery = Type.Object({
  from: Type.Optional(
    AskedDay(
      `First day, itself in it; at most ${TEAM_LIMITS.most} days up to \`to\`. Without it, the ${TEAM_LIMITS.otherwise} days up to \`to\`.`,
      '2026-09-14',
    ),
  ),
  to: Type.Optional(
    AskedDay(
      `Last day, itself in it. Without it, ${TEAM_LIMITS.otherwise} days from \`from\`; without both, this week and the next where you ` +
        'live, from Monday.',
      '2026-09-27',
    ),
  ),
  group_id: Type.Optional({ ...IDS.group_id, description: 'Only athletes in this group.' }),
  coach_id: Type.Optional({ ...IDS.coach_id, description: 'Only athletes assigned to this coach.' }),
  sort: OneOf(['joined_at', 'name'], {
    default: 'joined_at',
    description: 'By date of joining, or by the name that you see.',
  }),
  order: OneOf(['asc', 'desc'], {
    default: 'asc',
    description: 'Earliest, or first of the alphabet, first: `asc`; the other way round: `desc`.',
  }),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
  cursor: Type.Optional(RosterCursor),
});
