import { type Route, route } from '../../../../http/route.ts';
import { noRoomForSamples } from '../../errors.ts';
import { MAX_BODY_BYTES, SyncBody, SyncResponse } from './contract.ts';
import { type PhoneDeps, syncPhone } from './sync-phone.ts';

export function appleHealthSyncRoute(deps: PhoneDeps): Route {
  return route({
    operation_id: 'syncAppleHealth',
    method: 'POST',
    path: '/apple-health/sync',
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: 'Send what a phone knows of workouts and health',
    description:
      'Workouts and samples of HealthKit, the body of Health Auto Export, or native objects as an SDK forwards them: at most ' +
      '1,000 workouts, 100 of them on one day, and 100,000 samples at once. All of it is stored or, where something makes no sense, nothing: the ' +
      'answer names the place. The same may be sent again and again, in any order and overlapping. Distances are metres, ' +
      'energy kilocalories, heart rates beats a minute and SDNN milliseconds, unless the body names its units. A workout that ' +
      'came from Garmin Connect or Strava is left out where that platform is connected, since it tells of it itself.',
    body: SyncBody,
    max_body_bytes: MAX_BODY_BYTES,
    responses: { 200: SyncResponse },
    errors: [noRoomForSamples],
    handler: async ({ actor, body }) => {
      const { imported_workouts, left_out } = await syncPhone(deps, actor, body);
      const message = sentence(imported_workouts, left_out);
      return { status: 200, body: { status: 'ok' as const, message, imported_workouts } };
    },
  });
}

function sentence(imported: number, left_out: number): string {
  const fresh = imported === 1 ? '1 workout is new.' : `${imported} workouts are new.`;
  if (left_out === 0) return fresh;
  const copies = left_out === 1 ? '1 is a copy' : `${left_out} are copies`;
  return `${fresh} ${copies} of what a connected platform tells itself.`;
}
