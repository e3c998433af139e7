import { upsertConnection } from '../modules/integrations/connections/connection-queries.ts';
import { sealCredentials } from '../modules/integrations/connections/credentials-box.ts';
import type { Notice } from '../modules/integrations/notice.ts';
import type { PlatformId, Provider } from '../modules/integrations/provider.ts';
import { applyNotices, type SyncDeps } from '../modules/integrations/sync/index.ts';
import type { Clock } from '../shared/time.ts';
import { signUp } from './factories.ts';
import type { TestServer } from './harness.ts';
import { toldRun } from './tell-workouts.ts';

/** An athlete as a platform knows them. */
export type ConnectedAthlete = {
  readonly user_id: string;
  readonly provider: PlatformId;
  readonly provider_user_id: string;
};

/** A platform at the edge of the network that does nothing but what a test lets it do. */
export function fakePlatform(id: PlatformId, does: Partial<Provider>): Provider {
  const unasked = (): never => {
    throw new Error(`The test did not expect this to be asked of ${id}.`);
  };
  return {
    id,
    title: id === 'strava' ? 'Strava' : 'Garmin',
    is_configured: true,
    depart: unasked,
    readReturn: unasked,
    exchange: unasked,
    renewAt: () => null,
    renew: unasked,
    revoke: unasked,
    stillConsents: async () => true,
    isOfUse: (scopes) => scopes.includes('activities'),
    sends_past: false,
    allowance: () => null,
    backfill: unasked,
    fetchActivity: unasked,
    fetchElsewhere: unasked,
    readDelivery: unasked,
    ...does,
  };
}

/** What syncing needs, with a platform in the place of the real one; jobs that follow are left to the test. */
export function syncDepsWith(server: TestServer, platform: Provider): SyncDeps {
  const other = fakePlatform(platform.id === 'strava' ? 'garmin' : 'strava', {});
  const providers = { [other.id]: other, [platform.id]: platform } as SyncDeps['providers'];
  return { ...server.deps, providers };
}

/** Somebody's connection, as a consent would have left it. */
export async function connectAthlete(
  server: TestServer,
  { user_id }: { readonly user_id: string },
  provider: PlatformId,
): Promise<ConnectedAthlete> {
  const { db, secretBox, clock } = server.deps;
  const athlete = { user_id, provider, provider_user_id: `at ${provider} ${user_id}` };
  const sealed_credentials = sealCredentials(secretBox, athlete, { token: 'of a test' });
  await db.transaction((tx) =>
    upsertConnection(tx, {
      ...athlete,
      sealed_credentials,
      scopes: ['activities'],
      position: 0,
      now: clock.now(),
    }),
  );
  return athlete;
}

/** Somebody new, who may sign in, with a connection. */
export type SignedInAthlete = ConnectedAthlete & { readonly token: string };

export async function signUpAthlete(server: TestServer, provider: PlatformId): Promise<SignedInAthlete> {
  const user = await signUp(server);
  return { ...(await connectAthlete(server, user, provider)), token: user.token };
}

/** Stores what a platform says of its people, as the inbox does. */
export async function tellServer(
  server: TestServer,
  platform: Provider,
  notices: readonly Notice[],
  clock: Clock = server.deps.clock,
): Promise<void> {
  const deps = { ...syncDepsWith(server, platform), clock, logger: server.deps.logger };
  await server.deps.db.transaction((tx) => applyNotices(tx, deps, platform.id, notices));
}

/** A workout as a platform tells it: a run of 5 km, an hour before noon unless told otherwise. */
export function tellRun(
  { provider, provider_user_id }: ConnectedAthlete,
  external_id: string,
  told: { start_time?: Date; name?: string; private?: boolean } = {},
): Notice {
  return {
    kind: 'activity',
    provider_user_id,
    report: {
      source: provider,
      external_id,
      packed_streams: undefined,
      told: toldRun({
        name: `Run ${external_id}`,
        start_time: new Date('2026-11-01T11:00:00Z'),
        timezone: 'Asia/Taipei',
        duration_s: 1_500,
        moving_time_s: 1_490,
        distance_m: 5_000,
        average_heart_rate_bpm: 150,
        max_heart_rate_bpm: 170,
        ...told,
      }),
    },
  };
}
