import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { faultOf, type GarminStage, stageGarmin } from '../../../../test/garmin-stage.ts';
import { PlatformError } from '../../platform-error.ts';
import type { BackfillStep, Provider, Session } from '../../provider.ts';

const DAY_MS = 86_400_000;
const UNTIL = new Date('2026-10-18T12:00:00.700Z');
/** Two months, as for an athlete who connects. */
const TWO_MONTHS = { from: new Date('2026-08-18T12:00:00.300Z'), until: UNTIL };
const ALL_TYPES = ['activities', 'activityDetails', 'dailies', 'sleeps', 'hrv'];
/** So many days that no request exceeds the limit. */
const PRODUCTION = { backfill_days_per_minute: 10_000 };

describe('the past from Garmin', () => {
  let stage: GarminStage;
  afterEach(() => stage.stop());

  type Range = Parameters<Provider['backfill']>[1];

  async function bring(
    session: Session,
    range: Range = TWO_MONTHS,
    by = stage.provider,
  ): Promise<BackfillStep[]> {
    const steps: BackfillStep[] = [];
    for (let cursor: unknown = null; steps.length < 100; ) {
      const step = await by.backfill(session, range, cursor);
      steps.push(step);
      if (step.next === null) return steps;
      cursor = JSON.parse(JSON.stringify(step.next));
    }
    return assert.fail('it goes on and on');
  }

  const remarks = (steps: readonly BackfillStep[]): string[] => steps.flatMap(({ remark }) => remark ?? []);

  const taken = (): string[] =>
    stage.garmin.calls.flatMap(({ call, status, path, parameters }) => {
      if (call !== 'backfill' || status !== 202) return [];
      const at = (name: string): string =>
        new Date(Number(parameters[name]) * 1_000).toISOString().slice(0, 19);
      const type = path.replace('/wellness-api/rest/backfill/', '');
      return [`${type} ${at('summaryStartTimeInSeconds')} ${at('summaryEndTimeInSeconds')}`];
    });

  test('two months of each type, in periods of at most thirty days without gaps', async () => {
    stage = await stageGarmin({ settings: { ...PRODUCTION, backfill_reach_days: 365 } });
    const steps = await bring(await stage.arrive());
    assert.deepEqual(remarks(steps), []);
    assert.deepEqual(
      taken(),
      ALL_TYPES.flatMap((type) => [
        `${type} 2026-08-18T12:00:01 2026-09-17T12:00:01`,
        `${type} 2026-09-17T12:00:01 2026-10-17T12:00:01`,
        `${type} 2026-10-17T12:00:01 2026-10-18T12:00:00`,
      ]),
    );
    const types = new Set(stage.garmin.posts.flatMap((post) => post.types));
    assert.deepEqual([...types].sort(), ALL_TYPES.toSorted());
  });

  test('where Garmin reaches back a month, the month comes, and the athlete is told once', async () => {
    stage = await stageGarmin({ settings: PRODUCTION });
    const steps = await bring(await stage.arrive());
    assert.deepEqual(remarks(steps), ['Garmin gives nothing from before 2026-09-18.']);
    assert.deepEqual(
      taken(),
      ALL_TYPES.map((type) => `${type} 2026-09-18T12:00:01 2026-10-18T12:00:00`),
    );
  });

  test('where it gives nothing of the time at all, that is the end of it', async () => {
    stage = await stageGarmin({ settings: PRODUCTION });
    const range = { from: new Date('2026-07-01'), until: new Date('2026-08-01') };
    const steps = await bring(await stage.arrive(), range);
    assert.deepEqual(taken(), []);
    assert.equal(remarks(steps).length, 1);
  });

  test('what was asked for before is done: a connection may break, a server may start again', async () => {
    stage = await stageGarmin({ settings: { ...PRODUCTION, backfill_duplicate: 'covered' } });
    const session = await stage.arrive();
    await bring(session);
    const posts = stage.garmin.posts.length;
    await bring(session);
    assert.ok(stage.garmin.calls.some(({ status }) => status === 409));
    assert.equal(stage.garmin.posts.length, posts);
    const other = stage.garmin.addPerson({ name: 'Ben' });
    stage.garmin.consentBy({
      decision: 'accept',
      user_id: other.user_id,
      permissions: ['ACTIVITY_EXPORT', 'HISTORICAL_DATA_EXPORT'],
    });
    const ben = { ...(await stage.exchange(await stage.visit())), signal: session.signal };
    const range = { from: new Date(UNTIL.getTime() - 10 * DAY_MS), until: UNTIL };
    stage.garmin.faults.add('backfill', { kind: 'drop', after_work: true, times: 1 });
    assert.equal(await faultOf(stage.provider.backfill(ben, range, null)), 'unavailable');
    assert.deepEqual(remarks(await bring(ben, range)), []);
  });

  test('past the limit Garmin is left alone for a minute, then it goes on where it stopped', async () => {
    stage = await stageGarmin();
    const session = await stage.arrive();
    const range = { from: new Date(UNTIL.getTime() - 29 * DAY_MS), until: UNTIL };
    let cursor: unknown = null;
    let waits = 0;
    for (let steps = 0; steps < 50; steps += 1) {
      try {
        ({ next: cursor } = await stage.provider.backfill(session, range, cursor));
        if (cursor === null) break;
      } catch (error) {
        assert.ok(error instanceof PlatformError && error.fault === 'rate_limited');
        assert.equal(error.until?.getTime(), stage.clock.now().getTime() + 60_000);
        waits += 1;
        stage.clock.pass(60);
      }
    }
    assert.equal(cursor, null);
    assert.equal(waits, 1);
    assert.equal(taken().length, ALL_TYPES.length);
  });

  test('without the permission for history nothing is asked, and the connection stands', async () => {
    stage = await stageGarmin();
    const session = await stage.arrive(['ACTIVITY_EXPORT', 'HEALTH_EXPORT']);
    const steps = await bring(session);
    assert.equal(steps.length, 1);
    assert.match(remarks(steps).join(), /not allowed to hand over the past/);
    assert.ok(!stage.asked().includes('backfill'));
  });

  test('without the permission for health only activities are asked for', async () => {
    stage = await stageGarmin({ settings: PRODUCTION });
    await bring(await stage.arrive(['ACTIVITY_EXPORT', 'HISTORICAL_DATA_EXPORT']));
    assert.deepEqual(
      taken().map((one) => one.split(' ')[0]),
      ['activities', 'activityDetails'],
    );
  });

  for (const missing_permission_status of [412, 403] as const) {
    test(`a permission that was taken back meanwhile is said by ${missing_permission_status}: remarked once`, async () => {
      stage = await stageGarmin({ settings: { missing_permission_status } });
      const session = await stage.arrive();
      stage.garmin.changePermissions(stage.person.user_id, stage.keys.client_id, ['ACTIVITY_EXPORT']);
      const steps = await bring(session);
      assert.equal(remarks(steps).length, 1);
      assert.equal(await stage.provider.stillConsents(session), true);
    });
  }

  test('a type that is not switched on is left out, and named', async () => {
    const endpoints = { activityDetails: { state: 'off' }, hrv: { state: 'off' } } as const;
    stage = await stageGarmin({ settings: PRODUCTION, endpoints });
    const steps = await bring(await stage.arrive());
    assert.deepEqual(
      remarks(steps).filter((remark) => remark.includes('not set up')),
      ['activityDetails', 'hrv'].map(
        (type) =>
          `This server's app at Garmin is not set up to receive ${type}: its operator can change that.`,
      ),
    );
    assert.equal(taken().length, 3);
  });

  test('whatever else is refused costs its type and no more', async () => {
    // The requested periods are longer than Garmin accepts.
    const settings = { ...PRODUCTION, backfill_reach_days: 365, backfill_range_days: 20 };
    stage = await stageGarmin({ settings });
    const steps = await bring(await stage.arrive());
    assert.equal(remarks(steps).length, ALL_TYPES.length);
  });

  test('trouble of the platform is not the end: the same step can be taken again', async () => {
    stage = await stageGarmin({ settings: PRODUCTION });
    const session = await stage.arrive();
    for (const fault of [{ kind: 'status', status: 500 }, { kind: 'drop' }, { kind: 'silent' }] as const) {
      stage.garmin.faults.add('backfill', { ...fault, times: 1 });
      const provider = fault.kind === 'silent' ? stage.hasty : stage.provider;
      assert.equal(await faultOf(provider.backfill(session, TWO_MONTHS, null)), 'unavailable');
      stage.garmin.faults.clear();
    }
    const off = AbortSignal.abort();
    const cut = stage.provider.backfill({ ...session, signal: off }, TWO_MONTHS, null);
    assert.equal(await faultOf(cut), 'unavailable');
    assert.equal(remarks(await bring(session)).length, 1);
  });

  test('a limit that lies behind what was asked for does not make it go round', async () => {
    stage = await stageGarmin();
    const session = await stage.arrive();
    const server = createServer((_request, response) => {
      const errorMessage = 'Start date before min start time of 2020-01-01T00:00:00.500Z';
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ errorMessage }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const steps = await bring(session, TWO_MONTHS, stage.provide({ api_url }));
      assert.equal(steps.length, ALL_TYPES.length);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('a workout cannot be asked for by its number', async () => {
    stage = await stageGarmin();
    const session = await stage.arrive();
    const calls = stage.garmin.calls.length;
    assert.deepEqual(await stage.provider.fetchActivity(session, '20946172381'), []);
    assert.equal(stage.garmin.calls.length, calls);
  });
});
