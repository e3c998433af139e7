import { PlatformError } from '../../platform-error.ts';
import { askForAthlete, type OnBehalf, requireDone } from './ask-for-athlete.ts';
import { readPermissions } from './permissions.ts';
import { type Garmin, readJson } from './send.ts';
import { userIdOf } from './values.ts';

/** Right after a consent some calls fail for a moment. */
const WAITS_MS = [250, 500, 1_000, 2_000];

export async function askWhoTheyAre(garmin: Garmin, on: OnBehalf): Promise<string> {
  const response = await askForAthlete(garmin, on, { method: 'GET', url: userUrl(garmin, 'id') });
  // This call needs no permission, so a refusal does not mean that one is missing.
  if (response.status === 403) throw new PlatformError('unauthorized', 'Garmin refuses the access token.');
  requireDone(response);
  const user_id = userIdOf(readJson(response));
  if (user_id === null) throw new PlatformError('unavailable', 'Garmin does not say who the athlete is.');
  return user_id;
}

export async function askForPermissions(garmin: Garmin, on: OnBehalf): Promise<readonly string[]> {
  const response = await askForAthlete(garmin, on, { method: 'GET', url: userUrl(garmin, 'permissions') });
  requireDone(response);
  const permissions = readPermissions(readJson(response));
  if (permissions === null) {
    throw new PlatformError('unavailable', 'Garmin does not say what the athlete allows.');
  }
  return permissions;
}

/** Ends the athlete's consent. It is no error when it has ended already. */
export async function endRegistration(garmin: Garmin, on: OnBehalf): Promise<void> {
  try {
    const url = userUrl(garmin, 'registration');
    requireDone(await askForAthlete(garmin, on, { method: 'DELETE', url }));
  } catch (error) {
    if (error instanceof PlatformError && ['unauthorized', 'not_found'].includes(error.fault)) return;
    throw error;
  }
}

export async function patiently<T>({ wait }: Garmin, work: () => Promise<T>): Promise<T> {
  for (const wait_ms of WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.fault === 'rate_limited') throw error;
    }
    await wait(wait_ms);
  }
  return await work();
}

function userUrl({ settings }: Garmin, name: string): URL {
  return new URL(`${settings.api_url}/user/${name}`);
}
