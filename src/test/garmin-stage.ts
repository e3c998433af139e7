import assert from 'node:assert/strict';
import { PERMISSIONS, type Permission } from '../../sandbox/garmin/summary-types.ts';
import { createHttpClient } from '../infra/http-client/index.ts';
import { PlatformError, type PlatformFault } from '../modules/integrations/platform-error.ts';
import type { Grant, Provider, Return, Session } from '../modules/integrations/provider.ts';
import { createGarmin } from '../modules/integrations/providers/garmin/create-garmin.ts';
import type { GarminSettings } from '../modules/integrations/providers/garmin/settings.ts';
import { createReader, type Reader } from '../modules/integrations/sync/reader.ts';
import { setStage } from './garmin-stand-in.ts';

const CALLBACK_URL = 'http://127.0.0.1:4000/api/v1/garmin/oauth/callback?from=our app';
const STATE = { user_id: 'a user of ours', csrf: 'a csrf+/=' };

/** What a platform's person came back with, and what was remembered of their leaving. */
type Trip = Readonly<{ callback_url: string; key: string; secret: string | null; back: Return }>;

export type GarminStage = Awaited<ReturnType<typeof stageGarmin>>;

/** The provider, and a stand-in for Garmin that knows its keys: both over real HTTP. */
export async function stageGarmin(
  given: Parameters<typeof setStage>[0] & { oauth?: GarminSettings['oauth'] } = {},
) {
  const stage = await setStage({ settings: { sample_every_s: 10, heart_rate_every_s: 3_600 }, ...given });
  const { garmin, keys, clock, person } = stage;
  const reader: Reader = createReader();
  const waits_ms: number[] = [];
  const settings: GarminSettings = {
    consumer_key: keys.client_id,
    consumer_secret: keys.client_secret,
    push_api_key: keys.x_api_key ?? null,
    web_url: garmin.url,
    oauth_url: `${garmin.url}/oauth-service/oauth`,
    api_url: `${garmin.url}/wellness-api/rest`,
    token_url: `${garmin.url}/di-oauth2-service/oauth/token`,
    oauth: given.oauth ?? '1.0a',
  };
  /** The provider, with other settings or at another time. */
  const provide = (
    changed: Partial<GarminSettings> = {},
    at: { now(): Date } = clock,
    timeout_ms = 5_000,
  ): Provider =>
    createGarmin(
      { ...settings, ...changed },
      {
        http: createHttpClient({ timeout_ms }),
        clock: at,
        reader,
        wait: async (ms) => {
          waits_ms.push(ms);
        },
      },
    );
  const provider = provide();
  /** The provider, without the patience: for a stand-in that never answers. */
  const hasty = provide({}, clock, 150);
  /** To Garmin's page, where the stand-in answers as `consentBy` said, and back. */
  const visit = async (by: Provider = provider): Promise<Trip> => {
    const state = Buffer.from(JSON.stringify(STATE)).toString('base64');
    const { authorize_url, key, secret } = await by.depart({
      callback_url: CALLBACK_URL,
      state,
      csrf: STATE.csrf,
    });
    const { headers } = await fetch(authorize_url, { redirect: 'manual' });
    const location = headers.get('location') ?? '';
    assert.ok(
      location.startsWith(CALLBACK_URL.replace(' ', '%20')) || location.startsWith(CALLBACK_URL),
      location,
    );
    const back = by.readReturn(Object.fromEntries(new URL(location).searchParams));
    return { callback_url: CALLBACK_URL, key, secret, back };
  };
  const exchange = async (trip: Trip, by: Provider = provider): Promise<Grant> => {
    const { back, ...rest } = trip;
    assert.equal(back.key, trip.key);
    assert.ok(back.outcome.kind === 'consented');
    return await by.exchange({ ...rest, ...back.outcome });
  };
  const allow = (permissions: readonly Permission[] = PERMISSIONS, user_id = person.user_id): void =>
    garmin.consentBy({ decision: 'accept', user_id, permissions });
  return {
    ...stage,
    settings,
    provide,
    provider,
    hasty,
    waits_ms,
    visit,
    exchange,
    allow,
    STATE,
    /** Somebody who has consented. */
    arrive: async (permissions?: readonly Permission[], by: Provider = provider): Promise<Session> => {
      allow(permissions);
      return sessionOf(await exchange(await visit(by), by));
    },
    /** What was asked of the stand-in, in order. */
    asked: (): (string | null)[] => garmin.calls.map(({ call }) => call),
    stop: async () => {
      await Promise.all([stage.stop(), reader.close()]);
    },
  };
}

export function sessionOf(grant: Grant): Session {
  return { ...grant, signal: new AbortController().signal };
}

/** Fails unless the work ends in a fault of the platform, and says nothing that nobody should read. */
export async function faultOf(work: Promise<unknown>, ...secrets: readonly string[]): Promise<PlatformFault> {
  const error = await work.then(
    () => assert.fail('it was done'),
    (caught: unknown) => caught,
  );
  assert.ok(error instanceof PlatformError, String(error));
  for (const secret of [...secrets, '127.0.0.1', 'token=', 'a consumer/secret']) {
    assert.ok(!error.message.includes(secret), error.message);
  }
  return error.fault;
}
