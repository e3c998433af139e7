import Type from 'typebox';
import {
  cursorQuery,
  Data,
  FROM_TO,
  IDS,
  Id,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  timestamp,
} from '../../http/schemas.ts';
import { MAX_TIME_CHARS, TIME_PATTERN } from '../../shared/read-time.ts';
import { RPE } from '../../training/session-load.ts';
import { FEEL, MAX_NOTE, MEMBERS, PAIN_AREAS, PAIN_LEVEL, SIDES, SKIP_REASONS } from './feedback.ts';
import { FILTERED } from './present.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

/** Lines and tabs are text; other controls, and what turns the direction of the text around it, are not. */
const PLAIN =
  '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u202A-\\u202E\\u2066-\\u2069]*$';

const whole = (
  { minimum, maximum }: { minimum: number; maximum: number },
  description: string,
  example: number,
) => Type.Integer({ format: 'int32', minimum, maximum, description, examples: [example] });

const rpe = whole(
  RPE,
  'How hard it was as a whole, on the CR-10 scale in whole numbers: 1 very easy, 10 the hardest there is.',
  6,
);
const feel = whole(FEEL, 'How the athlete felt: 1 very weak, 2 weak, 3 normal, 4 strong, 5 very strong.', 4);
const note = Type.String({
  maxLength: MAX_NOTE,
  pattern: PLAIN,
  errorMessage: `must have at most ${MAX_NOTE} characters, and neither controls besides line breaks and tabs nor marks of direction`,
  description: "The athlete's words.",
  examples: ['Legs heavy at first, then it rolled.'],
});
const area = OneOf(PAIN_AREAS, { description: 'Where it hurts.', examples: ['calf'] });
const side = Nullable(OneOf(SIDES, { description: 'Of the body; null: not said.', examples: ['left'] }));
const level = whole(PAIN_LEVEL, 'How much: 1 hardly, 10 the worst there is.', 3);
const reason = OneOf(SKIP_REASONS, { description: 'Why it was not done.', examples: ['no_time'] });

const Pain = Shape({ area, side, level }, { title: 'Pain', description: 'Pain in or after the workout.' });
const Skip = Shape(
  { reason },
  { title: 'Skip', description: 'That a planned workout was not done, and why.' },
);

const PainBody = Type.Object(
  { area, side: Type.Optional(side), level },
  { title: 'PainBody', description: 'Pain in or after the workout.' },
);

const occurred_at = Type.Optional(
  Type.String({
    pattern: `^${TIME_PATTERN}$`,
    maxLength: MAX_TIME_CHARS,
    errorMessage:
      'must be an ISO 8601 time that ends in Z or an offset, such as 2026-07-01T06:30:00Z or 2026-07-01T14:30:00+08:00',
    description:
      'When the athlete said it, by the clock of their device: ISO 8601 with `Z` or an offset. Absent, or in the future: now. Of each part ' +
      'counts what was said last, so what arrives late changes only what nobody has said since.',
    examples: ['2026-07-15T08:12:00+08:00'],
  }),
);

const SAID = {
  rpe: Type.Optional(Nullable(rpe)),
  feel: Type.Optional(Nullable(feel)),
  note: Type.Optional(
    Nullable({ ...note, description: "The athlete's words. Spaces around them are cut off; blank is none." }),
  ),
  pain: Type.Optional(Nullable(PainBody)),
};
const OF_WORKOUT = { ...SAID, skipped: Type.Optional(Nullable(Skip)) };

const WHOLE = 'What is left out, or null, is taken back.';
const PARTS = 'What is left out stays as it is; null takes it back.';
export const PutFeedbackBody = Type.Object(
  { ...SAID, occurred_at },
  { title: 'PutFeedbackBody', description: WHOLE },
);
export const PatchFeedbackBody = Type.Object(
  { ...SAID, occurred_at },
  { title: 'PatchFeedbackBody', description: PARTS },
);
export const PutWorkoutFeedbackBody = Type.Object(
  { ...OF_WORKOUT, occurred_at },
  { title: 'PutWorkoutFeedbackBody', description: WHOLE },
);
export const PatchWorkoutFeedbackBody = Type.Object(
  { ...OF_WORKOUT, occurred_at },
  { title: 'PatchWorkoutFeedbackBody', description: PARTS },
);

const PLACE = {
  id: { ...Id, description: 'Of the feedback.', examples: ['3f0c1c5e-8f00-4a00-8000-1b2c3d4e5f60'] },
  kind: OneOf(['activity', 'workout'], {
    description: 'Whether it is on an activity or on a planned workout.',
    examples: ['activity'],
  }),
  activity_id: Nullable({ ...IDS.activity_id, description: 'Of the activity; null on a planned workout.' }),
  workout: Nullable(
    Shape(
      {
        org_id: Nullable({
          ...IDS.org_id,
          description: 'Whose plan it is; null: that organization is no more.',
        }),
        plan_id: {
          ...IDS.plan_id,
          description: "The athlete's copy of the plan when something was last said.",
        },
        saved_plan_id: { ...IDS.plan_id, description: 'The plan as the organization keeps it.' },
        workout_id: {
          ...IDS.workout_id,
          description: 'The workout, which keeps its id in all copies of the plan.',
        },
        date: Type.String({
          format: 'date',
          maxLength: 10,
          description: 'Of the calendar, as it was planned when something was last said.',
          examples: ['2026-07-14'],
        }),
      },
      { title: 'PlaceInPlan', description: 'Null on an activity.' },
    ),
  ),
  told_at: timestamp(
    'When the latest of this was said, by the clock of the device.',
    '2026-07-14T23:41:00.000Z',
  ),
};

const SessionLoad = Shape(
  {
    value_au: Type.Number({
      minimum: 0,
      maximum: 1e9,
      description: 'Arbitrary units: the rating times minutes in motion. Not the unit of `training_load`.',
      examples: [289.2],
    }),
    source: OneOf(['rpe'], {
      description: 'What it follows from: the rating (session RPE, Foster).',
      examples: ['rpe'],
    }),
  },
  { title: 'SessionLoad', description: 'Of a rated activity.' },
);

const EFFORT = {
  rpe: Nullable(rpe),
  feel: Nullable(feel),
  rated_at: Nullable(timestamp('When it was rated; null without `rpe`.', '2026-07-14T23:41:00.000Z')),
  session_load: Nullable(SessionLoad),
};
const REST = { note: Nullable(note), skipped: Nullable(Skip), pain: Nullable(Pain) };

const OwnFeedback = Shape(
  { ...PLACE, ...EFFORT, ...REST },
  { title: 'OwnFeedback', description: 'What was not said is null.' },
);

/** Hidden members are absent. */
export const FeedbackObject = Type.Object(
  {
    ...PLACE,
    athlete_id: { ...IDS.athlete_id, description: 'Whose words they are.' },
    rpe: Type.Optional(EFFORT.rpe),
    feel: Type.Optional(EFFORT.feel),
    rated_at: Type.Optional(EFFORT.rated_at),
    session_load: Type.Optional(EFFORT.session_load),
    note: Type.Optional(REST.note),
    skipped: Type.Optional(REST.skipped),
    pain: Type.Optional(REST.pain),
  },
  {
    title: 'Feedback',
    additionalProperties: false,
    description: 'What was not said is null. What privacy hides is absent.',
  },
);

const current = {
  feedback: Type.Union([OwnFeedback, Type.Null()], {
    description: 'What is said now; null where that is nothing.',
  }),
};
export const OwnFeedbackResponse = Shape(
  { status: Ok, data: Data(current) },
  { title: 'OwnFeedbackResponse' },
);
export const GivenFeedbackResponse = Shape(
  {
    status: Ok,
    data: Data({
      ...current,
      ignored: Type.Array(OneOf(MEMBERS, { description: 'Name of a part.', examples: ['rpe'] }), {
        maxItems: MEMBERS.length,
        uniqueItems: true,
        description: 'What of the request was not taken, since it was said otherwise later.',
        examples: [[]],
      }),
    }),
  },
  { title: 'GivenFeedbackResponse' },
);

const edge = (which: 'from' | 'to', description: string) =>
  Type.Optional({
    ...FROM_TO[which],
    description: FROM_TO[which].description.replace(/^[^.]*\./, description),
  });
export const FeedbackQuery = Type.Object({
  from: edge('from', 'Only what was said then or later.'),
  to: edge('to', 'Only what was said then or before; not before `from`.'),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});

const list = <T extends Parameters<typeof Type.Array>[0]>(feedback: T) => ({
  feedback: Type.Array(feedback, {
    maxItems: MAX_PAGE_SIZE,
    description: 'The last said first, then by id.',
  }),
  next_cursor: NextCursor,
});
export const OwnFeedbackPage = Shape(
  { status: Ok, data: Data(list(OwnFeedback)) },
  { title: 'OwnFeedbackPage' },
);

export const ATHLETE_FEEDBACK = {
  ...list(FeedbackObject),
  privacy_filtered: Type.Array(
    OneOf(FILTERED, { description: 'Name of what is withheld.', examples: ['pain'] }),
    {
      maxItems: FILTERED.length,
      uniqueItems: true,
      description:
        'What the athlete does not share and is absent; `activities` where all feedback on activities is. It follows from their settings alone.',
      examples: [['pain']],
    },
  ),
};
export const AthleteFeedbackPage = Shape(
  { status: Ok, data: Data(ATHLETE_FEEDBACK) },
  { title: 'AthleteFeedbackPage' },
);
