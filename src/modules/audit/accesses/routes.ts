import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { cursorQuery, Data, NextCursor, Ok, Shape } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { Access } from './contract.ts';
import { listAccesses } from './list-accesses.ts';
import { presentAccess } from './present.ts';
import type { ReadLog } from './read-log.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

export function accessRoutes(deps: { db: Database; readLog: ReadLog }): readonly Route[] {
  return [listAccessesRoute(deps)];
}

function listAccessesRoute(deps: { db: Database; readLog: ReadLog }): Route {
  return route({
    operation_id: 'listAccesses',
    method: 'GET',
    path: '/users/me/accesses',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Who read, took out or changed something of yours, newest first',
    description:
      'From the audit logs of the organizations you are or were in: exports with you in them, and what others did that was about ' +
      'you. And what API keys read of you, and coaches of your activities, load, plans and health: one entry for each reader, ' +
      'kind of data and day (UTC), kept for a year. Lists of whole clubs that coaches look at (members, metrics) are not in it. ' +
      'What was read in the last seconds may not be in it yet.',
    query: Type.Object({
      ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
    }),
    responses: {
      200: Shape({
        status: Ok,
        data: Data({
          accesses: Type.Array(Access, { maxItems: MAX_PAGE_SIZE, description: 'Newest first.' }),
          next_cursor: NextCursor,
        }),
      }),
    },
    handler: async ({ actor, query: { cursor, limit } }) => {
      const { accesses, next_cursor } = await listAccesses(deps, actor, { cursor, limit });
      const data = { accesses: accesses.map(presentAccess), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
}
