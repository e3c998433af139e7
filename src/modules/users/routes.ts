import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { changePreferences } from './change-preferences.ts';
import { changeProfile } from './change-profile.ts';
import { changeUsername } from './change-username.ts';
import { checkUsername } from './check-username.ts';
import {
  ChangePreferencesResponse,
  UpdateProfileBody,
  UpdateProfileResponse,
  UserProfileResponse,
} from './contract/profile.ts';
import { PublicProfileResponse } from './contract/public-profile.ts';
import { PreferencesInput } from './contract/settings.ts';
import {
  ChangeUsernameBody,
  ChangeUsernameResponse,
  CheckUsernameQuery,
  CheckUsernameResponse,
} from './contract/username.ts';
import { noSuchUser, notYourProfile, usernameOfAnother } from './errors.ts';
import { presentPreferences, presentProfile, presentPublicProfile } from './present.ts';
import { notTaken, readPreferences, readProfileChanges } from './profile-input.ts';
import { readProfile } from './read-profile.ts';
import { readPublicProfile } from './read-public-profile.ts';

type UserDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
};

function changePreferencesRoute(deps: UserDeps): Route {
  return route({
    operation_id: 'changePreferences',
    method: 'PATCH',
    path: '/users/me/preferences',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Change the own preferences',
    description: 'A partial change. Fields that are not known are ignored.',
    body: PreferencesInput,
    responses: { 200: ChangePreferencesResponse },
    errors: [noSuchUser],
    handler: async ({ actor, body }) => {
      const changes = readPreferences(body);
      const preferences = await changePreferences(deps, actor, changes);
      const data = {
        message: 'Preferences updated.',
        updated_fields: Object.keys(changes),
        preferences: presentPreferences(preferences),
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
}

function changeUsernameRoute(deps: UserDeps): Route {
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

function checkUsernameRoute(deps: UserDeps): Route {
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

function readProfileRoute(deps: UserDeps): Route {
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

function readOwnProfileRoute(deps: UserDeps): Route {
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

function readPublicProfileRoute(deps: UserDeps): Route {
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

function updateProfileRoute(deps: UserDeps): Route {
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

export function userRoutes(deps: UserDeps): readonly Route[] {
  return [
    changePreferencesRoute(deps),
    changeUsernameRoute(deps),
    checkUsernameRoute(deps),
    readOwnProfileRoute(deps),
    readProfileRoute(deps),
    updateProfileRoute(deps),
    readPublicProfileRoute(deps),
  ];
}
