import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { changePreferences } from '../change-preferences.ts';
import { ChangePreferencesResponse } from '../contract/profile.ts';
import { PreferencesInput } from '../contract/settings.ts';
import { noSuchUser } from '../errors.ts';
import { presentPreferences } from '../present.ts';
import { readPreferences } from '../profile-input.ts';

export function changePreferencesRoute(deps: { db: Database; clock: Clock }): Route {
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
