import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { endOtherSessions, endSession } from '../end-sessions.ts';
import { noSuchSession } from '../errors.ts';
import { listSessions } from '../list-sessions.ts';
import { presentOpenSession } from '../present.ts';
import {
  EndOtherSessionsResponse,
  EndSessionResponse,
  SessionListQuery,
  SessionListResponse,
  SessionParams,
} from '../session-contract.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

export function listSessionsRoute(deps: Deps): Route {
  return route({
    operation_id: 'listSessions',
    method: 'GET',
    path: '/auth/sessions',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'List where you are signed in',
    description:
      'One entry for each sign-in that has not ended. A session ends when it is not used for 60 days, when it is ended here, with ' +
      'a new password and with the account. Access tokens from before there were sessions belong to none.',
    query: SessionListQuery,
    responses: { 200: SessionListResponse },
    handler: async ({ actor, query: { cursor, limit } }) => {
      const { sessions, next_cursor } = await listSessions(deps, actor, { cursor, limit });
      const data = {
        sessions: sessions.map((session) => presentOpenSession(session, actor.session_id)),
        next_cursor,
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
}

export function endSessionRoute(deps: Deps): Route {
  return route({
    operation_id: 'endSession',
    method: 'DELETE',
    path: '/auth/sessions/:session_id',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'End a session',
    description:
      'Its access tokens and its refresh token stop working at once. Ending the session that you come with signs you out.',
    params: SessionParams,
    responses: { 200: EndSessionResponse },
    errors: [noSuchSession],
    handler: async ({ actor, params: { session_id } }) => {
      await endSession(deps, actor, session_id);
      return { status: 200, body: { status: 'ok' as const, message: 'The session has ended.' } };
    },
  });
}

export function endOtherSessionsRoute(deps: Deps): Route {
  return route({
    operation_id: 'endOtherSessions',
    method: 'DELETE',
    path: '/auth/sessions',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'End all other sessions',
    description:
      'All but the one that you come with. Access tokens that belong to no session end as well, so one who comes with such a ' +
      'token is signed out too.',
    responses: { 200: EndOtherSessionsResponse },
    handler: async ({ actor }) => {
      const ended = await endOtherSessions(deps, actor);
      const message = 'All other sessions have ended.';
      return { status: 200, body: { status: 'ok' as const, message, data: { ended } } };
    },
  });
}
