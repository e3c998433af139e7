import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import type { AppAnswer, Token } from '../../src/test/garmin-app.ts';
import { type Stage, setStage } from '../../src/test/garmin-stand-in.ts';
import { HEALTH_TYPES, SUMMARY_TYPES, USUAL_PERMISSIONS } from './summary-types.ts';

describe('backfills of the stand-in for Garmin', () => {
  let stage: Stage;
  let token: Token;
  beforeEach(async () => {
    await stage?.stop();
    stage = await setStage({ settings: { heart_rate_every_s: 3_600, sample_every_s: 5 } });
    token = await stage.connect();
  });
  after(() => stage.stop());

  const DAY_S = 86_400;

  /** Asks for days before now: from so many to so many. */
  function backfill(type: string, from_days: number, to_days: number, as = token): Promise<AppAnswer> {
    const now_s = Math.floor(stage.clock.now().getTime() / 1_000);
    return ask(type, String(now_s - from_days * DAY_S), String(now_s - to_days * DAY_S), as);
  }

  function ask(type: string, start: string, end: string, as = token): Promise<AppAnswer> {
    const query = `summaryStartTimeInSeconds=${start}&summaryEndTimeInSeconds=${end}`;
    return stage.app.call('GET', `/wellness-api/rest/backfill/${type}?${query}`, { token: as });
  }

  test('a backfill is accepted without a body, and its records come later in several posts', async () => {
    const { garmin, clock, person } = stage;
    const answer = await backfill('activities', 29, 0);
    assert.deepEqual([answer.status, answer.text], [202, '']);
    assert.equal((await stage.delivered()).length, 0);
    clock.pass(5);
    assert.equal((await stage.delivered()).length, 1);
    clock.pass(3_600);
    await stage.delivered();
    const posts = stage.receiver.received;
    assert.ok(posts.length > 1 && posts.every(({ body }) => (body.activities?.length ?? 0) <= 10));
    const records = posts.flatMap(({ body }) => body.activities ?? []);
    const starts = records.map(({ startTimeInSeconds }) => Number(startTimeInSeconds));
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    );
    assert.ok(records.every(({ userId }) => userId === person.user_id));
    assert.equal(new Set(records.map(({ summaryId }) => summaryId)).size, records.length);
    // The history of the same seed is the same.
    const twin = await setStage({ settings: { ...garmin.settings, backfill_delay_s: 0 } });
    const now_s = Math.floor(clock.now().getTime() / 1_000) - 3_605;
    const path = `/wellness-api/rest/backfill/activities?summaryStartTimeInSeconds=${now_s - 29 * DAY_S}&summaryEndTimeInSeconds=${now_s}`;
    await twin.app.call('GET', path, { token: await twin.connect() });
    const [first] = await twin.delivered();
    assert.deepEqual(
      first?.body.activities?.map(({ summaryId }) => summaryId),
      records.slice(0, 10).map(({ summaryId }) => summaryId),
    );
    await twin.stop();
  });

  test('every type that has a backfill has one, and bearers may ask as well', async () => {
    const { garmin, clock } = stage;
    garmin.settings.backfill_days_per_minute = 10_000;
    const { person, app } = stage;
    for (const [type, { backfill: path }] of Object.entries(SUMMARY_TYPES)) {
      if (path === null) continue;
      assert.equal((await backfill(path, 3, 0)).status, 202, type);
    }
    clock.pass(3_600);
    const posts = await stage.delivered();
    for (const type of HEALTH_TYPES) {
      const of = posts.flatMap(({ body }) => body[type] ?? []);
      assert.ok(of.length >= 3, `${type}: ${of.length}`);
    }
    assert.equal((await backfill('activityFiles', 3, 0)).status, 404);
    assert.equal((await backfill('nonsense', 3, 0)).status, 404);
    garmin.consentBy({
      decision: 'accept',
      user_id: person.user_id,
      permissions: ['ACTIVITY_EXPORT', 'HISTORICAL_DATA_EXPORT'],
    });
    const { code, code_verifier } = await app.askForCode();
    const { json } = await app.grant({ grant_type: 'authorization_code', code, code_verifier });
    const { access_token: bearer } = json as { access_token: string };
    const now_s = Math.floor(clock.now().getTime() / 1_000);
    const path = `/wellness-api/rest/backfill/activities?summaryStartTimeInSeconds=${now_s - DAY_S}&summaryEndTimeInSeconds=${now_s}`;
    assert.equal((await app.call('GET', path, { bearer })).status, 202);
  });

  test('the same period again is a conflict, for the same person and type', async () => {
    assert.equal((await backfill('dailies', 10, 5)).status, 202);
    assert.equal((await backfill('dailies', 10, 5)).status, 409);
    assert.equal((await backfill('sleeps', 10, 5)).status, 202);
    assert.equal((await backfill('dailies', 9, 6)).status, 202);
    stage.garmin.settings.backfill_duplicate = 'covered';
    assert.equal((await backfill('dailies', 8, 7)).status, 409);
    assert.equal((await backfill('dailies', 11, 7)).status, 202);
    const other = stage.garmin.addPerson({ name: 'Bo' });
    const theirs = await stage.connect(undefined, other.user_id);
    assert.equal((await backfill('dailies', 10, 5, theirs)).status, 202);
  });

  test('too early says from when on, and from there it works', async () => {
    const answer = await backfill('activities', 40, 15);
    assert.equal(answer.status, 400);
    const [, text = ''] =
      /before min start time of (\S+)$/.exec(String(Object(answer.json).errorMessage)) ?? [];
    assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.500Z$/);
    const earliest_s = Date.parse(text) / 1_000;
    const end_s = String(Math.floor(earliest_s) + 5 * DAY_S);
    assert.equal((await ask('activities', String(Math.floor(earliest_s)), end_s)).status, 400);
    assert.equal((await ask('activities', String(Math.ceil(earliest_s)), end_s)).status, 202);
    // A later connection moves nothing.
    stage.clock.pass(10 * DAY_S);
    token = await stage.connect();
    const again = await backfill('activities', 45, 30);
    assert.ok(String(Object(again.json).errorMessage).endsWith(text));
  });

  test('milliseconds, missing and reversed times and long periods are refused', async () => {
    const now_s = Math.floor(stage.clock.now().getTime() / 1_000);
    const errorOf = async (start: string, end: string): Promise<string> => {
      const { status, json } = await ask('activities', start, end);
      assert.equal(status, 400);
      return Object(json).errorMessage;
    };
    assert.match(await errorOf(`${now_s - DAY_S}000`, `${now_s}000`), /milliseconds/);
    assert.match(await errorOf('', String(now_s)), /missing/);
    assert.match(await errorOf('soon', String(now_s)), /malformed/);
    assert.match(await errorOf(String(now_s), String(now_s - 1)), /ends before/);
    assert.match(await errorOf(String(now_s - 30 * DAY_S - 1), String(now_s)), /longer than 30 days/);
    stage.garmin.settings.backfill_reach_days = 100;
    assert.equal((await backfill('activities', 40, 10)).status, 202);
  });

  test('without permission for history it is 412 or 403, and for a type that is off 400', async () => {
    token = await stage.connect(USUAL_PERMISSIONS);
    assert.equal((await backfill('activities', 5, 0)).status, 412);
    stage.garmin.settings.missing_permission_status = 403;
    assert.equal((await backfill('activities', 5, 0)).status, 403);
    token = await stage.connect(['HISTORICAL_DATA_EXPORT', 'HEALTH_EXPORT']);
    assert.equal((await backfill('activities', 5, 0)).status, 403);
    assert.equal((await backfill('dailies', 5, 0)).status, 202);
    await stage.stop();
    stage = await setStage({ endpoints: { activities: { state: 'off' } } });
    token = await stage.connect();
    const { status, json } = await backfill('activities', 5, 0);
    assert.deepEqual(
      [status, json],
      [400, { errorMessage: 'Endpoint not enabled for summary type: CONNECT_ACTIVITY' }],
    );
  });

  test('the server refuses more than a hundred days of backfill a minute', async () => {
    for (const type of ['activities', 'dailies', 'sleeps']) {
      assert.equal((await backfill(type, 30 - 1 / DAY_S, 0)).status, 202);
    }
    assert.equal((await backfill('hrv', 30 - 1 / DAY_S, 0)).status, 429);
    assert.equal((await backfill('hrv', 10, 0)).status, 202);
    stage.clock.pass(59);
    assert.equal((await backfill('epochs', 20, 10)).status, 429);
    stage.clock.pass(1);
    assert.equal((await backfill('epochs', 20, 10)).status, 202);
  });

  test('finds what was recorded meanwhile, once and as it is now, and invents nothing beside it', async () => {
    const { garmin, clock, person } = stage;
    clock.pass(2 * DAY_S);
    const id = garmin.recordActivity(person.user_id);
    garmin.prolongActivity(id, 300);
    const [, told] = (await stage.delivered()).flatMap(({ body }) => body.activities ?? []);
    assert.equal((await backfill('activities', 2, 0)).status, 202);
    assert.deepEqual((await stage.delivered()).length, 0);
    clock.pass(5);
    const found = (await stage.delivered()).flatMap(({ body }) => body.activities ?? []);
    assert.deepEqual(found, [told]);
  });

  test('a backfill ends where the invented history ends', async () => {
    const { garmin, clock } = stage;
    const busy = garmin.addPerson({ name: 'Busy', activities_per_day: 12 });
    token = await stage.connect(undefined, busy.user_id);
    clock.pass(DAY_S);
    assert.equal((await backfill('activities', 3, 0)).status, 202);
    clock.pass(60);
    const found = (await stage.delivered()).flatMap(({ body }) => body.activities ?? []);
    const last_s = Math.max(...found.map(({ startTimeInSeconds }) => Number(startTimeInSeconds)));
    assert.ok(found.length > 20 && last_s < busy.added.getTime() / 1_000);
  });
});
