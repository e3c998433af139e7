import {
  type DemoGarmin,
  type DemoPast,
  type DemoStrava,
  startDemoGarmin,
  startDemoStrava,
} from '../../sandbox/demo-platforms/start-platforms.ts';
import { type Config, parseConfig } from '../config.ts';
import type { RunningServer } from '../main.ts';
import {
  askStrava,
  callbackAddress,
  ensureSubscription,
  loseConnections,
} from '../modules/integrations/index.ts';

export type PlayedPlatforms = {
  /** The environment variables that would make the server connect to them. */
  readonly env: Readonly<Record<string, string>>;
  /** The settings of the played platforms and of the real ones that the environment names. */
  readonly settings: Config['platforms'];
  readonly strava_url: string | null;
  readonly garmin_url: string | null;
  /** Connects the platforms and the server once the server listens. */
  meet(server: Pick<RunningServer, 'deps'>): Promise<void>;
  stop(): Promise<void>;
};

export function portsToPlay(config: Config): { setting: string; port: number }[] {
  if (ownAddress(config) === null) return [];
  const { strava, garmin } = config.platforms;
  return [
    ...(strava === undefined ? [{ setting: 'DEMO_STRAVA_PORT', port: config.demoStravaPort }] : []),
    ...(garmin === undefined ? [{ setting: 'DEMO_GARMIN_PORT', port: config.demoGarminPort }] : []),
  ];
}

/** Starts a Strava and a Garmin on this machine, except for platforms that the environment configures. */
export async function playPlatforms(config: Config, past: DemoPast): Promise<PlayedPlatforms> {
  const { platforms, baseUrl: base_url, demoStravaPort, demoGarminPort } = config;
  const own_url = ownAddress(config);
  let strava: DemoStrava | null = null;
  let garmin: DemoGarmin | null = null;
  const stop = async (): Promise<void> => {
    await Promise.all([strava?.sandbox.stop(), garmin?.sandbox.stop()]);
  };
  try {
    if (own_url !== null && platforms.strava === undefined)
      strava = await startDemoStrava({ port: demoStravaPort, base_url, own_url }, past);
    if (own_url !== null && platforms.garmin === undefined)
      garmin = await startDemoGarmin({ port: demoGarminPort, base_url, own_url }, past);
  } catch (error) {
    await stop();
    throw error;
  }
  const env = { ...strava?.env, ...garmin?.env };
  const own = parseConfig(env).platforms;
  const settings: Config['platforms'] = {
    strava: platforms.strava ?? own.strava,
    garmin: platforms.garmin ?? own.garmin,
    returnUrls: platforms.returnUrls,
  };
  return {
    env,
    settings,
    strava_url: strava?.sandbox.url ?? null,
    garmin_url: garmin?.sandbox.url ?? null,
    meet: async ({ deps }) => {
      if (strava !== null) {
        await loseConnections(deps, 'strava');
        const asked = askStrava(settings.strava, { http: deps.httpClient, clock: deps.clock });
        await ensureSubscription(asked, callbackAddress(own_url ?? base_url, deps.secretBox));
      }
      if (garmin !== null) await loseConnections(deps, 'garmin');
    },
    stop,
  };
}

/** The server's address on this machine; null where it does not listen here, since the played platforms call no other machine. */
function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string | null {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }[host] ?? host;
  return ['127.0.0.1', '[::1]', 'localhost'].includes(reached) ? `http://${reached}:${port}` : null;
}
