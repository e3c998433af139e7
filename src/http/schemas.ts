import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { MAX_DATE_MS } from '../shared/date-range.ts';
import { CURSOR_CHARS } from '../shared/page-cursor.ts';
import {
  DAY_OR_TIME_IN_WORDS,
  DAY_OR_TIME_PATTERN,
  MAX_TIME_CHARS,
  TIME_OR_MS_IN_WORDS,
  TIME_PATTERN,
} from '../shared/read-time.ts';

const uuid = (description: string, example: string) =>
  Type.String({ format: 'uuid', maxLength: 36, description, examples: [example] });

export const EXAMPLE_IDS = {
  org_id: '019cad9d-7592-7df6-9be4-b8d331f82b68',
  user_id: '019cbf50-c67e-7ca9-a131-3f99f6136c44',
  athlete_id: '019cbf50-c67e-7ca9-a131-3f99f6136c44',
  coach_id: '019cad9b-49e6-71bf-8cdf-e62e258a8971',
  activity_id: '019f62ef-271f-7f0f-8ca1-f3a9faf98b92',
  record_id: '019f62ef-2a10-7b3c-9d02-5e8c1f7a4b66',
  plan_id: '019f04bb-b6f3-783c-81d3-d782e64fe182',
  workout_id: '019eb7a4-03c2-7d51-9e28-4f1b6c8d2a97',
  group_id: '019cd414-15cd-7901-b010-e18315dac37c',
  export_id: '019f639c-1240-7873-9522-2b363bf29cfd',
  key_id: '019f1c7f-194c-73a9-b846-add8a9865616',
  invitation_id: '019f2b6a-5d80-7c1e-a0f3-6b94d27e8c15',
  push_id: '019f3b52-1c6e-7f04-9a7d-58e2b1c40d36',
  notification_id: '019f3c52-1d9e-7a60-b1f4-8e07c3d2a95b',
  campaign_id: '019f3a1e-77b2-7d40-8a6f-2c5d90e4b713',
  session_id: '019f3e02-9c41-7b18-a6d5-1e47f0c2b983',
  entry_id: '019f4a10-63d2-7c05-8b1f-7a92e4d06c31',
  injury_id: '019f4a11-0e84-7f63-9a2c-31c5d8b7e490',
  race_id: '019f4a12-b5f9-7d21-8e40-c06f92a31d57',
  club_session_id: '019f3e41-5a7d-7e02-b1c9-4d0a63f7e815',
  calendar_job_id: '019f4c20-7d15-7a38-9b64-e2f80c5d1a93',
  draft_id: '019f4b20-7c35-7e19-a8d4-2f60b91e5c73',
  stream_id: '019f4b21-05e8-7a46-9c12-8d73f0a6b2e4',
} as const;

export const IDS = {
  org_id: uuid('Of the organization.', EXAMPLE_IDS.org_id),
  user_id: uuid('Of the user.', EXAMPLE_IDS.user_id),
  athlete_id: uuid('Of the athlete: the user id of a member of the organization.', EXAMPLE_IDS.athlete_id),
  coach_id: uuid('User id of a coach of the organization.', EXAMPLE_IDS.coach_id),
  activity_id: uuid('Of the activity.', EXAMPLE_IDS.activity_id),
  record_id: uuid('Of the record of an activity.', EXAMPLE_IDS.record_id),
  plan_id: uuid('Of the plan.', EXAMPLE_IDS.plan_id),
  workout_id: uuid('Of the workout in the library.', EXAMPLE_IDS.workout_id),
  group_id: uuid('Of the group.', EXAMPLE_IDS.group_id),
  export_id: uuid('Of the export.', EXAMPLE_IDS.export_id),
  key_id: uuid('Of the API key.', EXAMPLE_IDS.key_id),
  invitation_id: uuid('Of the invitation.', EXAMPLE_IDS.invitation_id),
  push_id: uuid('Of the push to a topic.', EXAMPLE_IDS.push_id),
  notification_id: uuid('Of the notification.', EXAMPLE_IDS.notification_id),
  campaign_id: uuid('Of the campaign.', EXAMPLE_IDS.campaign_id),
  session_id: uuid('Of the session.', EXAMPLE_IDS.session_id),
  entry_id: uuid('Of the entry of availability.', EXAMPLE_IDS.entry_id),
  injury_id: uuid('Of the injury or illness.', EXAMPLE_IDS.injury_id),
  race_id: uuid('Of the race.', EXAMPLE_IDS.race_id),
  club_session_id: uuid('Of the club session.', EXAMPLE_IDS.club_session_id),
  calendar_job_id: uuid('Of the change of many athletes’ plans.', EXAMPLE_IDS.calendar_job_id),
  draft_id: uuid('Of the draft.', EXAMPLE_IDS.draft_id),
  stream_id: uuid(
    'Of the stream: what stands before the dot in the ids of its events.',
    EXAMPLE_IDS.stream_id,
  ),
} as const;
export type IdName = keyof typeof IDS;

export const Id = uuid('Identifier.', '019a1c5e-8f00-7000-8000-1b2c3d4e5f60');

/** A time of the wire lies in the years 0000 to 9999, so it has 24 characters. */
const Timestamp = Type.String({
  format: 'date-time',
  maxLength: 24,
  description: 'ISO 8601, UTC with `Z`.',
  examples: ['2026-07-01T06:30:00.000Z'],
});

/** A time or a day of a request, for `readDayOrTime`. */
export function DayOrTime(description: string, example: string) {
  return Type.String({
    pattern: `^${DAY_OR_TIME_PATTERN}$`,
    maxLength: MAX_TIME_CHARS,
    errorMessage: DAY_OR_TIME_IN_WORDS,
    description: `${description} ISO 8601 with \`Z\` or an offset, or a date alone: midnight UTC.`,
    examples: [example],
  });
}

/** A time of a request that may be epoch milliseconds, for `readTimeMs`. */
export function TimeOrMs(description: string, example: number) {
  return Type.Unsafe<number | string>({
    type: ['integer', 'string'],
    format: 'int64',
    minimum: 0,
    maximum: MAX_DATE_MS,
    pattern: `^${TIME_PATTERN}$`,
    maxLength: MAX_TIME_CHARS,
    errorMessage: TIME_OR_MS_IN_WORDS,
    description: `${description} Epoch milliseconds, UTC, or ISO 8601 with \`Z\` or an offset.`,
    examples: [example],
  });
}

export function timestamp(description: string, example: string) {
  return { ...Timestamp, description: `${description} ISO 8601, UTC with \`Z\`.`, examples: [example] };
}

export const EpochMs = Type.Integer({
  format: 'int64',
  minimum: 0,
  maximum: MAX_DATE_MS,
  description: 'Epoch milliseconds, UTC.',
  examples: [1_782_887_400_000],
});

const START = ['Earliest start, inclusive.', 1_780_272_000_000] as const;
const END = ['Latest start, inclusive; not before `start_date`.', 1_782_863_999_999] as const;

/** An inclusive time range of a request, for `readDateRange`. */
export const DATE_RANGE = { start_date: TimeOrMs(...START), end_date: TimeOrMs(...END) } as const;

const edgeMs = (description: string, example: number) => ({
  ...EpochMs,
  description: `${description} Epoch milliseconds, UTC.`,
  examples: [example],
});

const rangeEdge = (description: string, ofDay: string, example: string) =>
  Type.Optional({
    ...DayOrTime(description, example),
    description: `${description} ISO 8601 with \`Z\` or an offset, or a date alone: ${ofDay} in UTC.`,
  });

/** An inclusive time range of a request, for `readFromTo`. */
export const FROM_TO = {
  from: rangeEdge('Earliest start, inclusive.', 'when it begins', '2026-06-01'),
  to: rangeEdge('Latest start, inclusive; not before `from`.', 'when it ends', '2026-06-30'),
} as const;

export const DATE_RANGE_MS = { start_date: edgeMs(...START), end_date: edgeMs(...END) } as const;

export const Ok = Type.Literal('ok', { description: 'Tells a success from a failure.' });

export function Data<const P extends Parameters<typeof Type.Object>[0]>(properties: P) {
  return Shape(properties, { description: 'What was asked for.' });
}

const whole = { format: 'int32', minimum: 0, maximum: 2_147_483_647 } as const;

export function Count(description: string, example: number) {
  return Type.Integer({ ...whole, description, examples: [example] });
}

/** `validate.ts` refuses NUL in any text because the database cannot hold it. */
export const NO_NUL = { pattern: '^[^\\u0000]*$' } as const;

/** Text for people, with a length but no format. */
export function Text(maxLength: number, description: string, example: string) {
  return Type.String({ ...NO_NUL, maxLength, description, examples: [example] });
}

export function Message(example: string) {
  return Text(200, 'For people to read; may be reworded.', example);
}

/** The characters of time zone names; use cases check whether the zone exists. */
export function TimeZone(description: string) {
  return Type.String({
    maxLength: 64,
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
    errorMessage: 'must be an IANA time zone name such as Asia/Taipei',
    description,
    examples: ['Asia/Taipei'],
  });
}

/** Any JSON with at most this many bytes. */
export function AnyJson(maxBytes: number) {
  return Type.Unsafe<unknown>({
    ...NO_NUL,
    type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
    maxLength: maxBytes,
    maxItems: maxBytes,
    items: true,
  });
}

export function Flag(description: string, example = true) {
  return Type.Boolean({ description, examples: [example] });
}

export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as T & { type?: unknown; enum?: readonly unknown[] };
  const nullable =
    type === undefined
      ? { anyOf: [schema, { type: 'null' }] }
      : {
          ...rest,
          type: [type, 'null'].flat(),
          ...(values === undefined ? {} : { enum: [...values, null] }),
        };
  return Type.Unsafe<Static<T> | null>(nullable);
}

export function OneOf<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** A closed object with all fields required. */
export function Shape<const P extends Parameters<typeof Type.Object>[0]>(
  properties: P,
  options: object = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** `limit` and `offset` of a list. The fields are not `Optional` because the handler always gets their defaults. */
export function pageQuery(defaultLimit: number, maxLimit: number) {
  return {
    limit: Type.Integer({
      ...whole,
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
      description: 'How many at the most.',
      examples: [defaultLimit],
    }),
    offset: Type.Integer({
      ...whole,
      default: 0,
      description: 'How many to leave out first.',
      examples: [0],
    }),
  };
}

/** The position where the previous page ended, for `positionOf`. */
export const Cursor = Type.String({
  maxLength: CURSOR_CHARS,
  pattern: `^[A-Za-z0-9_-]{${CURSOR_CHARS}}$`,
  errorMessage: 'must be the next_cursor of a page',
  description: 'The `next_cursor` of the page before.',
  examples: ['AAABn2OcGGcBn2OcEkB4c5UiKzY78pz9'],
});

export const NextCursor = Nullable({
  ...Cursor,
  description: 'For the next page; null on the last one.',
  examples: [null],
});

/**
 * `cursor` of a list that the specification pages by offset, for `placeAfter`. It is empty for the first page; without it
 * the answer is the specification's own.
 */
export const CursorAsWell = Type.Optional({
  ...Cursor,
  pattern: `^(?:[A-Za-z0-9_-]{${CURSOR_CHARS}})?$`,
  description:
    'The `next_cursor` of the page before, or empty for the first page. With it the answer has a `next_cursor`.',
});

/** `next_cursor` of such a list. */
export const NextCursorAsWell = Type.Optional({
  ...NextCursor,
  description: 'For the next page; null on the last one. Only where `cursor` was asked for.',
});

export function cursorQuery(defaultLimit: number, maxLimit: number) {
  return { limit: pageQuery(defaultLimit, maxLimit).limit, cursor: Type.Optional(Cursor) };
}

export function eitherPageQuery(defaultLimit: number, maxLimit: number) {
  return { ...pageQuery(defaultLimit, maxLimit), cursor: CursorAsWell };
}

export function eitherPageEcho(defaultLimit: number, maxLimit: number) {
  return { ...pageEcho(defaultLimit, maxLimit), next_cursor: NextCursorAsWell };
}

function pageEcho(defaultLimit: number, maxLimit: number) {
  const description = 'As asked for, or the default.';
  return {
    limit: Type.Integer({ ...whole, minimum: 1, maximum: maxLimit, description, examples: [defaultLimit] }),
    offset: Type.Integer({ ...whole, description, examples: [0] }),
  };
}

export function idParams<const N extends IdName>(...names: readonly N[]) {
  const properties = Object.fromEntries(names.map((name) => [name, IDS[name]]));
  return Type.Object(properties) as unknown as TObject<Pick<typeof IDS, N>>;
}
