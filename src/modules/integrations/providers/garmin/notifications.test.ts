import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { faultOf, type GarminStage, stageGarmin } from '../../../../test/garmin-stage.ts';
import type { ActivityReport } from '../../../activities/index.ts';
import type { HealthReport } from '../../health/health-report.ts';
import type { Notice } from '../../notice.ts';
import { UnreadableDelivery } from '../../platform-error.ts';
import type { Session } from '../../provider.ts';
import { EDITED } from './map-activity.ts';

describe('notifications of Garmin', () => {
  let stage: GarminStage;
  afterEach(() => stage.stop());

  async function heard(): Promise<Notice[]> {
    const notices: Notice[] = [];
    for (const { body } of await stage.delivered()) {
      notices.push(...(await stage.provider.readDelivery(Buffer.from(JSON.stringify(body)))));
    }
    return notices;
  }

  const workouts = (notices: readonly Notice[]): ActivityReport[] =>
    notices.flatMap((notice) => (notice.kind === 'activity' ? [notice.report] : []));
  const days = (notices: readonly Notice[]): HealthReport[] =>
    notices.flatMap((notice) => (notice.kind === 'health' ? [notice.report] : []));

  test('a run is told twice under one number, with samples the second time', async () => {
    stage = await stageGarmin({ settings: { sample_every_s: 1 } });
    await stage.arrive();
    const id = stage.garmin.recordActivity(stage.person.user_id);
    const [summary, details, ...more] = workouts(await heard());
    assert.equal(more.length, 0);
    assert.deepEqual([summary?.external_id, details?.external_id], [String(id), String(id)]);
    assert.ok((details?.edition ?? 0) - (summary?.edition ?? 0) === 0.5, 'samples are the later word');
    assert.equal(summary?.packed_streams, undefined);
    assert.ok((details?.packed_streams?.length ?? 0) > 1_000);
    const { told } = details ?? assert.fail();
    assert.equal(told.sport_type, 'run');
    assert.equal(told.timezone, 'Europe/Berlin');
    assert.equal(told.distance_m, summary?.told.distance_m);
    assert.equal(told.average_cadence_spm, summary?.told.average_cadence_spm);
    assert.ok(told.moving_time_s !== null && told.moving_time_s <= told.duration_s);
    assert.ok(told.best_efforts.length > 0 && told.laps.length > 0 && told.map_polyline !== null);
    const lap_m = told.laps.reduce((sum, lap) => sum + (lap.distance_m ?? 0), 0);
    assert.ok(Math.abs(lap_m - (told.distance_m ?? 0)) < 30, `${lap_m} ${told.distance_m}`);
  });

  test('a longer word on a run is a later edition of it', async () => {
    stage = await stageGarmin();
    await stage.arrive();
    const id = stage.garmin.recordActivity(stage.person.user_id);
    const first = workouts(await heard());
    stage.garmin.prolongActivity(id, 600);
    const second = workouts(await heard());
    assert.deepEqual(
      second.map(({ external_id }) => external_id),
      [String(id), String(id)],
    );
    assert.ok(second.every(({ edition = 0 }) => edition > (first[0]?.edition ?? 0)));
  });

  test('what a hand typed comes without a device, and always counts', async () => {
    stage = await stageGarmin();
    await stage.arrive();
    stage.garmin.recordActivity(stage.person.user_id, { manual: true, name: 'By hand' });
    const [typed] = workouts(await heard());
    assert.deepEqual([typed?.told.name, typed?.told.device_name, typed?.edition], ['By hand', null, EDITED]);
  });

  test('a day as it goes on, and a night before and after it is judged', async () => {
    stage = await stageGarmin();
    await stage.arrive();
    const sync = async (until: string, final: boolean): Promise<HealthReport[]> => {
      const types = ['dailies', 'sleeps', 'hrv', 'stressDetails', 'epochs'] as const;
      stage.garmin.syncDay(stage.person.user_id, '2026-10-17', { types, until: new Date(until), final });
      return days(await heard());
    };
    const morning = await sync('2026-10-17T08:00:00Z', false);
    const evening = await sync('2026-10-17T20:00:00Z', true);
    assert.deepEqual(
      morning.map(({ day, activity, sleep, hrv }) => [day, Boolean(activity), Boolean(sleep), Boolean(hrv)]),
      [
        ['2026-10-17', true, false, false],
        ['2026-10-17', false, true, false],
        ['2026-10-17', false, false, true],
      ],
    );
    assert.deepEqual([morning[1]?.sleep?.is_final, evening[1]?.sleep?.is_final], [false, true]);
    for (const [index, part] of morning.entries()) {
      assert.ok((evening[index]?.edition ?? 0) > (part.edition ?? 0), String(index));
    }
    assert.ok((evening[0]?.activity?.steps ?? 0) > (morning[0]?.activity?.steps ?? 0));
    assert.ok((evening[2]?.hrv?.rmssd_ms ?? 0) > 0);
  });

  for (const permissions_key of ['userPermissionsChange', 'userPermissions'] as const) {
    test(`who allows something else, or nothing more, is heard of (${permissions_key})`, async () => {
      stage = await stageGarmin({ settings: { permissions_key } });
      await stage.arrive();
      const { garmin, person, keys } = stage;
      garmin.changePermissions(person.user_id, keys.client_id, ['HEALTH_EXPORT']);
      garmin.revoke(person.user_id, keys.client_id);
      const notices = await heard();
      const [change] = notices;
      const changed_at = change?.kind === 'scopes' ? change.changed_at : null;
      assert.ok(changed_at instanceof Date);
      assert.deepEqual(notices, [
        { provider_user_id: person.user_id, kind: 'scopes', scopes: ['HEALTH_EXPORT'], changed_at },
        { provider_user_id: person.user_id, kind: 'disconnected' },
      ]);
      assert.equal(stage.provider.isOfUse(['HEALTH_EXPORT']), false);
    });
  }

  test('a post of everything there is holds nothing that cannot be read', async () => {
    stage = await stageGarmin();
    await stage.arrive();
    const { garmin, person } = stage;
    garmin.together(
      () => {
        garmin.recordActivity(person.user_id);
        garmin.syncDay(person.user_id, '2026-10-17');
      },
      { several_types: true },
    );
    const notices = await heard();
    assert.deepEqual(notices.map(({ kind }) => kind).sort(), [
      'activity',
      'activity',
      'health',
      'health',
      'health',
    ]);
  });

  const PINGS = {
    activities: { mode: 'ping' },
    activityDetails: { mode: 'ping' },
    dailies: { mode: 'ping' },
    sleeps: { mode: 'ping' },
    hrv: { mode: 'ping' },
    epochs: { mode: 'ping' },
  } as const;

  const fetched = async (session: Session, notices: readonly Notice[]): Promise<Notice[]> => {
    const found: Notice[] = [];
    for (const notice of notices) {
      if (notice.kind === 'elsewhere') found.push(...(await stage.provider.fetchElsewhere(session, notice)));
    }
    return found;
  };

  for (const oauth of ['1.0a', '2.0'] as const) {
    test(`pings are followed, and give what a push would have (OAuth ${oauth})`, async () => {
      stage = await stageGarmin({ oauth, endpoints: PINGS });
      const session = await stage.arrive();
      const id = stage.garmin.recordActivity(stage.person.user_id);
      stage.garmin.syncDay(stage.person.user_id, '2026-10-17');
      const pings = await heard();
      assert.deepEqual(
        pings.map((notice) => (notice.kind === 'elsewhere' ? notice.what : notice.kind)).sort(),
        ['activities', 'activityDetails', 'dailies', 'hrv', 'sleeps'],
      );
      const found = await fetched(session, pings);
      assert.deepEqual(
        workouts(found).map(({ external_id }) => external_id),
        [String(id), String(id)],
      );
      assert.equal(days(found).length, 3);
      assert.ok(found.every(({ provider_user_id }) => provider_user_id === stage.person.user_id));
    });
  }

  test('a ping that leads elsewhere is set aside, and never followed', async () => {
    stage = await stageGarmin({ endpoints: PINGS });
    const session = await stage.arrive();
    const { person, garmin } = stage;
    const calls = garmin.calls.length;
    const wrong = [
      'http://127.0.0.1:1/wellness-api/rest/activities',
      `${garmin.url}/wellness-api/rest/backfill/activities`,
      `${garmin.url}/oauth-service/oauth/request_token`,
      'not an address',
    ];
    const items = wrong.map((callbackURL) => ({ userId: person.user_id, callbackURL }));
    const notices = await stage.provider.readDelivery(Buffer.from(JSON.stringify({ activities: items })));
    assert.deepEqual(
      notices.map(({ provider_user_id, kind }) => [provider_user_id, kind]),
      wrong.map(() => [person.user_id, 'unreadable']),
    );
    assert.ok(!JSON.stringify(notices).includes('127.0.0.1'));
    for (const url of wrong) {
      assert.equal(
        await faultOf(stage.provider.fetchElsewhere(session, { what: 'activities', url })),
        'refused',
      );
    }
    const url = `${garmin.url}/wellness-api/rest/epochs`;
    assert.equal(await faultOf(stage.provider.fetchElsewhere(session, { what: 'epochs', url })), 'refused');
    assert.equal(garmin.calls.length, calls);
  });

  test('what a callback URL gives about somebody else is not believed', async () => {
    stage = await stageGarmin({ endpoints: PINGS });
    const session = await stage.arrive();
    stage.garmin.recordActivity(stage.person.user_id);
    const pings = await heard();
    const notices = await fetched({ ...session, provider_user_id: 'somebody-else' }, pings);
    assert.deepEqual(
      notices.map(({ provider_user_id, kind }) => [provider_user_id, kind]),
      [
        ['somebody-else', 'unreadable'],
        ['somebody-else', 'unreadable'],
      ],
    );
  });

  test('a callback URL that does not answer as it should is trouble, not news', async () => {
    stage = await stageGarmin({ endpoints: PINGS });
    const session = await stage.arrive();
    stage.garmin.syncDay(stage.person.user_id, '2026-10-17', { types: ['dailies'] });
    const [ping] = await heard();
    assert.ok(ping?.kind === 'elsewhere');
    const token = new URL(ping.url).searchParams.get('token') ?? assert.fail();
    const ask = (provider = stage.provider) => provider.fetchElsewhere(session, ping);
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'html' },
      { kind: 'half' },
      { kind: 'drop' },
      { kind: 'silent' },
    ] as const) {
      stage.garmin.faults.add('pull', { ...fault, times: 1 });
      assert.equal(
        await faultOf(ask(fault.kind === 'silent' ? stage.hasty : stage.provider), token),
        'unavailable',
        fault.kind,
      );
      stage.garmin.faults.clear();
    }
    assert.equal((await ask()).length, 1);
    stage.garmin.changePermissions(stage.person.user_id, stage.keys.client_id, ['ACTIVITY_EXPORT']);
    assert.equal(await faultOf(ask(), token), 'insufficient_scope');
    stage.garmin.revoke(stage.person.user_id, stage.keys.client_id);
    assert.equal(await faultOf(ask(), token), 'unauthorized');
  });

  test('what is none of Garmin is unreadable', async () => {
    stage = await stageGarmin();
    for (const body of ['<html></html>', '{', `{"activities": [${'['.repeat(100_000)}`]) {
      await assert.rejects(stage.provider.readDelivery(Buffer.from(body)), UnreadableDelivery);
    }
  });
});
