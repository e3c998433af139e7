import Type, { type TSchema } from 'typebox';
import { EXAMPLE_IDS, IDS, NO_NUL, Nullable, OneOf, TimeZone } from '../../http/schemas.ts';
import { WEEKDAYS } from '../../shared/calendar.ts';
import { MAX_TIME_CHARS, TIME_PATTERN } from '../../shared/read-time.ts';
import { MAX_SEGMENTS, MAX_WORDS } from '../../training/plan-input/limits.ts';
import { MAX_SEGMENTS_BYTES, MAX_STRETCHES } from '../../training/plan-input/read-segments.ts';
import { ZONE_NAMES } from '../../training/planning/zone-names.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';
import { INTERVALS } from '../planning/index.ts';
import { ONE_LINE, PlanDescription, PlanTitle, SegmentInput, TextInput } from '../plans/index.ts';
import { SCOPES_OF_CHANGE } from './change-session.ts';
import {
  ANSWERS,
  MAX_AUDIENCE_GROUPS,
  MAX_CAPACITY,
  MAX_DURATION_S,
  MAX_GROUP_NAME,
  MAX_PLACE,
  MAX_TICKS_AT_ONCE,
  MAX_WORKOUT_GROUPS,
} from './club-session.ts';
import { Point } from './contract.ts';
import { MAX_OCCURRENCES } from './series-rule.ts';

const LOCAL = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?';
const when = (description: string, example: string) =>
  Type.String({
    pattern: `^(?:${TIME_PATTERN}|${LOCAL})$`,
    maxLength: MAX_TIME_CHARS,
    errorMessage:
      'must be an ISO 8601 time, with Z or an offset, or local without one such as 2026-12-01T19:00',
    description: `${description} ISO 8601 with \`Z\` or an offset, or without one by the clock of \`timezone\`.`,
    examples: [example],
  });
const clock = (description: string, example: string) =>
  Type.String({
    pattern: `^${TIME_PATTERN}$`,
    maxLength: MAX_TIME_CHARS,
    errorMessage: 'must be an ISO 8601 time that ends in Z or an offset, such as 2026-07-18T17:00:00+08:00',
    description: `${description} ISO 8601 with \`Z\` or an offset; one that is ahead of the server's clock counts as now.`,
    examples: [example],
  });

const Stretches = Type.Array(SegmentInput, {
  minItems: 1,
  maxItems: MAX_SEGMENTS,
  description: `What it consists of, as in the workout library. At most ${MAX_STRETCHES} stretches, and ${MAX_SEGMENTS_BYTES} bytes of JSON.`,
  examples: [INTERVALS],
});
const GroupName = Type.String({
  minLength: 1,
  maxLength: MAX_GROUP_NAME,
  ...ONE_LINE,
  description: 'Another one for each group.',
  examples: ['B'],
});
const WorkoutInput = Type.Object(
  {
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.', examples: ['intervals'] }),
    segments: Type.Optional(Stretches),
    text: Type.Optional(TextInput()),
    groups: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: GroupName,
            group_id: Type.Optional(
              Nullable({ ...IDS.group_id, description: 'A group of the roster whose members are in it.' }),
            ),
            zone: Type.Optional(
              Nullable(
                OneOf(ZONE_NAMES, {
                  description: 'For the working stretches of the workout, instead of theirs.',
                  examples: ['marathon'],
                }),
              ),
            ),
            segments: Type.Optional(Stretches),
            text: Type.Optional(TextInput()),
          },
          {
            title: 'ClubSessionWorkoutGroupInput',
            description: 'Has `zone`, or `segments`, or `text`.',
            examples: [{ name: 'B', zone: 'marathon' }],
          },
        ),
        { maxItems: MAX_WORKOUT_GROUPS, description: 'Who runs something else.' },
      ),
    ),
  },
  {
    title: 'ClubSessionWorkoutInput',
    description: 'Has either `segments` or `text`. Null: no workout.',
    examples: [{ workout_type: 'intervals', text: '5x\n- Threshold 1km\n- 60s rest' }],
  },
);

const FIELDS = {
  description: Type.Optional({
    ...PlanDescription,
    description: 'What else there is to say; empty for nothing.',
  }),
  duration_s: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 60,
      maximum: MAX_DURATION_S,
      description: 'How long it takes, in seconds; an hour where nobody says.',
      examples: [5_400],
    }),
  ),
  place: Type.Optional(
    Type.Object(
      {
        text: Type.String({
          ...NO_NUL,
          maxLength: MAX_PLACE,
          description: 'Where to meet, in words.',
          examples: ['Riverside track, gate 3'],
        }),
        point: Type.Optional(Nullable(Point)),
      },
      { description: 'Where to meet.' },
    ),
  ),
  capacity: Type.Optional(
    Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: MAX_CAPACITY,
        description:
          'How many may come: who says yes after them waits, in the order of the answers. Null: any number.',
        examples: [20],
      }),
    ),
  ),
  coach_user_id: Type.Optional(
    Nullable({ ...IDS.coach_id, description: 'Who coaches it: a coach of the organization.' }),
  ),
  group_ids: Type.Optional(
    Nullable(
      Type.Array(IDS.group_id, {
        minItems: 1,
        maxItems: MAX_AUDIENCE_GROUPS,
        description: 'Groups of the organization that it is for; null: the whole roster.',
        examples: [null],
      }),
    ),
  ),
  workout: Type.Optional(Nullable(WorkoutInput)),
} satisfies Record<string, TSchema>;

const Zone = Type.Optional(
  TimeZone(
    'The clock of the place. Without it that of the organization (`timezone` of its settings), else yours.',
  ),
);
const STARTS = when('When it begins: in the future.', '2031-07-22T19:00');
const UNTIL = when('Until when members answer themselves: not after it begins.', '2031-07-21T19:00');

const SeriesInput = Type.Object(
  {
    weekdays: Type.Optional(
      Type.Array(OneOf(WEEKDAYS, { description: 'A day of the week.', examples: ['tuesday'] }), {
        minItems: 1,
        maxItems: 7,
        description: 'With that of the first session; without it, that one alone.',
      }),
    ),
    interval_weeks: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 52,
        description: 'Every so many weeks; 1 without it.',
        examples: [1],
      }),
    ),
    until: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        maxLength: 10,
        errorMessage: 'must be a calendar day such as 2026-12-15',
        description: 'Last day, itself in it.',
        examples: ['2031-12-16'],
      }),
    ),
    occurrences: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 2_147_483_647,
        description: `How many sessions, the first counted; at most ${MAX_OCCURRENCES}.`,
        examples: [22],
      }),
    ),
  },
  {
    title: 'ClubSessionSeriesInput',
    description:
      `Repeats it each week, or every few weeks, at the same time of day by the clock of \`timezone\`; ends \`until\` a day or after so many ` +
      `\`occurrences\`. A series has at most ${MAX_OCCURRENCES} sessions, each of which can be changed by itself.`,
  },
);

export const CreateClubSessionBody = Type.Object(
  {
    title: PlanTitle,
    starts_at: STARTS,
    timezone: Zone,
    answer_until: Type.Optional(UNTIL),
    ...FIELDS,
    series: Type.Optional(SeriesInput),
  },
  { title: 'CreateClubSession' },
);

export const ChangeClubSessionBody = Type.Object(
  {
    applies_to: Type.Optional(
      OneOf(SCOPES_OF_CHANGE, {
        description:
          'Of a series: `this` session, or also all that come after it by the rule; `this` without it.',
        examples: ['this'],
      }),
    ),
    title: Type.Optional(PlanTitle),
    starts_at: Type.Optional(STARTS),
    timezone: Type.Optional(TimeZone('The clock of the place; goes with `starts_at`.')),
    answer_until: Type.Optional(Nullable(UNTIL)),
    ...FIELDS,
    status: Type.Optional(
      OneOf(['scheduled', 'cancelled'], {
        description: 'Calls it off, or on again.',
        examples: ['cancelled'],
      }),
    ),
    cancel_reason: Type.Optional(
      Type.String({
        ...NO_NUL,
        maxLength: MAX_WORDS,
        description: 'Why, for those who wanted to come; goes with the status `cancelled`.',
        examples: ['Thunderstorm.'],
      }),
    ),
  },
  {
    title: 'ChangeClubSession',
    description: 'What is left out stays as it is; a workout is replaced whole.',
  },
);

const ANSWER = {
  answer: OneOf(ANSWERS, { description: 'Whether they come.', examples: ['yes'] }),
  workout_group: Type.Optional(
    Nullable(
      Type.String({
        ...NO_NUL,
        maxLength: MAX_GROUP_NAME,
        description: 'The group of the workout to run in; null: the usual one. What is left out stays.',
        examples: ['B'],
      }),
    ),
  ),
};
export const AnswerBody = Type.Object(
  {
    ...ANSWER,
    answered_at: Type.Optional(clock('When you answered, by your clock.', '2026-07-18T17:00:00+08:00')),
  },
  { title: 'AnswerClubSession' },
);
export const SetAnswerBody = Type.Object(ANSWER, { title: 'SetClubSessionAnswer' });

export const TakeAttendanceBody = Type.Object(
  {
    ticks: Type.Array(
      Type.Object(
        {
          user_id: IDS.user_id,
          came: OneOf(['yes', 'no'], { description: 'Whether they came.', examples: ['yes'] }),
          ticked_at: clock('When you ticked, by your clock.', '2026-07-21T19:05:00+08:00'),
        },
        { title: 'ClubSessionTickInput' },
      ),
      {
        minItems: 1,
        maxItems: MAX_TICKS_AT_ONCE,
        description:
          'Members, also those who had not answered. Of several ticks of one person the latest holds.',
        examples: [[{ user_id: EXAMPLE_IDS.user_id, came: 'yes', ticked_at: '2026-07-21T19:05:00+08:00' }]],
      },
    ),
  },
  { title: 'TakeClubSessionAttendance' },
);

export const ReplaceBody = Type.Object(
  {
    plan_id: { ...IDS.plan_id, description: 'Of an own plan.' },
    workout_id: { ...IDS.workout_id, description: 'Of its workout on the day of the session.' },
  },
  { title: 'ReplaceByClubSession' },
);
