import Type from 'typebox';
import {
  Count,
  Cursor,
  cursorQuery,
  Data,
  Flag,
  IDS,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { SPORT_TYPES } from '../../training/sport.ts';
import { RAMP_HISTORY_DAYS, RAMP_LEAST_M, RAMP_LIMIT } from '../../training/workload.ts';
import {
  LabelFilter,
  Labels,
  Level,
  MEMBER_STATUSES,
  MemberStatusField,
  ShownName,
} from '../organizations/index.ts';
import { ImageUrl, PROVIDERS } from '../users/index.ts';
import { QUIET_DAYS, STALE_DAYS } from './flags.ts';
import { ROSTER_ORDERS } from './queries.ts';
import { ROSTER_CURSOR_CHARS } from './roster-cursor.ts';

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
const MAX_SEARCH_CHARS = 100;

/** The picture, four of training, four kinds of flags. */
const MAX_HIDDEN = 9;

/** Sums of the database's `measure`, of more activities than anybody has. */
const SUM = { minimum: 0, maximum: 1e15 } as const;

const sum = (description: string, example: number) =>
  Type.Number({ ...SUM, description, examples: [example] });
const days = (description: string, example: number) => Count(description, example);

const LastActivity = Shape(
  {
    id: IDS.activity_id,
    start_time: timestamp('When it began.', '2026-07-14T21:58:00.000Z'),
    sport_type: OneOf(SPORT_TYPES, { description: 'Kind of sport.' }),
    name: Text(200, "The athlete's title for it.", 'Morning run'),
    distance_m: Nullable(sum('Metres.', 10_020.4)),
    duration_s: sum('Seconds from start to end, pauses included.', 2899),
  },
  { title: 'LastActivity', description: 'The one that began last.' },
);

const SUMS = {
  distance_m: sum('Metres of all sports together, whole; an activity without a distance adds none.', 42_195),
  duration_s: sum(
    'Seconds, whole: moving time, or where that is unknown the time from start to end.',
    15_240,
  ),
  activities: Count('How many there were.', 4),
};

const ThisWeek = Shape(
  {
    week_start: Type.String({
      format: 'date',
      maxLength: 10,
      description: 'The Monday, in the athlete’s own time zone.',
      examples: ['2026-07-13'],
    }),
    ...SUMS,
  },
  {
    title: 'ThisWeek',
    description: 'Since Monday 00:00 in the time zone of the athlete’s preferences, UTC where none is known.',
  },
);

const LastFourWeeks = Shape(SUMS, {
  title: 'LastFourWeeks',
  description: 'The 28 times 24 hours up to now.',
});

const Load = Shape(
  {
    last_7_days: sum('Sum of `training_load` over the 7 times 24 hours up to now.', 412.5),
    average_week: sum('A quarter of the sum over the 28 times 24 hours up to now.', 387.2),
    ratio: Nullable(sum('The first by the second (acute:chronic), to two decimals; null by nothing.', 1.07)),
  },
  {
    title: 'AthleteLoad',
    description:
      'Of activities whose load is known; null where none of the last 28 days has one. Absent without `share_pace_data`.',
  },
);

const provider = OneOf(PROVIDERS, { description: 'The platform.', examples: ['garmin'] });
const named = <const N extends string>(name: N, description: string) =>
  Type.Literal(name, { description, examples: [name] });

const NoRecentActivity = Shape(
  {
    flag: named('no_recent_activity', `No activity for ${QUIET_DAYS} whole days or more, or none at all.`),
    days_since_last_activity: Nullable(days('Whole days; null where there is none at all.', 9)),
    limit_days: days('From so many days on.', QUIET_DAYS),
  },
  { title: 'NoRecentActivityFlag' },
);
const RampTooFast = Shape(
  {
    flag: named(
      'ramp_too_fast',
      `Runs of the last 7 days against the average week of 28 are above ${RAMP_LIMIT} (Gabbett 2016). Not flagged: less than ${RAMP_LEAST_M / 1000} km in 7 days, and who has no run that is ${RAMP_HISTORY_DAYS} to 28 days old. Other sports do not count.`,
    ),
    last_7_days_m: sum('Metres run, whole.', 48_300),
    average_week_m: sum('A quarter of the metres of 28 days, whole.', 27_650),
    ratio: sum('The first by the second, to two decimals.', 1.75),
    limit: sum('Above this it is too fast.', RAMP_LIMIT),
  },
  { title: 'RampTooFastFlag' },
);
const SyncStale = Shape(
  {
    flag: named(
      'sync_stale',
      `Nothing came from a connected platform for ${STALE_DAYS} days or more, though it accepts our token.`,
    ),
    provider,
    days_since_sync: days(
      'Days of the calendar, in UTC, since something last came, or since it was connected where nothing ever did.',
      9,
    ),
    limit_days: days('From so many days on.', STALE_DAYS),
  },
  { title: 'SyncStaleFlag' },
);
const TokenExpired = Shape(
  {
    flag: named('token_expired', 'A platform refuses our token: the athlete has to connect it again.'),
    provider,
    expired_at: timestamp('Since when.', '2026-07-12T03:00:00.000Z'),
  },
  { title: 'TokenExpiredFlag' },
);

const HIDEABLE = 'Absent where the athlete does not share it.';

export const AthleteMetrics = Shape(
  {
    user_id: IDS.user_id,
    display_name: ShownName,
    member_level: Nullable(Level),
    labels: Labels,
    status: MemberStatusField,
    profile_image_url: Type.Optional(Nullable({ ...ImageUrl, description: `Their picture. ${HIDEABLE}` })),
    last_activity: Type.Optional(Nullable(LastActivity)),
    this_week: Type.Optional(ThisWeek),
    last_four_weeks: Type.Optional(LastFourWeeks),
    load: Type.Optional(Nullable(Load)),
    has_push_token: Flag('Whether a push can reach a device of theirs.'),
    flags: Type.Array(Type.Union([NoRecentActivity, RampTooFast, SyncStale, TokenExpired]), {
      maxItems: 2 + PROVIDERS.length,
      description: 'Reasons to look at the athlete, by name, then provider.',
    }),
    privacy_filtered: Type.Array(Text(50, 'Name of a field, or `flags.` and the name of a flag.', 'load'), {
      maxItems: MAX_HIDDEN,
      description:
        'What the athlete does not share, sorted; it follows from their settings alone and says nothing of what there is.',
      examples: [[]],
    }),
  },
  { title: 'AthleteMetrics', description: 'How an athlete is doing, as far as they share it with coaches.' },
);

const { least, most } = ROSTER_CURSOR_CHARS;
export const RosterCursor = {
  ...Cursor,
  maxLength: most,
  pattern: `^[A-Za-z0-9_-]{${least},${most}}$`,
  description:
    'The `next_cursor` of the page before, which had the same `sort`, `order` and filters; `limit` may differ.',
  examples: ['b1JcT0qXk2UBn2OcEkB4c5UiKzY78pz9AAABnL-5E9Y'],
};

export const AthleteMetricsList = Shape(
  {
    status: Ok,
    data: Data({
      athletes: Type.Array(AthleteMetrics, {
        maxItems: MAX_PAGE_SIZE,
        description: 'In the order asked for, then by id.',
      }),
      next_cursor: Nullable({
        ...RosterCursor,
        description: 'For the next page; null on the last one.',
        examples: [null],
      }),
    }),
  },
  { title: 'AthleteMetricsList' },
);

export const AthleteMetricsQuery = Type.Object({
  group_id: Type.Optional({ ...IDS.group_id, description: 'Only athletes in this group.' }),
  coach_id: Type.Optional({ ...IDS.coach_id, description: 'Only athletes assigned to this coach.' }),
  status: Type.Optional(OneOf(MEMBER_STATUSES, { description: 'Only members in this state.' })),
  level: Type.Optional({ ...Level, description: 'Only athletes with exactly this `member_level`.' }),
  label: Type.Optional(LabelFilter),
  q: Type.Optional(
    Text(
      MAX_SEARCH_CHARS,
      'Only athletes whose name, as you see it, has this in it, whatever its case.',
      'tanaka',
    ),
  ),
  sort: OneOf(ROSTER_ORDERS, {
    default: 'joined_at',
    description:
      'By date of joining, by the name that you see, or by when the last activity began that you see. Who shows none comes last, either way round.',
  }),
  order: OneOf(['asc', 'desc'], {
    default: 'asc',
    description: 'Earliest, or first of the alphabet, first: `asc`; the other way round: `desc`.',
  }),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
  cursor: Type.Optional(RosterCursor),
});
