import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { type DemoClub, demoClub } from '../../sandbox/demo-club/club.ts';
import { fillClub } from '../../sandbox/demo-club/fill-club.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { atEnd } from '../../src/test/at-end.ts';
import { createApiKey, type TestUser } from '../../src/test/factories.ts';
import { startTestServer, type TestServer, USUAL_PASSWORD } from '../../src/test/harness.ts';
import type { Ids, Screen } from './every-screen.ts';
import { signIn } from './stage.ts';

/** When it is in the club of the demo, for the server and for browsers: the week in which Europe's clocks change. */
export const NOW = new Date('2026-03-26T18:30:00Z');

const SEASON_BEGINS = new Date('2025-10-01T00:00:00Z');

export type DemoStage = {
  readonly server: TestServer;
  readonly ids: Ids;
  readonly coach: TestUser;
  readonly athlete: TestUser;
  /** A browser of somebody's own, whose clock stands at the same moment. */
  readonly browserOf: (
    browser: Browser,
    by: Screen['by'],
    options?: BrowserContextOptions,
    /** Whether somebody else is signed in as the same one meanwhile. */
    beside?: boolean,
  ) => Promise<BrowserContext>;
};

let shared: Promise<DemoStage> | undefined;

/** The club of the demo as it is at a certain moment, the same at every run; nobody may change it. */
export function demoStage(): Promise<DemoStage> {
  shared ??= fillStage();
  return shared;
}

async function fillStage(): Promise<DemoStage> {
  const server = await startTestServer();
  atEnd(() => server.stop());
  server.clock.stopAt(NOW);
  // Jobs of each hour go by the clock of the machine: they would bring news in the middle of a run.
  await server.deps.db.execute(sql`DELETE FROM pgboss.schedule`);
  const whole = demoClub({ seed: 'pictures', until: NOW });
  // What screens show begins later than two years ago, and all of it takes five times as long to enter.
  const club: DemoClub = {
    ...whole,
    activities: (athlete, since = SEASON_BEGINS) =>
      whole.activities(athlete, since > SEASON_BEGINS ? since : SEASON_BEGINS),
  };
  const { org_id } = await fillClub(server.deps, club, {
    password: USUAL_PASSWORD,
    data_dir: server.dataDir,
    mail_from: 'Ekiden <ekiden@localhost>',
    report: () => undefined,
  });
  const signedIn = async (key: string): Promise<TestUser> => {
    const { email } = [...club.coaches, ...club.athletes].find((one) => one.key === key) ?? assert.fail(key);
    const body = { email, password: USUAL_PASSWORD };
    const answer = await server.request('POST', '/api/v1/auth/login', { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { user_id, access_token } = answer.body;
    return { user_id, email, password: USUAL_PASSWORD, token: access_token };
  };
  const coach = await signedIn('fiona');
  const athlete = await signedIn('aissatou');
  const { user_id: shown } = await signedIn('misaki');
  const { user_id: quiet } = await signedIn('tom');
  const ask = async (path: string, { token } = coach) => {
    const answer = await server.request('GET', `/api/v1${path}`, { token });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const at = `/organizations/${org_id}`;
  const { activities } = await ask(`${at}/athletes/${shown}/activities?limit=50`);
  const { activities: own } = await ask('/activities?limit=20', athlete);
  const { sessions } = await ask(`${at}/sessions?limit=50`);
  const { groups } = await ask(`${at}/groups`);
  const { plans } = await ask(`${at}/plans`);
  const { campaigns } = await ask(`${at}/campaigns`);
  await createApiKey(server, { org_id, name: club.organization.org_name, coach }, { name: 'Race results' });
  // A secret is random, and so is its beginning, by which it is shown.
  await server.deps.db.execute(sql`UPDATE api_keys SET prefix = 'ekiden_Race0' WHERE org_id = ${org_id}`);
  type Listed = { readonly id: string; readonly sport_type: string; readonly starts_at: string };
  const firstRun = (of: readonly Listed[]): string =>
    of.find(({ sport_type }) => sport_type === 'run')?.id ?? assert.fail('nobody ran');
  const past = sessions.filter(({ starts_at }: Listed) => new Date(starts_at) < NOW);
  const ids: Ids = {
    org: org_id,
    athlete: shown,
    quiet,
    activity: firstRun(activities),
    session: past.at(-1)?.id ?? assert.fail('no session'),
    group: groups[0].id,
    plan: plans[0].id,
    campaign:
      campaigns.find(({ state }: { readonly state: string }) => state === 'sent')?.id ??
      assert.fail('nothing was sent'),
    run: firstRun(own),
  };
  return stageOf(server, ids, { coach, athlete });
}

/** What tests of every screen go by. */
export function stageOf(
  server: TestServer,
  ids: Ids,
  people: Pick<DemoStage, 'coach' | 'athlete'>,
): DemoStage {
  const browserOf: DemoStage['browserOf'] = async (browser, by, options = {}, beside = false) => {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en',
      timezoneId: 'Europe/London',
      // It would fetch every file of the console for each of them.
      serviceWorkers: 'block',
      ...options,
    });
    await context.clock.setFixedTime(NOW);
    // Drawn with the face of Latin letters from the first screen on, as on every visit but the first.
    await context.addCookies([{ name: 'ekiden_face', value: 'kept', url: server.url }]);
    if (by !== 'nobody') {
      await signIn(context, server, people[by]);
      if (beside) return context;
      // Their settings list where else they are signed in, which would tell what ran before.
      const others = await context.request.delete('/api/v1/auth/sessions', {
        headers: { 'X-Ekiden-Console': '1', origin: server.url },
      });
      assert.ok(others.ok(), await others.text());
    }
    return context;
  };
  return { server, ids, ...people, browserOf };
}
