import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  EXAMPLE_IDS,
  Flag,
  FROM_TO,
  IDS,
  Id,
  Message,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  TimeZone,
  timestamp,
} from '../../http/schemas.ts';
import { WEEKDAYS } from '../../shared/calendar.ts';
import { MAX_MEASURE, MAX_SEGMENTS, MAX_TITLE, MAX_WORDS } from '../../training/plan-input/limits.ts';
import { ZONE_NAMES } from '../../training/planning/zone-names.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';
import { Day, INTERVALS, PlanSegment, WorkoutTextField } from '../planning/index.ts';
import { OUTCOMES } from './answer-session.ts';
import {
  ANSWERS,
  MAX_AUDIENCE_GROUPS,
  MAX_CAPACITY,
  MAX_GROUP_NAME,
  MAX_PLACE,
  MAX_WORKOUT_GROUPS,
} from './club-session.ts';
import { MAX_OCCURRENCES } from './series-rule.ts';

export const MAX_PAGE_SIZE = 200;
export const PAGE_SIZE = 50;

const STARTS_AT = '2026-07-21T11:00:00.000Z';
export const AnswerField = OneOf(ANSWERS, { description: 'Whether they come.', examples: ['yes'] });
export const Point = Shape(
  {
    latitude_deg: Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'Degrees north.',
      examples: [25.0713],
    }),
    longitude_deg: Type.Number({
      minimum: -180,
      maximum: 180,
      description: 'Degrees east.',
      examples: [121.5312],
    }),
  },
  { title: 'ClubSessionPoint', description: 'Where to meet, on a map (WGS 84).' },
);
const PlaceText = Text(
  MAX_PLACE,
  'Where to meet, in words; empty where nobody has said.',
  'Riverside track, gate 3',
);
const Place = Shape(
  { text: PlaceText, point: Nullable(Point) },
  { title: 'ClubSessionPlace', description: 'Where to meet.' },
);
export const WorkoutGroupName = Text(MAX_GROUP_NAME, 'Of the group of the workout.', 'B');
const RosterGroup = {
  ...IDS.group_id,
  description: 'A group of the roster, whose members are in it unless they say otherwise; null for none.',
};
const measure = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: MAX_MEASURE, description, examples: [example] });
const Segments = (description: string) =>
  Type.Array(PlanSegment, { maxItems: MAX_SEGMENTS, description, examples: [INTERVALS] });

const Counts = {
  yes_count: Count('Members who come: those who wait for a place are not among them.', 14),
  maybe_count: Count('Members who may come.', 3),
  no_count: Count('Members who do not come.', 2),
  waiting_count: Count('Members who said yes and wait for a place.', 0),
};

export const Attendance = Shape(
  {
    came: Flag('Whether they came.'),
    ticked_at: timestamp('When that was said, by the clock of whoever did.', '2026-07-21T11:05:00.000Z'),
    ticked_by: Nullable({ ...IDS.coach_id, description: 'Who said so; null once their account is deleted.' }),
  },
  {
    title: 'ClubSessionAttendance',
    description: 'What holds in the register; null: nobody has said anything.',
  },
);

const OwnAnswer = Shape(
  {
    answer: AnswerField,
    answered_at: timestamp('When it was given.', '2026-07-18T09:00:00.000Z'),
    set_by: Nullable({ ...IDS.coach_id, description: 'The coach who answered for you; null: you did.' }),
    waits: Flag('Whether you said yes and wait for a place.', false),
    replaces: Nullable(
      Shape(
        {
          plan_id: { ...IDS.plan_id, description: 'Of the own plan.' },
          workout_id: { ...Id, description: 'Of its workout.' },
        },
        {
          title: 'ClubSessionReplaces',
          description: 'The planned workout that this session stands for; null for none.',
        },
      ),
    ),
  },
  { title: 'OwnClubSessionAnswer', description: 'What you answered; null for nothing.' },
);
const OwnPart = { answer: Nullable(OwnAnswer), attendance: Nullable(Attendance) };

const Series = Shape(
  {
    id: { ...Id, description: 'Common to its sessions.' },
    date: Day('The day on which the rule has this session, wherever it was moved to since.', '2026-07-21'),
    weekdays: Type.Array(OneOf(WEEKDAYS, { description: 'A day of the week.', examples: ['tuesday'] }), {
      maxItems: 7,
      description: 'On which days of the week.',
    }),
    interval_weeks: Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 52,
      description: 'Every so many weeks.',
      examples: [1],
    }),
    until: Nullable(Day('Last day that the rule has; null where it counts.', '2026-12-15')),
    occurrences: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: MAX_OCCURRENCES,
        description: 'How many there are; null where the rule has a last day.',
        examples: [22],
      }),
    ),
    is_exception: Flag('Whether this session was changed by itself.', false),
  },
  { title: 'ClubSessionSeries', description: 'How the session repeats; null where it does not.' },
);

const SESSION = {
  id: IDS.club_session_id,
  org_id: IDS.org_id,
  title: Text(MAX_TITLE, 'What it is called.', 'Tuesday track'),
  description: Text(MAX_WORDS, 'What else there is to say; empty for nothing.', 'Bring spikes.'),
  starts_at: timestamp('When it begins.', STARTS_AT),
  ends_at: timestamp('When it ends.', '2026-07-21T12:30:00.000Z'),
  timezone: TimeZone('The clock of the place.'),
  duration_s: measure('How long it takes.', 5_400),
  place: Place,
  capacity: Nullable(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: MAX_CAPACITY,
      description: 'How many may come: more wait. Null: any number.',
      examples: [20],
    }),
  ),
  coach_user_id: Nullable({ ...IDS.coach_id, description: 'Who coaches it; null for nobody in particular.' }),
  answer_until: Nullable(
    timestamp('Until when members answer themselves; null: until it begins.', '2026-07-20T11:00:00.000Z'),
  ),
  group_ids: Nullable(
    Type.Array(IDS.group_id, {
      maxItems: MAX_AUDIENCE_GROUPS,
      description: 'The groups it is for; null: the whole roster.',
      examples: [[EXAMPLE_IDS.group_id]],
    }),
  ),
  status: OneOf(['scheduled', 'cancelled'], {
    description: 'Whether it takes place.',
    examples: ['scheduled'],
  }),
  cancel_reason: Nullable(Text(MAX_WORDS, 'What the coach said of the cancellation.', 'Thunderstorm.')),
  series: Nullable(Series),
  has_workout: Flag('Whether it has a workout.'),
  answers: Shape(Counts, { title: 'ClubSessionAnswers', description: 'Of who is a member now.' }),
  created_at: timestamp('When it was planned.', '2026-07-01T06:30:00.000Z'),
  updated_at: timestamp('When it last changed.', '2026-07-01T06:30:00.000Z'),
};

const { answers: _answers, ...FACTS } = SESSION;
export const CLUB_SESSION_FACTS = FACTS;

const ClubSession = Shape(
  { ...SESSION, own: Shape(OwnPart, { title: 'OwnPartInClubSession', description: 'Yours.' }) },
  { title: 'ClubSession', description: 'A session without its workout.' },
);

const stretches = (whose: string) => ({
  segments: Segments(`What ${whose} consists of, in order.`),
  text: WorkoutTextField,
});
const Workout = Shape(
  {
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.', examples: ['intervals'] }),
    ...stretches('it'),
    duration_s: measure('Seconds in all, at the paces of an intermediate runner (VDOT 42).', 3_240),
    distance_m: measure('Metres in all, at the same paces.', 9_100),
    groups: Type.Array(
      Shape(
        {
          name: WorkoutGroupName,
          group_id: Nullable(RosterGroup),
          zone: Nullable(
            OneOf(ZONE_NAMES, {
              description: 'At which its working stretches are; null where it has stretches of its own.',
              examples: ['marathon'],
            }),
          ),
          ...stretches('its workout'),
        },
        { title: 'ClubSessionWorkoutGroup', description: 'Who runs something else, and what.' },
      ),
      { maxItems: MAX_WORKOUT_GROUPS, description: 'Who runs something else.' },
    ),
  },
  {
    title: 'ClubSessionWorkout',
    description: 'Nobody’s own: a target that names a zone shows as an effort. Null: the session has none.',
  },
);
const OwnWorkout = Shape(
  {
    ...stretches('yours'),
    duration_s: Type.Number({
      minimum: 0,
      maximum: MAX_MEASURE,
      description: 'Seconds in all.',
      examples: [3_240],
    }),
    distance_m: Type.Number({
      minimum: 0,
      maximum: MAX_MEASURE,
      description: 'Metres in all.',
      examples: [10_100],
    }),
  },
  {
    title: 'OwnClubSessionWorkout',
    description: 'The workout of your group at your own paces and heart rates; null: the session has none.',
  },
);
const ClubSessionDetails = Shape(
  {
    ...SESSION,
    workout: Nullable(Workout),
    own: Shape(
      {
        ...OwnPart,
        is_athlete: Flag('Whether you are an athlete of the organization, and can come.'),
        waiting_place: Nullable(
          Type.Integer({
            format: 'int32',
            minimum: 1,
            maximum: MAX_CAPACITY,
            description: 'Which you are of those who wait; null where you do not.',
            examples: [null],
          }),
        ),
        workout_group: Nullable(WorkoutGroupName),
        workout: Nullable(OwnWorkout),
      },
      { title: 'OwnPartInClubSessionDetails', description: 'Yours.' },
    ),
  },
  { title: 'ClubSessionDetails', description: 'A session with its workout and all that is yours.' },
);

export const ClubSessionResponse = Shape(
  { status: Ok, data: Data({ session: ClubSessionDetails }) },
  { title: 'ClubSessionResponse' },
);
export const ChangedClubSessionResponse = Shape(
  { status: Ok, message: Message('Session planned.'), data: Data({ session: ClubSessionDetails }) },
  { title: 'ChangedClubSessionResponse' },
);
export const DeletedClubSessionResponse = Shape(
  { status: Ok, message: Message('Session deleted.') },
  { title: 'DeletedClubSessionResponse' },
);
export const ClubSessionList = Shape(
  {
    status: Ok,
    data: Data({
      sessions: Type.Array(ClubSession, { maxItems: MAX_PAGE_SIZE, description: 'By when they begin.' }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'ClubSessionList' },
);
export const ClubSessionQuery = Type.Object({ ...FROM_TO, ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE) });

export const AnsweredResponse = Shape(
  {
    status: Ok,
    message: Message('Answer taken.'),
    data: Data({
      outcome: OneOf(OUTCOMES, {
        description:
          '`taken`: it is the first, or the same again; `replaced`: it holds instead of another one; `superseded`: one that was given ' +
          'later had come already and holds, see `answer`.',
        examples: ['taken'],
      }),
      answer: Nullable(OwnAnswer),
      session: ClubSessionDetails,
    }),
  },
  { title: 'ClubSessionAnsweredResponse' },
);
