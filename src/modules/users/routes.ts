import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import type { Database } from '../../infra/db/database.ts';
import { notFound } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { changeProfile } from './change-profile.ts';
import { UpdateProfileBody, UpdateProfileResponse, UserProfileResponse } from './contract.ts';
import { notYourProfile } from './errors.ts';
import { presentProfile } from './present.ts';
import { readProfileChanges } from './profile-input.ts';
import { readProfile } from './read-profile.ts';

export type UserRouteDeps = { readonly db: Database; readonly clock: Clock };

export function userRoutes(deps: UserRouteDeps): readonly Route[] {
  return [readProfileRoute(deps), updateProfileRoute(deps)];
}

function readProfileRoute(deps: UserRouteDeps): Route {
  return route({
    operation_id: 'getUserProfile',
    method: 'GET',
    path: '/users/:user_id',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Read a profile',
    description: 'The own profile; platform admins may read anyone’s.',
    params: idParams('user_id'),
    responses: { 200: UserProfileResponse },
    errors: [notYourProfile, notFound],
    handler: async ({ actor, params }) => {
      const user = await readProfile(deps, actor, params.user_id);
      return { status: 200, body: { status: 'ok' as const, data: presentProfile(user) } };
    },
  });
}

function updateProfileRoute(deps: UserRouteDeps): Route {
  return route({
    operation_id: 'updateUserProfile',
    method: 'PUT',
    path: '/users/:user_id',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Change the own profile',
    description: 'A partial change, privacy settings included; it takes effect everywhere at once.',
    params: idParams('user_id'),
    body: UpdateProfileBody,
    responses: { 200: UpdateProfileResponse },
    errors: [notYourProfile],
    handler: async ({ actor, params, body }) => {
      const updated_fields = await changeProfile(deps, actor, params.user_id, readProfileChanges(body));
      return {
        status: 200,
        body: { status: 'ok' as const, data: { message: 'Profile updated.', updated_fields } },
      };
    },
  });
}
