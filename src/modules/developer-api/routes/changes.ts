import Type, { type TSchema } from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { EXAMPLE_IDS, Flag, IDS, Nullable, OneOf, Shape, timestamp } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { Scope } from '../../../shared/access.ts';
import { Activity } from '../../activities/index.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { AvailabilityObject } from '../../availability/index.ts';
import {
  type Change,
  cursorExpired,
  KEPT_DAYS,
  MAX_CURSOR_CHARS,
  readChanges,
  TELLABLE_KINDS,
  type TellableKind,
} from '../../changes/index.ts';
import { FeedbackObject } from '../../feedback/index.ts';
import { GroupSummary } from '../../groups/index.ts';
import { Plan } from '../../plans/index.ts';
import { CLUB_SESSION_FACTS } from '../../sessions/index.ts';
import { AthleteObject, Success } from '../contract.ts';
import { SharedAttendance } from './club-sessions.ts';

type Deps = NoteDeps & { readonly db: Database; readonly sourcePolicies: SourcePolicies };

const DEFAULT_LIMIT = 100;
/** At one request a second, which is what keys may make in the long run by default. */
const MAX_LIMIT = 1_000;

const SCOPE_OF = {
  athlete: 'athletes:read',
  activity: 'activities:read',
  plan: 'plans:read',
  group: 'groups:read',
  feedback: 'feedback:read',
  availability: 'availability:read',
  session: 'sessions:read',
  attendance: 'sessions:read',
} as const satisfies Record<TellableKind, Scope>;

const CursorText = Type.String({
  maxLength: MAX_CURSOR_CHARS,
  pattern: '^[A-Za-z0-9_-]+$',
  errorMessage: 'must be the next_cursor of a page',
  examples: ['WzEsIjAxOWNhZDlkIl0'],
});

const WITHDRAWN_ALL = {
  athlete: '',
  activity: ' Null: forget all activities that you have of the athlete; those that are shown follow.',
  plan: ' Null: forget all plans that you have of the athlete; those that are shown follow.',
  group: ' Null: forget all groups that you have; those that there are follow.',
  feedback: ' Null: forget all feedback that you have of the athlete; what is shown follows.',
  availability: '',
  session: ' Null: forget all sessions and attendance that you have; those that there are follow.',
  attendance: ' Null: forget all attendance that you have of the athlete; what is shown follows.',
} as const satisfies Record<TellableKind, string>;

/** Kinds that are of the organization and of no athlete. */
const OF_NOBODY: readonly TellableKind[] = ['group', 'session'];

/** One kind of change. What it tells of is in `object`, unless it is withdrawn. */
function changeOf<K extends TellableKind, T extends TSchema>(kind: K, object: T, example: string) {
  const id = { ...IDS.athlete_id, examples: [example] };
  const whose =
    kind === 'availability'
      ? 'Of the athlete, who has one availability.'
      : `Of the ${kind === 'attendance' ? 'session' : kind}.${WITHDRAWN_ALL[kind]}`;
  return Shape(
    {
      cursor: { ...CursorText, description: 'For `after`, to go on behind this change.' },
      type: Type.Literal(kind, { description: 'What kind of thing it is.' }),
      action: OneOf(['upserted', 'withdrawn'], {
        description:
          '`upserted`: it is new, or may have changed, and `object` is how it is now. `withdrawn`: it is not to be had any more; forget it.',
        examples: ['upserted'],
      }),
      athlete_id: OF_NOBODY.includes(kind)
        ? Nullable({ ...IDS.athlete_id, examples: [null] })
        : IDS.athlete_id,
      id:
        kind === 'athlete' || kind === 'availability'
          ? { ...id, description: whose }
          : Nullable({ ...id, description: whose }),
      at: timestamp(
        'When the server put it in order, within ten minutes of its commit; of what is told anew, now.',
        '2026-07-15T06:31:00.000Z',
      ),
      object: Type.Optional(object),
    },
    {
      title: `${kind[0]?.toUpperCase()}${kind.slice(1)}Change`,
      description: `What has become of the ${kind}.`,
    },
  );
}

const SessionObject = Shape(CLUB_SESSION_FACTS, {
  title: 'ClubSessionFacts',
  description: 'A session without answers: those that are shared are told one by one.',
});

const ChangeObject = Type.Union(
  [
    changeOf('athlete', AthleteObject, EXAMPLE_IDS.athlete_id),
    changeOf('activity', Activity, EXAMPLE_IDS.activity_id),
    changeOf('plan', Plan, EXAMPLE_IDS.plan_id),
    changeOf('group', GroupSummary, EXAMPLE_IDS.group_id),
    changeOf('feedback', FeedbackObject, '3f0c1c5e-8f00-4a00-8000-1b2c3d4e5f60'),
    changeOf('availability', AvailabilityObject, EXAMPLE_IDS.athlete_id),
    changeOf('session', SessionObject, EXAMPLE_IDS.club_session_id),
    changeOf('attendance', SharedAttendance, EXAMPLE_IDS.club_session_id),
  ],
  { title: 'Change', description: 'One thing as it is now, or by its ids alone what is withdrawn.' },
);

export function listChangesRoute(deps: Deps): Route {
  return route({
    operation_id: 'listChanges',
    method: 'GET',
    path: '/changes',
    guard: {
      kind: 'developer_key_of_any',
      scopes: [...new Set(TELLABLE_KINDS.map((kind) => SCOPE_OF[kind]))],
    },
    tag: 'Changes',
    summary: 'What has appeared, changed or been withdrawn since a cursor',
    description:
      'In the order in which it was committed. Athletes, activities, plans, groups, feedback, availability, club sessions and attendance are told as far as the scopes of the key go, as they ' +
      'are when you ask. Without `after` it is everything there is, groups, sessions and then athlete by athlete, and then what changes: start it with an empty copy. Ask again with ' +
      '`next_cursor` as `after`, at once while `has_more` is true: a page may be empty even then. Store the cursor together with what ' +
      'you made of its page. The same thing may be told several times; what was never shown to you is not told of. Where what the ' +
      'server lets keys see has changed, or the scopes of the key, everything is told anew. A plan whose `end_date` is over leaves ' +
      `the lists without being told. An availability is all that the athlete said, whatever day it is; it is there while they share any part of it. Attendance is what one athlete answered to one session and whether they came, ` +
      `while they share it; it goes with its session. Changes are kept for ${KEPT_DAYS} days: an older cursor is 410 \`cursor_expired\`.`,
    query: Type.Object({
      after: Type.Optional({
        ...CursorText,
        description: 'The `next_cursor` of the page before; absent: from the beginning.',
      }),
      limit: Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'How many changes at the most.',
        examples: [DEFAULT_LIMIT],
      }),
    }),
    responses: {
      200: Success(
        {
          changes: Type.Array(ChangeObject, { maxItems: MAX_LIMIT, description: 'In their order.' }),
          next_cursor: { ...CursorText, description: 'For the next page; also on the last one.' },
          has_more: Flag('Whether there is more already.', false),
        },
        'A page of changes.',
      ),
    },
    errors: [cursorExpired],
    handler: async ({ actor, query: { after = null, limit } }) => {
      const { org_id } = actor;
      const kinds = TELLABLE_KINDS.filter((kind) => actor.scopes.includes(SCOPE_OF[kind]));
      const { changes, next_cursor, has_more } = await readChanges(deps, { org_id, kinds, after, limit });
      const shown = changes.filter(({ action }) => action === 'upserted');
      for (const type of ['athlete', 'activity', 'plan', 'feedback', 'availability', 'attendance'] as const) {
        const ids = shown.flatMap((one) => (one.type === type ? (one.athlete_id ?? []) : []));
        noteReads(deps, actor, { org_id, kind: READ_KINDS[type], user_ids: [...new Set(ids)] });
      }
      const beside = JSON.stringify({ next_cursor, has_more }).slice(1);
      return {
        status: 200,
        json: `{"success":true,"data":{"changes":[${changes.map(textOf).join(',')}],${beside}}`,
      };
    },
  });
}

/** The texts of the things are there already, and come last. */
function textOf({ cursor, type, action, athlete_id, id, at, object }: Change): string {
  const text = JSON.stringify({ cursor, type, action, athlete_id, id, at });
  return object === null ? text : `${text.slice(0, -1)},"object":${object}}`;
}

/** As what athletes are told that it was read. */
const READ_KINDS = {
  athlete: 'profile',
  activity: 'activities',
  plan: 'plans',
  feedback: 'feedback',
  availability: 'availability',
  attendance: 'plans',
} as const;
