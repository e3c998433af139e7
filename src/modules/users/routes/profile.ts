import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { notFound } from '../../../shared/errors.ts';
import { changeProfile } from '../change-profile.ts';
import { UpdateProfileBody, UpdateProfileResponse, UserProfileResponse } from '../contract/profile.ts';
import { PublicProfileResponse } from '../contract/public-profile.ts';
import { noSuchUser, notYourProfile } from '../errors.ts';
import { presentProfile, presentPublicProfile } from '../present.ts';
import { notTaken, readProfileChanges } from '../profile-input.ts';
import { readProfile } from '../read-profile.ts';
import { readPublicProfile } from '../read-public-profile.ts';

export function readProfileRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'getUserProfile',
    method: 'GET',
    path: '/users/:user_id',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Read a profile',
    description: 'The own profile; platform admins may read anyone’s, whatever the status of the account.',
    params: idParams('user_id'),
    responses: { 200: UserProfileResponse },
    errors: [notYourProfile, notFound],
    handler: async ({ actor, params }) => {
      const user = await readProfile(deps, actor, params.user_id);
      return { status: 200, body: { status: 'ok' as const, data: presentProfile(user) } };
    },
  });
}

/** The same for whoever does not know their own id yet. */
export function readOwnProfileRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'getOwnProfile',
    method: 'GET',
    path: '/users/me',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Read the own profile',
    description: 'The answer of `GET /users/{user_id}` with the own id.',
    responses: { 200: UserProfileResponse },
    handler: async ({ actor }) => {
      const user = await readProfile(deps, actor, actor.user_id);
      return { status: 200, body: { status: 'ok' as const, data: presentProfile(user) } };
    },
  });
}

export function readPublicProfileRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'getPublicProfile',
    method: 'GET',
    path: '/users/:user_id/public',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Read what is public of a profile',
    description:
      'Of anybody with an active account; of nobody else can it be told whether there is such a user. The caller’s own ' +
      'public profile is what others see of them.',
    params: idParams('user_id'),
    responses: { 200: PublicProfileResponse },
    errors: [noSuchUser],
    handler: async ({ params }) => {
      const user = await readPublicProfile(deps, params.user_id);
      return { status: 200, body: { status: 'ok' as const, data: presentPublicProfile(user) } };
    },
  });
}

export function updateProfileRoute(deps: Parameters<typeof changeProfile>[0]): Route {
  return route({
    operation_id: 'updateUserProfile',
    method: 'PUT',
    path: '/users/:user_id',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Change the own profile',
    description:
      'A partial change, privacy settings included; it takes effect everywhere at once. Settings are merged key by key. ' +
      'Zones are computed by the server, from a maximum or threshold heart rate, a threshold pace, a race or a VDOT; or ' +
      'they are set by hand.',
    params: idParams('user_id'),
    body: UpdateProfileBody,
    responses: { 200: UpdateProfileResponse },
    errors: [notYourProfile],
    handler: async ({ actor, params, body }) => {
      const updated_fields = await changeProfile(deps, actor, params.user_id, readProfileChanges(body));
      const not_taken = notTaken(body);
      return {
        status: 200,
        body: {
          status: 'ok' as const,
          data: {
            message: 'Profile updated.',
            updated_fields,
            ...(not_taken.length > 0 && { not_taken }),
          },
        },
      };
    },
  });
}
