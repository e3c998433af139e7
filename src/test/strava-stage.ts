import assert from 'node:assert/strict';
import type { Scope } from '../../sandbox/strava/keep-grants.ts';
import type { StravaOptions } from '../../sandbox/strava/settings.ts';
import { type StravaSandbox, startStrava } from '../../sandbox/strava/start-strava.ts';
import { createHttpClient } from '../infra/http-client/index.ts';
import type { Provider, Return, Session } from '../modules/integrations/provider.ts';
import { createStrava } from '../modules/integrations/providers/strava/create-strava.ts';
import type { StravaSettings } from '../modules/integrations/providers/strava/settings.ts';
import { createReader } from '../modules/integrations/sync/reader.ts';
import type { Clock } from '../shared/time.ts';

const STRAVA_STAGE_START = new Date('2026-07-01T08:07:00Z');
export const STRAVA_CALLBACK = 'https://app.ekiden.example.org/api/v1/strava/oauth/token';

/** A stand-in for Strava, the provider that speaks with it, and the clock of both. */
export type StravaStage = {
  readonly strava: StravaSandbox;
  readonly settings: StravaSettings;
  readonly provider: Provider;
  readonly clock: Clock;
  pass(ms: number): void;
  /** The athlete says yes, with these scopes left ticked, or no: with what they come back. */
  comeBack(athlete_id: number, ticked?: readonly Scope[] | 'no'): Promise<Return>;
  connect(athlete_id: number, ticked?: readonly Scope[]): Promise<Session>;
  stop(): Promise<void>;
};

export async function stravaStage(
  options: StravaOptions & { app?: Partial<StravaSettings>; smallBytes?: number; timeout_ms?: number } = {},
): Promise<StravaStage> {
  const { app, smallBytes, timeout_ms = 500, ...sandbox } = options;
  let now_ms = STRAVA_STAGE_START.getTime();
  const clock = { now: () => new Date(now_ms) };
  const strava = await startStrava({ clock, ...sandbox });
  const settings: StravaSettings = {
    client_id: String(strava.settings.client_id),
    client_secret: strava.settings.client_secret,
    webhook_verify_token: 'ours',
    web_url: strava.url,
    api_url: `${strava.url}/api/v3`,
    signature_required: false,
    subscription_id: null,
    ...app,
  };
  const reader = createReader(smallBytes === undefined ? {} : { smallBytes });
  const provider = createStrava(settings, {
    http: createHttpClient(),
    clock,
    reader,
    timeout_ms,
    wait: async () => {},
  });
  const comeBack: StravaStage['comeBack'] = async (athlete_id, ticked) => {
    strava.decideFor(
      ticked === 'no'
        ? { athlete_id, decision: 'deny' }
        : { athlete_id, decision: 'accept', ...(ticked === undefined ? {} : { scopes: ticked }) },
    );
    const state = Buffer.from(JSON.stringify({ user_id: 'u-1', csrf: 'c-1' })).toString('base64');
    const { authorize_url } = await provider.depart({ callback_url: STRAVA_CALLBACK, state, csrf: 'c-1' });
    const response = await fetch(authorize_url, { redirect: 'manual' });
    await response.body?.cancel();
    const back = new URL(response.headers.get('location') ?? 'about:blank');
    return provider.readReturn(Object.fromEntries(back.searchParams));
  };
  return {
    strava,
    settings,
    provider,
    clock,
    pass: (ms) => {
      now_ms += ms;
      // What is due by the new time happens.
      strava.moveClock(0);
    },
    comeBack,
    connect: async (athlete_id, ticked) => {
      const { outcome } = await comeBack(athlete_id, ticked);
      assert.ok(outcome.kind === 'consented');
      const { proof, scopes } = outcome;
      const trip = { callback_url: STRAVA_CALLBACK, key: 'c-1', secret: null, proof, scopes };
      return { ...(await provider.exchange(trip)), signal: new AbortController().signal };
    },
    stop: async () => {
      await strava.stop();
      await reader.close();
    },
  };
}
