import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { EXAMPLE_IDS, Flag, IDS, Nullable, OneOf, Shape } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { Scope } from '../../../shared/access.ts';
import { Activity } from '../../activities/index.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import {
  type Change,
  cursorExpired,
  KEPT_DAYS,
  MAX_CURSOR_CHARS,
  readChanges,
  type TellableKind,
} from '../../changes/index.ts';
import { Plan } from '../../plans/index.ts';
import { AthleteObject, Success } from '../contract.ts';

type Deps = NoteDeps & { readonly db: Database; readonly sourcePolicies: SourcePolicies };

const DEFAULT_LIMIT = 100;
/** At one request a second, which is what keys may make in the long run by default. */
const MAX_LIMIT = 1_000;

/** What is told to whom. */
const SCOPE_OF = {
  athlete: 'athletes:read',
  activity: 'activities:read',
  plan: 'plans:read',
} as const satisfies Record<TellableKind, Scope>;
const KINDS = ['athlete', 'activity', 'plan'] as const;

const CursorText = Type.String({
  maxLength: MAX_CURSOR_CHARS,
  pattern: '^[A-Za-z0-9_-]+$',
  errorMessage: 'must be the next_cursor of a page',
  examples: ['WzEsIjAxOWNhZDlkIl0'],
});

const ChangeObject = Shape(
  {
    kind: OneOf(KINDS, { description: 'What kind of thing it is.', examples: ['activity'] }),
    change: OneOf(['upserted', 'withdrawn', 'all_withdrawn'], {
      description:
        '`upserted`: it is new, or may have changed, and is here as it is now. `withdrawn`: it is not to be had any more; forget it. ' +
        '`all_withdrawn`: forget all activities, or all plans, that you have of the athlete; those that are shown follow.',
      examples: ['withdrawn'],
    }),
    athlete_id: IDS.athlete_id,
    id: Nullable({
      ...IDS.activity_id,
      description: 'Of the athlete, the activity or the plan; null where all of an athlete’s are withdrawn.',
      examples: [EXAMPLE_IDS.activity_id],
    }),
    athlete: Type.Optional(AthleteObject),
    activity: Type.Optional(Activity),
    plan: Type.Optional(Plan),
  },
  {
    title: 'Change',
    description:
      'One thing as it is now, or by its ids alone what is withdrawn. Of `athlete`, `activity` and `plan` it has what `kind` names.',
  },
);

export function listChangesRoute(deps: Deps): Route {
  return route({
    operation_id: 'listChanges',
    method: 'GET',
    path: '/changes',
    guard: { kind: 'developer_key_of_any', scopes: KINDS.map((kind) => SCOPE_OF[kind]) },
    tag: 'Changes',
    summary: 'What has appeared, changed or been withdrawn since a cursor',
    description:
      'In the order in which it was committed. Athletes, activities and plans are told as far as the scopes of the key go, as they are ' +
      'when you ask. Without `after` it is everything there is, athlete by athlete, and then what changes. Ask again with ' +
      '`next_cursor` as `after`, at once while `has_more` is true: a page may be empty even then. Store the cursor together with what ' +
      'you made of its page. The same thing may be told several times; what was never shown to you is not told of. Where what the ' +
      'server lets keys see has changed, or the scopes of the key, all athletes are told anew. A plan whose `end_date` is over leaves ' +
      `the lists without being told. Changes are kept for ${KEPT_DAYS} days: an older cursor is 410 \`cursor_expired\`.`,
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
      const kinds = KINDS.filter((kind) => actor.scopes.includes(SCOPE_OF[kind]));
      const { changes, next_cursor, has_more } = await readChanges(deps, { org_id, kinds, after, limit });
      const shown = changes.filter(({ change }) => change === 'upserted');
      for (const kind of KINDS) {
        const user_ids = [...new Set(shown.filter((one) => one.kind === kind).map((one) => one.athlete_id))];
        noteReads(deps, actor, { org_id, kind: READ_KINDS[kind], user_ids });
      }
      const data = { changes: changes as Change[], next_cursor, has_more };
      return { status: 200, body: { success: true as const, data } };
    },
  });
}

/** As what athletes are told that it was read. */
const READ_KINDS = { athlete: 'profile', activity: 'activities', plan: 'plans' } as const;
