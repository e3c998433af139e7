import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { changeUsername } from '../change-username.ts';
import { checkUsername } from '../check-username.ts';
import {
  ChangeUsernameBody,
  ChangeUsernameResponse,
  CheckUsernameQuery,
  CheckUsernameResponse,
} from '../contract/username.ts';
import { noSuchUser, usernameOfAnother } from '../errors.ts';

export function changeUsernameRoute(deps: { db: Database; clock: Clock }): Route {
  return route({
    operation_id: 'changeUsername',
    method: 'PUT',
    path: '/users/username',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Change the own user name',
    description: 'The former one is free for others from then on.',
    body: ChangeUsernameBody,
    responses: { 200: ChangeUsernameResponse },
    errors: [usernameOfAnother, noSuchUser],
    handler: async ({ actor, body: { username } }) => {
      await changeUsername(deps, actor, username);
      return { status: 200, body: { status: 'ok' as const, message: 'User name changed.', username } };
    },
  });
}

export function checkUsernameRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'checkUsername',
    method: 'GET',
    path: '/users/check-username',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Ask whether a user name is free',
    description:
      'Whether the caller could change to it at this moment. Nothing is reserved: somebody else may be faster.',
    query: CheckUsernameQuery,
    responses: { 200: CheckUsernameResponse },
    handler: async ({ actor, query: { username } }) => {
      const { available } = await checkUsername(deps, actor, username);
      return { status: 200, body: { status: 'ok' as const, available, username } };
    },
  });
}
