import Type, { type Static } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  IDS,
  Id,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { SPORT_TYPES } from '../../training/sport.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';
import { ShownName } from '../organizations/index.ts';
import { PROVIDERS } from '../users/index.ts';
import { ENTRY_STATES } from './entry-queries.ts';
import { DEFAULT_LIMITS, LIMIT_BOUNDS, type LimitName, RULE_VERSION } from './limits.ts';
import { type Evidence, REASON_CODES, type ReasonCode } from './reasons.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
export const MAX_NOTE = 500;
/** Of one athlete on one day, and of reasons: platforms that were lost each have one of their own. */
const MAX_A_DAY = 50;
const MAX_REASONS = REASON_CODES.length + PROVIDERS.length;

const metres = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1e15, description, examples: [example] });
const ratio = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1e9, description, examples: [example] });
const day = (description: string, example: string) =>
  Type.String({ format: 'date', maxLength: 10, description, examples: [example] });

const MissedSession = Shape(
  {
    plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' },
    workout_id: { ...Id, description: 'Of the workout in the plan.' },
    date: day('For which it was planned.', '2026-07-14'),
    title: Text(200, 'As the plan has it.', '6 × 800 m'),
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.' }),
    status: OneOf(['missed', 'partly'], { description: 'Whether nothing or a part of it was done.' }),
  },
  { title: 'MissedSession' },
);

const EVIDENCE = {
  pain_reported: {
    area: Text(100, 'Where, of the worst.', 'achilles'),
    level: Count('Of ten, of the worst.', 6),
    limit_level: Count('From this level on.', DEFAULT_LIMITS.pain_level),
    reported_on: day('When, of the worst.', '2026-07-14'),
    reports: Count('How many there are.', 1),
  },
  message_unanswered: {
    conversation_id: { ...Id, description: 'Of the conversation with the organization.' },
    waiting_since: timestamp('When the first message came that waits.', '2026-07-13T18:02:00.000Z'),
    limit_hours: Count('From so many hours on.', DEFAULT_LIMITS.message_wait_hours),
  },
  key_session_missed: {
    sessions_count: Count('Key sessions of the last seven days that were not, or only partly, done.', 1),
    limit_count: Count('From so many on.', DEFAULT_LIMITS.key_sessions_missed),
    sessions: Type.Array(MissedSession, {
      maxItems: 3,
      description: 'The latest of them, the oldest first.',
    }),
  },
  long_run_jump: {
    activity_id: IDS.activity_id,
    distance_m: metres('The longest run of the last seven days.', 24_100),
    longest_30_days_m: metres('The longest of the thirty days before.', 16_050),
    ratio: ratio('The first by the second, to two decimals.', 1.5),
    limit_ratio: ratio('Above this.', DEFAULT_LIMITS.long_run_jump_ratio),
  },
  load_rising: {
    last_7_days_m: metres('Run in seven days.', 48_300),
    average_week_m: metres('A quarter of what was run in 28 days.', 27_650),
    ratio: ratio('The first by the second, to two decimals.', 1.75),
    limit_ratio: ratio('Above this.', DEFAULT_LIMITS.load_ratio),
  },
  volume_above_plan: volume('Above this share.', DEFAULT_LIMITS.volume_above_share),
  volume_below_plan: volume('Below this share.', DEFAULT_LIMITS.volume_below_share),
  low_availability: {
    planned_count: Count('Workouts planned for the next seven days.', 5),
    unavailable_count: Count('Of them on days on which the athlete cannot train.', 3),
    limit_share: ratio('From this share on.', DEFAULT_LIMITS.unavailable_share),
  },
  connection_lost: {
    provider: OneOf(PROVIDERS, { description: 'The platform that refuses our token.', examples: ['garmin'] }),
    lost_at: timestamp('Since when.', '2026-07-12T03:00:00.000Z'),
  },
  silent: {
    last_activity_at: timestamp('When the last activity began that shows.', '2026-07-04T06:10:00.000Z'),
    limit_days: Count('From so many whole days on.', DEFAULT_LIMITS.silent_days),
  },
  race_near: {
    date: day('Of the race.', '2026-07-19'),
    name: Text(200, 'As the plan or the calendar of races has it.', 'Half marathon'),
    days_to_race: Count('From today, where the athlete lives.', 4),
    limit_days: Count('Up to so many days before.', DEFAULT_LIMITS.race_days),
  },
} satisfies Record<ReasonCode, Parameters<typeof Type.Object>[0]>;

function volume(description: string, limit: number) {
  return {
    planned_distance_m: metres('Planned for the seven days before today.', 42_000),
    done_distance_m: metres('Run on them.', 18_400),
    share: ratio('The second by the first, to two decimals.', 0.44),
    limit_share: ratio(description, limit),
  };
}

const MEANING: Record<ReasonCode, string> = {
  pain_reported: 'The athlete reported pain with a workout of the last seven days.',
  message_unanswered: 'A message of the athlete waits for an answer.',
  key_session_missed: 'Hard sessions or long runs of the last seven days were not, or only partly, done.',
  long_run_jump: 'One run was much longer than the longest of the thirty days before.',
  load_rising: 'Much more is run than the athlete is used to.',
  volume_above_plan: 'Much more was run in seven days than was planned.',
  volume_below_plan: 'Much less was run in seven days than was planned.',
  low_availability: 'Many workouts of the next seven days lie on days on which the athlete cannot train.',
  connection_lost: 'A platform refuses our token: the athlete has to connect it again.',
  silent: 'No activity for some days, of somebody who shares all they do.',
  race_near: 'A race is near.',
};

/** Each code with its own evidence, which types of a list that is made of codes cannot say. */
const ReasonShape = Type.Unsafe<{
  code: ReasonCode;
  since: string;
  rule_version: number;
  evidence: Evidence;
}>(
  Type.Union(
    REASON_CODES.map((code) =>
      Shape(
        {
          code: Type.Literal(code, { description: MEANING[code], examples: [code] }),
          since: day('Since when, where the athlete lives.', '2026-07-14'),
          rule_version: Count('Of the rule that found it.', RULE_VERSION),
          evidence: Shape(EVIDENCE[code], { description: 'The numbers it rests on.' }),
        },
        {
          title: `TriageReason${code
            .split('_')
            .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
            .join('')}`,
        },
      ),
    ),
  ),
);

const WeekDay = Shape(
  {
    date: day('Where the athlete lives.', '2026-07-13'),
    planned: Type.Array(
      Shape(
        {
          workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.' }),
          title: Text(200, 'As the plan has it.', 'Easy run'),
          distance_m: Type.Optional(
            metres('Absent where the athlete does not share what plans come to at their paces.', 8_000),
          ),
          status: OneOf(['done', 'partly', 'missed', 'upcoming', 'unknown'], {
            description: 'What became of it, as far as it shows.',
          }),
        },
        { title: 'TriagePlanned' },
      ),
      { maxItems: MAX_A_DAY, description: 'What plans have for it.' },
    ),
    done: Type.Array(
      Shape(
        {
          activity_id: IDS.activity_id,
          sport_type: OneOf(SPORT_TYPES, { description: 'Kind of sport.' }),
          distance_m: Nullable(metres('Metres; null where nobody knows.', 8_120)),
          duration_s: metres('Moving time where it is known, in seconds.', 2_580),
        },
        { title: 'TriageDone' },
      ),
      { maxItems: MAX_A_DAY, description: 'What was done that shows.' },
    ),
  },
  { title: 'TriageDay' },
);

const EXAMPLE_WEEK = ['13', '14', '15', '16', '17', '18', '19'].map((day) => ({
  date: `2026-07-${day}`,
  planned:
    day === '14'
      ? [{ workout_type: 'intervals', title: '6 × 800 m', distance_m: 10_800, status: 'missed' }]
      : [],
  done: [],
}));

const MARK = {
  state: OneOf(['handled', 'later'], { description: 'Dealt with, or put off.' }),
  note: Text(MAX_NOTE, 'What the coach wrote for the others; empty for nothing.', 'Called her, all fine.'),
  until: Nullable(
    timestamp('When what was put off comes back; null where it was handled.', '2026-07-20T06:00:00.000Z'),
  ),
  marked_by: Nullable({ ...IDS.user_id, description: 'The coach; null once their account is gone.' }),
  marked_at: timestamp('When.', '2026-07-15T08:20:11.000Z'),
};
const MarkShape = Shape(MARK, {
  title: 'TriageMark',
  description: 'What a coach decided; it ends with new evidence.',
});

export const TriageAthlete = Shape(
  {
    user_id: IDS.user_id,
    display_name: ShownName,
    section: Nullable(
      OneOf(['first', 'then'], { description: 'Who to look at first; null where there is no reason.' }),
    ),
    reasons: Type.Array(ReasonShape, {
      maxItems: MAX_REASONS,
      description: 'The most pressing first. What the athlete keeps private is in none.',
    }),
    mark: Nullable(Shape(MARK, { description: 'What a coach decided; null where nobody did.' })),
    week: Shape(
      {
        week_start: day('The Monday, where the athlete lives.', '2026-07-13'),
        days: Type.Array(WeekDay, {
          minItems: 7,
          maxItems: 7,
          description: 'From Monday to Sunday.',
          examples: [EXAMPLE_WEEK],
        }),
      },
      { title: 'TriageWeek', description: 'This week, day by day.' },
    ),
    renewed_at: timestamp('When it was last found out.', '2026-07-15T08:19:40.000Z'),
    privacy_filtered: Type.Array(Text(50, '`reasons.` and the code of a reason.', 'reasons.silent'), {
      maxItems: REASON_CODES.length,
      description:
        'Reasons that are not looked for, since the athlete does not share what they rest on; sorted. It follows from their settings alone.',
      examples: [[]],
    }),
  },
  { title: 'TriageAthlete', description: 'An athlete with the reasons to look at them.' },
);
export type TriageAthlete = Static<typeof TriageAthlete>;

export const TriageList = Shape(
  {
    status: Ok,
    data: Data({
      athletes: Type.Array(TriageAthlete, {
        maxItems: MAX_PAGE_SIZE,
        description: 'Who to look at first comes first.',
      }),
      counts: Shape(
        {
          open: Count('With a reason that nobody has handled or put off.', 6),
          first: Count('Of them, to be looked at first.', 2),
          later: Count('Put off.', 1),
          handled: Count('Handled, without new evidence since.', 3),
          well: Count('Without a reason.', 28),
          private: Count('Without a reason, and sharing nothing that one could rest on.', 2),
        },
        { title: 'TriageCounts', description: 'Athletes of the whole organization by state.' },
      ),
      pending_athletes: Count(
        'Of how many something has changed that is being looked at: they are in no count and on no page until then.',
        0,
      ),
      next_cursor: NextCursor,
    }),
  },
  { title: 'TriageList' },
);

export const TriageQuery = Type.Object({
  state: OneOf(ENTRY_STATES, { default: 'open', description: 'Which athletes.' }),
  group_id: Type.Optional({ ...IDS.group_id, description: 'Only athletes in this group.' }),
  coach_id: Type.Optional({ ...IDS.coach_id, description: 'Only athletes assigned to this coach.' }),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});

export const MarkBody = Type.Object(
  {
    state: OneOf(['handled', 'later'], { description: 'Dealt with, or put off until `until`.' }),
    until: Type.Optional(
      timestamp(
        'When it comes back, within a year; needed with `later`, and not taken with `handled`.',
        '2026-07-20T06:00:00.000Z',
      ),
    ),
    note: Type.Optional(
      Type.String({
        ...NO_NUL,
        maxLength: MAX_NOTE,
        description: 'For the other coaches. It is in the athlete’s personal export.',
        examples: ['Called her, all fine.'],
      }),
    ),
  },
  { title: 'MarkTriage' },
);

export const MarkedResponse = Shape(
  { status: Ok, message: Message('Marked.'), data: Data({ mark: MarkShape }) },
  { title: 'TriageMarked' },
);

const limitFields = Object.fromEntries(
  (Object.keys(DEFAULT_LIMITS) as LimitName[]).map((name) => {
    const { least, most, whole } = LIMIT_BOUNDS[name];
    const bounds = {
      minimum: least,
      maximum: most,
      description: meaningOf(name),
      examples: [DEFAULT_LIMITS[name]],
    };
    return [name, whole ? Type.Integer({ ...bounds, format: 'int32' }) : Type.Number(bounds)];
  }),
) as Record<LimitName, ReturnType<typeof Type.Number>>;

function meaningOf(name: LimitName): string {
  return {
    message_wait_hours: 'Hours that an athlete’s message waits for an answer.',
    pain_level: 'Least level of pain, of ten.',
    key_sessions_missed: 'Key sessions of seven days that were not, or only partly, done.',
    long_run_jump_ratio: 'Longest run of seven days by the longest of the thirty days before.',
    load_ratio: 'Metres run in seven days by the average week of 28.',
    volume_above_share: 'Metres run by metres planned, of seven days.',
    volume_below_share: 'Metres run by metres planned, of seven days.',
    unavailable_share: 'Share of the workouts of the next seven days on days one cannot train.',
    silent_days: 'Whole days without an activity.',
    race_days: 'Days before a race.',
  }[name];
}

export const LimitsResponse = Shape(
  {
    status: Ok,
    data: Data({
      rule_version: Count('Of the rules.', RULE_VERSION),
      limits: Shape(limitFields, { title: 'TriageLimits', description: 'Those that hold here.' }),
      defaults: Shape(limitFields, { title: 'TriageDefaults', description: 'Those of the rules.' }),
    }),
  },
  { title: 'TriageLimitsAnswer' },
);

export const LimitsBody = Type.Object(
  Object.fromEntries(
    Object.entries(limitFields).map(([name, field]) => [name, Type.Optional(Nullable(field))]),
  ) as Record<LimitName, ReturnType<typeof Type.Optional<ReturnType<typeof Type.Unsafe<number | null>>>>>,
  {
    title: 'SetTriageLimits',
    description: 'What is left out stays as it is; null takes back to the rule’s own.',
  },
);
