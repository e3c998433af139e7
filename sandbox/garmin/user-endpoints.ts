import { disconnect } from './accounts.ts';
import { authenticate } from './authenticate.ts';
import { publishDeregistration } from './notify.ts';
import type { Platform } from './platform.ts';
import { type Answer, type Call, empty, json, Refused } from './wire.ts';

export function readUserId(platform: Platform, call: Call): Answer {
  return json(200, { userId: authenticate(platform, call).connection.user_id });
}

/** What somebody allows. It can fail for a while after the consent. */
export function readPermissions(platform: Platform, call: Call): Answer {
  const { connection } = authenticate(platform, call);
  if (connection.permissions_unready > 0) {
    connection.permissions_unready -= 1;
    throw new Refused(500, 'permissions are not ready');
  }
  const { permissions } = connection;
  return json(200, platform.settings.permissions_shape === 'array' ? permissions : { permissions });
}

/** The app lets somebody go: the tokens die, and a notification says so. */
export function deleteRegistration(platform: Platform, call: Call): Answer {
  const { app, connection } = authenticate(platform, call);
  disconnect(platform.accounts, connection);
  publishDeregistration(platform, app, connection);
  return empty(204);
}
