import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Fault } from '../../../../../sandbox/kit/faults.ts';
import { steadyRun } from '../../../../../sandbox/recordings/plan-session.ts';
import { type StravaStage, stravaStage } from '../../../../test/strava-stage.ts';
import type { ActivityReport } from '../../../activities/index.ts';
import type { Notice } from '../../notice.ts';
import { PlatformError, type PlatformFault } from '../../platform-error.ts';
import type { Session } from '../../provider.ts';

const rejectsWith = (fault: PlatformFault) => (error: unknown) =>
  error instanceof PlatformError && error.fault === fault;

function reportsOf(notices: readonly Notice[]): ActivityReport[] {
  return notices.flatMap((notice) => (notice.kind === 'activity' ? [notice.report] : []));
}

/** A short run with few samples, since most tests are not about those. */
const SHORT = { session: steadyRun(1_500), resolution_s: 5 };

describe('fetching an activity from Strava', () => {
  let at: StravaStage;
  let session: Session;
  let athlete_id: number;
  before(async () => {
    at = await stravaStage();
  });
  after(() => at.stop());
  beforeEach(async () => {
    at.strava.faults.clear();
    athlete_id = at.strava.addAthlete().id;
    session = await at.connect(athlete_id);
  });
  const fetchOne = (id: number | string, by: Session = session) => at.provider.fetchActivity(by, String(id));

  test('with its samples', async () => {
    const run = at.strava.addActivity(athlete_id, { ...SHORT, name: 'Lunch Run', visibility: 'only_me' });
    const notices = await fetchOne(run.id);
    assert.deepEqual(
      notices.map(({ kind, provider_user_id }) => [kind, provider_user_id]),
      [['activity', String(athlete_id)]],
    );
    const [report] = reportsOf(notices);
    assert.equal(report?.external_id, String(run.id));
    assert.ok(run.id > 2 ** 32);
    assert.ok(report.packed_streams);
    assert.partialDeepStrictEqual(report.told, {
      name: 'Lunch Run',
      sport_type: 'run',
      start_time: run.start,
      private: true,
      average_heart_rate_bpm: run.totals.average_heart_rate_bpm,
      average_cadence_spm: run.totals.average_cadence_per_min,
    });
    assert.ok(report.told.laps.length > 0);
  });

  test('entered by hand: its samples are not asked for', async () => {
    const manual = { distance_m: 5_000, duration_s: 1_800 };
    const run = at.strava.addActivity(athlete_id, { manual });
    at.strava.requests.forget();
    const [report] = reportsOf(await fetchOne(run.id));
    assert.equal(report?.told.distance_m, 5_000);
    assert.equal(report.packed_streams, null);
    assert.equal(at.strava.requests.list().length, 1);
  });

  test('that has no streams after all', async () => {
    const run = at.strava.addActivity(athlete_id, SHORT);
    at.strava.faults.add('streams', { kind: 'status', status: 404 });
    const [report] = reportsOf(await fetchOne(run.id));
    assert.equal(report?.packed_streams, null);
    assert.equal(report.told.distance_m, Math.round((run.totals.distance_m ?? 0) * 10) / 10);
  });

  test('whose streams never end: it comes without', async () => {
    const patient = await stravaStage({ timeout_ms: 60_000 });
    try {
      const { id } = patient.strava.addAthlete();
      const run = patient.strava.addActivity(id, SHORT);
      patient.strava.faults.add('streams', { kind: 'endless' });
      const [report] = reportsOf(
        await patient.provider.fetchActivity(await patient.connect(id), String(run.id)),
      );
      assert.equal(report?.packed_streams, null);
    } finally {
      await patient.stop();
    }
  });

  test('that is gone, or that the platform does not show', async () => {
    const run = at.strava.addActivity(athlete_id, { ...SHORT, visibility: 'only_me' });
    const gone = (external_id: number) => [
      { provider_user_id: String(athlete_id), kind: 'activity_deleted', external_id: String(external_id) },
    ];
    const shown = await at.connect(athlete_id, ['activity:read']);
    assert.deepEqual(await fetchOne(run.id, shown), gone(run.id), 'Only You');
    at.strava.deleteActivity(run.id);
    assert.deepEqual(await fetchOne(run.id), gone(run.id));
  });

  test('of somebody else, or under an id that is none', async () => {
    const other = at.strava.addAthlete();
    const theirs = at.strava.addActivity(other.id, SHORT);
    assert.deepEqual(
      (await fetchOne(theirs.id)).map(({ kind }) => kind),
      ['activity_deleted'],
      'the platform does not show it',
    );
    for (const athlete of ['{"id":1}', 'null', '{"id":"1"}']) {
      const body = `{"id":${theirs.id},"athlete":${athlete},"start_date":"2026-06-01T00:00:00Z","elapsed_time":9}`;
      at.strava.faults.add('activity', { kind: 'says', body, times: 1 });
      assert.deepEqual(await fetchOne(theirs.id), [], 'nor do we take it');
    }
    at.strava.requests.forget();
    for (const id of ['../athlete', '1/../../athlete', '', '-1', '1?x=y'])
      assert.deepEqual(await fetchOne(id), []);
    assert.deepEqual(at.strava.requests.list(), []);
  });

  test('that makes no sense is set aside with the reason', async () => {
    const athlete = { id: athlete_id };
    const start_date = '2026-06-01T00:00:00Z';
    const absurd = { id: 77, athlete, start_date, elapsed_time: 10, distance: 9_000_000, manual: true };
    at.strava.faults.add('activity', { kind: 'says', body: JSON.stringify(absurd) });
    const [notice] = await fetchOne(77);
    assert.ok(notice?.kind === 'unreadable');
    assert.equal(notice.item, 'activity 77');
    assert.match(notice.reason, /not plausible/);
  });

  test('with an id that no double holds', async () => {
    const body = `{"id":9007199254740993,"athlete":{"id":${athlete_id}},"start_date":"2026-06-01T00:00:00Z","elapsed_time":9,"manual":true}`;
    at.strava.faults.add('activity', { kind: 'says', body });
    const [report] = reportsOf(await fetchOne('9007199254740993'));
    assert.equal(report?.external_id, '9007199254740993');
  });

  const faults: readonly (readonly [string, Fault, PlatformFault])[] = [
    ['500', { kind: 'status', status: 500 }, 'unavailable'],
    ['503', { kind: 'status', status: 503 }, 'unavailable'],
    ['a page of HTML', { kind: 'html' }, 'unavailable'],
    ['a page of HTML as 404', { kind: 'html', status: 404 }, 'unavailable'],
    ['a page of HTML as 401', { kind: 'html', status: 401 }, 'unavailable'],
    ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, 'unavailable'],
    ['a cut line', { kind: 'drop' }, 'unavailable'],
    ['half an answer', { kind: 'half' }, 'unavailable'],
    ['an answer that stops in its middle', { kind: 'drip' }, 'unavailable'],
    ['no answer', { kind: 'silent' }, 'unavailable'],
    ['an answer that is too late', { kind: 'slow', ms: 5_000 }, 'unavailable'],
    ['an answer without an end', { kind: 'endless' }, 'unavailable'],
    ['half of a JSON text', { kind: 'says', body: '{"id":' }, 'unavailable'],
    ['nothing at all', { kind: 'says', body: '' }, 'unavailable'],
    ['a list', { kind: 'says', body: '[]' }, 'unavailable'],
    ['a token that is no good', { kind: 'status', status: 401 }, 'unauthorized'],
    ['too many requests', { kind: 'status', status: 429 }, 'rate_limited'],
    ['a refusal', { kind: 'says', status: 400, body: '{"message":"Bad Request","errors":[]}' }, 'refused'],
    [
      'a suspended app',
      {
        kind: 'says',
        status: 401,
        body: '{"errors":[{"resource":"Application","field":"","code":"invalid"}]}',
      },
      'refused',
    ],
    [
      'errors of another shape',
      { kind: 'says', status: 403, body: '{"errors":[null,7,{"resource":{"toString":null},"field":[]}]}' },
      'refused',
    ],
  ];
  for (const [name, fault, expected] of faults) {
    test(`answered with ${name}: ${expected}`, async () => {
      const run = at.strava.addActivity(athlete_id, SHORT);
      at.strava.faults.add('activity', fault);
      await assert.rejects(fetchOne(run.id), (error: unknown) => {
        assert.ok(rejectsWith(expected)(error), String(error));
        const { access_token } = session.credentials;
        for (const secret of [String(access_token), at.settings.client_secret, at.strava.url])
          assert.equal(String(error).includes(secret), false);
        return true;
      });
    });
  }

  test('whose streams come broken: it is asked for again', async () => {
    const run = at.strava.addActivity(athlete_id, SHORT);
    for (const fault of [
      { kind: 'half' },
      { kind: 'says', body: '{"time":' },
      { kind: 'says', body: '7' },
      { kind: 'status', status: 500 },
    ] as const) {
      at.strava.faults.clear();
      at.strava.faults.add('streams', fault);
      await assert.rejects(fetchOne(run.id), rejectsWith('unavailable'), JSON.stringify(fault));
    }
  });

  test('without the scope, whichever status says so', async () => {
    for (const missing_scope_status of [401, 403] as const) {
      const other = await stravaStage({ ways: { missing_scope_status } });
      try {
        const { id } = other.strava.addAthlete();
        const { outcome } = await other.comeBack(id, ['profile:read_all']);
        assert.ok(outcome.kind === 'consented');
        const trip = { callback_url: 'x', key: 'c', secret: null, proof: outcome.proof };
        const claimed = await other.provider.exchange({ ...trip, scopes: ['activity:read_all'] });
        const signal = new AbortController().signal;
        const fetched = other.provider.fetchActivity({ ...claimed, signal }, '16000000001');
        await assert.rejects(fetched, rejectsWith('insufficient_scope'));
        assert.equal(await other.provider.stillConsents({ ...claimed, signal }), true);
      } finally {
        await other.stop();
      }
    }
  });

  test('long recordings are read on a thread', async () => {
    const onThread = await stravaStage({ smallBytes: 0 });
    try {
      const { id } = onThread.strava.addAthlete();
      const run = onThread.strava.addActivity(id, SHORT);
      const [report] = reportsOf(
        await onThread.provider.fetchActivity(await onThread.connect(id), String(run.id)),
      );
      assert.equal(report?.external_id, String(run.id));
      assert.ok(report.packed_streams);
    } finally {
      await onThread.stop();
    }
  });
});
