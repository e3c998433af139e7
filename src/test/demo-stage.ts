/** The platforms of the demo beside a test server, and an athlete who goes through their consent pages. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type DemoAthlete, type DemoClub, demoClub } from '../../sandbox/demo-club/club.ts';
import { type PlayedPlatforms, playPlatforms } from '../cli/demo-platforms.ts';
import { parseConfig } from '../config.ts';
import { DAY_MS } from '../shared/time.ts';
import { freePort } from './free-port.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { comeBack, setOut } from './platforms.ts';

export type DemoStage = {
  readonly server: TestServer;
  readonly played: PlayedPlatforms;
  readonly club: DemoClub;
  /** Who has accounts at both platforms. */
  readonly athlete: DemoAthlete;
};

/** Both platforms, with the last days of one athlete, and the server that knows them. All end with the test. */
export async function startDemoStage(t: TestContext): Promise<DemoStage> {
  const past = shortPast();
  const PORT = String(await freePort());
  const env = { PORT, DEMO_STRAVA_PORT: '0', DEMO_GARMIN_PORT: '0' };
  const played = await playPlatforms(parseConfig(env), past);
  t.after(() => played.stop());
  const server = await startTestServer({ PORT, ...played.env });
  t.after(() => server.stop());
  await played.meet(server);
  return { server, played, club: past.club, athlete: past.athlete };
}

/** The last days of one athlete, enough to be brought over; not the next ones, which are planned from some evenings on. */
function shortPast(): { club: DemoClub; athlete: DemoAthlete; until: Date } {
  const until = new Date();
  const club = demoClub({ seed: 'demo', until });
  const athlete = club.athletes.find(({ source }) => source === 'garmin') ?? assert.fail();
  const recent = [...club.workouts(athlete)].filter(({ simulation }) => {
    const age_ms = until.getTime() - simulation.start.getTime();
    return age_ms > 0 && age_ms < 5 * DAY_MS;
  });
  return { club: { ...club, workouts: () => recent }, athlete, until };
}

/**
 * Goes from the start page through the consent page and back as a browser does, but for boxes that are ticked and unticked.
 *
 * @returns the address where the browser ends
 */
export async function walkConsent(
  server: TestServer,
  start_url: string,
  { tick = [], untick = [] }: { tick?: [string, string][]; untick?: string[] } = {},
): Promise<string> {
  const address = await setOut(start_url);
  const page = await (await fetch(address)).text();
  const inputs = [...page.matchAll(/<input type="(\w+)" name="(\w+)" value="([^"]*)"([^>]*)>/g)];
  const fields = inputs.flatMap(([, type, name = '', value = '', more = '']): [string, string][] =>
    type === 'hidden' || (more.includes('checked') && !untick.includes(value))
      ? [[name, value.replaceAll('&amp;', '&')]]
      : [],
  );
  const [, action = ''] = /<form method="post"(?: action="([^"]+)")?>/.exec(page) ?? [];
  const back = await fetch(new URL(action, address), {
    method: 'POST',
    body: new URLSearchParams([...fields, ...tick, ['decision', 'accept']]),
    redirect: 'manual',
  });
  const callback = new URL(
    back.headers.get('location') ?? assert.fail(`${back.status}: ${await back.text()}`),
  );
  const end = await comeBack(server, `${callback.pathname}${callback.search}`);
  return end.headers.get('location') ?? assert.fail(JSON.stringify(end.body));
}
