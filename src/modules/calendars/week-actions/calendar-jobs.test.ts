import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import { createOrganization, signUp, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { saveQuietPlan } from '../../../test/saved-plans.ts';
import { seedAthlete } from '../../../test/seed-athletes.ts';
import { findSessionsOfPeople } from '../../sessions/index.ts';
import { runJob } from './run-job.ts';

type Job = {
  id: string;
  kind: string;
  state: string;
  failure: string | null;
  done: number;
  of: number;
  dry_run: boolean;
  not_members: string[];
  undo_token: string | null;
  finished_at: string | null;
};
type Athlete = {
  user_id: string;
  is_done: boolean;
  changes: { user_id: string; change: string; from_date: string; to_date: string; workout_id: string }[];
  refused: { reason: string }[];
};
type Page = { job: Job; athletes: Athlete[]; next_cursor: string | null };

/** More than two transactions of them. */
const MANY = 60;

describe('changes of the plans of more athletes than a request waits for', () => {
  let server: TestServer;
  let today: string;
  before(async () => {
    server = await testServer();
    today = server.clock.now().toISOString().slice(0, 10);
  });
  const day = (days: number) => addDays(today, days);

  /** Athletes in UTC with a plan that began three days ago: workouts on days -3, -1, 2, 4, 6, 9, 11, 13, 16. */
  async function clubOf(count: number) {
    const club = await createOrganization(server);
    const athlete_ids: string[] = [];
    for (let made = 0; made < count; made += 1)
      athlete_ids.push((await seedAthlete(server, club.org_id, { timezone: 'UTC' })).user_id);
    await saveQuietPlan(server, club, { start_date: day(-3), weeks: 3, athlete_ids });
    return { club, athlete_ids };
  }
  const send = async (
    { org_id, coach }: TestOrganization,
    method: string,
    path: string,
    options: { body?: object; headers?: Record<string, string>; token?: string } = {},
  ) =>
    await server.request(method, `/api/v1/organizations/${org_id}/calendar${path}`, {
      token: coach.token,
      ...options,
    });
  async function start(
    club: TestOrganization,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Job> {
    const answer = await send(club, 'POST', '/actions', { body, headers });
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    return answer.body.data.job;
  }
  const read = async (club: TestOrganization, id: string, query = ''): Promise<Page> => {
    const { status, body } = await send(club, 'GET', `/jobs/${id}${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  async function ended(club: TestOrganization, id: string): Promise<Page> {
    return await eventually(
      () => read(club, id, '?limit=100'),
      ({ job }) => job.finished_at !== null,
    );
  }
  /** Days from today on which each athlete has a workout. */
  async function daysOf(athlete_ids: readonly string[]): Promise<number[][]> {
    const rows = await server.deps.db.query<{ user_id: string; dates: string[] }>(sql`
      SELECT user_id, (SELECT json_agg(w ->> 'date' ORDER BY w ->> 'date') FROM json_array_elements(workouts) w) AS dates
      FROM plan_assignments WHERE user_id = ANY (${athlete_ids}::uuid[]) ORDER BY user_id`);
    return rows.map(({ dates }) => dates.map((date) => (Date.parse(date) - Date.parse(today)) / DAY_MS));
  }
  const WHOLE = [-3, -1, 2, 4, 6, 9, 11, 13, 16];
  const SHIFTED = [-3, -1, 3, 5, 7, 9, 11, 13, 16];
  const allAre = async (athlete_ids: readonly string[], days: number[]) => {
    const found = await daysOf(athlete_ids);
    assert.equal(found.length, athlete_ids.length);
    for (const one of found) assert.deepEqual(one, days);
  };

  test('a job changes them all, tells how far it is, and its token takes all of it back', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const stranger = newId();
    const shift = { action: 'shift', from: day(2), until: day(6), days: 1 };
    const asked = { ...shift, athlete_ids: [...athlete_ids, stranger] };
    const begun = await start(club, asked);
    assert.deepEqual(
      [begun.kind, begun.of, begun.not_members, begun.dry_run],
      ['action', MANY, [stranger], false],
    );
    const { job, athletes } = await ended(club, begun.id);
    assert.deepEqual([job.state, job.failure, job.done, job.of], ['done', null, MANY, MANY]);
    assert.equal(athletes.length, MANY);
    for (const { is_done, changes, refused } of athletes) {
      assert.deepEqual([is_done, changes.length, refused], [true, 3, []]);
      assert.ok(changes.every(({ change }) => change === 'moved'));
    }
    await allAre(athlete_ids, SHIFTED);
    const undone = await send(club, 'POST', '/actions/undo', { body: { undo_token: job.undo_token } });
    assert.equal(undone.status, 202, JSON.stringify(undone.body));
    const back = await ended(club, undone.body.data.job.id);
    assert.deepEqual(
      [back.job.kind, back.job.state, back.job.done, back.job.undo_token],
      ['undo', 'done', MANY, null],
    );
    await allAre(athlete_ids, WHOLE);
    assert.equal((await read(club, begun.id)).job.undo_token, null, 'there is nothing left to undo');
    const twice = await send(club, 'POST', '/actions/undo', { body: { undo_token: job.undo_token } });
    assert.equal(twice.status, 404);
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM audit_log WHERE org_id = ${club.org_id} AND event_type = 'workouts_changed'`);
    assert.equal(count, 2 * MANY, 'an entry for each athlete and change');
  });

  test('trying it stores nothing and says what doing it then does', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const asked = { action: 'clear', from: day(2), until: day(4), athlete_ids };
    const tried = await ended(club, (await start(club, { ...asked, dry_run: true })).id);
    assert.deepEqual([tried.job.state, tried.job.dry_run, tried.job.undo_token], ['done', true, null]);
    await allAre(athlete_ids, WHOLE);
    const done = await ended(club, (await start(club, asked)).id);
    assert.deepEqual(done.athletes, tried.athletes);
    await allAre(athlete_ids, [-3, -1, 6, 9, 11, 13, 16]);
  });

  test('a workout is set on days of them all, says what it replaces, and the token of the job takes it back', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const workout = { workout_type: 'tempo', title: '20 min tempo', text: '- Threshold 20m' };
    const asked = { action: 'set', athlete_ids, dates: [day(2), day(3)], workout, conflict: 'replace' };
    const wrong = { ...workout, text: '- 400m' };
    const refused = await send(club, 'POST', '/actions', { body: { ...asked, workout: wrong } });
    assert.deepEqual(
      [refused.status, refused.body.details?.[0]?.path],
      [400, 'workout.text'],
      'what cannot be read is said before a job begins',
    );
    const told = ({ athletes }: Page) =>
      athletes.map(({ user_id, changes, refused: not }) => ({
        user_id,
        changes: changes.map(({ change, from_date, to_date }) => [change, from_date, to_date]),
        not,
      }));
    const tried = await ended(club, (await start(club, { ...asked, dry_run: true })).id);
    await allAre(athlete_ids, WHOLE);
    const done = await ended(club, (await start(club, asked)).id);
    assert.deepEqual([done.job.state, done.job.done], ['done', MANY]);
    assert.deepEqual(told(done), told(tried));
    for (const { changes, not } of told(done))
      assert.deepEqual(
        [changes, not],
        [
          [
            ['removed', day(2), null],
            ['added', null, day(2)],
            ['added', null, day(3)],
          ],
          [],
        ],
      );
    await allAre(athlete_ids, [-3, -1, 2, 3, 4, 6, 9, 11, 13, 16]);
    const body = { undo_token: done.job.undo_token };
    const undone = await send(club, 'POST', '/actions/undo', { body });
    assert.equal(undone.status, 202, JSON.stringify(undone.body));
    await ended(club, undone.body.data.job.id);
    await allAre(athlete_ids, WHOLE);
  });

  test('what is copied is what it was when it was asked, also to its own athlete', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const [source_athlete_id = ''] = athlete_ids;
    const asked = { action: 'copy', source_athlete_id, from: day(2), until: day(4), to: day(3), athlete_ids };
    const { athletes } = await ended(club, (await start(club, asked)).id);
    for (const { changes } of athletes)
      assert.deepEqual(
        changes.map(({ change, to_date }) => [change, to_date]),
        [
          ['added', day(3)],
          ['added', day(5)],
        ],
      );
  });

  test('what an athlete changed since stays, is named, and keeps nobody else from being taken back', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const shift = { action: 'shift', from: day(2), until: day(6), days: 1, athlete_ids };
    const { job, athletes } = await ended(club, (await start(club, shift)).id);
    const changed = athletes[3];
    assert.ok(changed !== undefined);
    const cleared = await send(club, 'POST', '/actions', {
      body: { action: 'clear', athlete_ids: [changed.user_id], from: day(3) },
    });
    assert.equal(cleared.status, 200);
    const answer = await send(club, 'POST', '/actions/undo', { body: { undo_token: job.undo_token } });
    const back = await ended(club, answer.body.data.job.id);
    const refused = back.athletes.filter((one) => one.refused.length > 0);
    assert.deepEqual(
      refused.map((one) => [one.user_id, one.changes, one.refused.map(({ reason }) => reason)]),
      [[changed.user_id, [], ['changed_since']]],
    );
    await allAre(
      athlete_ids.filter((user_id) => user_id !== changed.user_id),
      WHOLE,
    );
    await allAre([changed.user_id], [-3, -1, 5, 7, 9, 11, 13, 16]);
  });

  test('run twice at once, or again after it was cut off, it is done once', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const shift = { action: 'shift', from: day(2), until: day(6), days: 1, athlete_ids };
    const headers = { 'idempotency-key': `many-${club.org_id}` };
    const [one, two] = await Promise.all([start(club, shift, headers), start(club, shift, headers)]);
    assert.equal(one.id, two.id, 'sent again by its key it is the same job');
    const deps = { ...server.deps, findSessionsOfPeople };
    const of = { org_id: club.org_id, job_id: one.id };
    const cut = AbortSignal.abort(new Error('The worker was stopped.'));
    await runJob(deps, of, cut).catch((error: Error) =>
      assert.equal(error.message, 'The worker was stopped.'),
    );
    const { signal } = new AbortController();
    await Promise.all([runJob(deps, of, signal), runJob(deps, of, signal)]);
    const { job } = await ended(club, one.id);
    assert.deepEqual([job.state, job.done], ['done', MANY]);
    await allAre(athlete_ids, SHIFTED);
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM audit_log WHERE org_id = ${club.org_id} AND event_type = 'workouts_changed'`);
    assert.equal(count, MANY);
  });

  test('ends where its coach may do it no more, and nothing is begun after an hour', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const shift = { action: 'shift', from: day(2), until: day(6), days: 1, athlete_ids, dry_run: true };
    const begun = await start(club, shift);
    await ended(club, begun.id);
    const restart = async (fields: { created_by: string; created_at: Date }) => {
      await server.deps.db.execute(sql`
        UPDATE calendar_jobs SET finished_at = NULL, created_by = ${fields.created_by}, created_at = ${fields.created_at}
        WHERE id = ${begun.id}`);
      await server.deps.db.execute(
        sql`UPDATE calendar_job_athletes SET outcome = NULL WHERE job_id = ${begun.id}`,
      );
      const deps = { ...server.deps, findSessionsOfPeople };
      const { signal } = new AbortController();
      await runJob(deps, { org_id: club.org_id, job_id: begun.id }, signal);
      const { job } = await read(club, begun.id);
      return [job.state, job.failure, job.done];
    };
    const now = server.clock.now();
    const stranger = await signUp(server);
    assert.deepEqual(await restart({ created_by: stranger.user_id, created_at: now }), [
      'failed',
      'forbidden',
      0,
    ]);
    await server.deps.db.execute(sql`UPDATE calendar_jobs SET failure = NULL WHERE id = ${begun.id}`);
    const created_at = new Date(now.getTime() - HOUR_MS - 1_000);
    const created_by = club.coach.user_id;
    assert.deepEqual(await restart({ created_by, created_at }), ['failed', 'timed_out', 0]);
    await allAre(athlete_ids, WHOLE);
  });

  test('comes by pages, and is for coaches of its organization for a day', async () => {
    const { club, athlete_ids } = await clubOf(MANY);
    const begun = await start(club, { action: 'clear', from: day(2), athlete_ids, dry_run: true });
    await ended(club, begun.id);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await read(club, begun.id, `?limit=25${cursor}`);
      seen.push(...page.athletes.map(({ user_id }) => user_id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(seen, athlete_ids.toSorted());
    const [gone = ''] = athlete_ids;
    await server.deps.db.execute(sql`
      UPDATE organization_members SET left_at = ${server.clock.now()} WHERE user_id = ${gone}`);
    const after = await read(club, begun.id, '?limit=100');
    const left = after.athletes.find(({ user_id }) => user_id === gone);
    assert.deepEqual([left?.changes, left?.refused.map(({ reason }) => reason)], [[], ['not_a_member']]);
    const elsewhere = await createOrganization(server);
    const path = `/jobs/${begun.id}`;
    assert.equal((await send(elsewhere, 'GET', path)).status, 404);
    assert.equal((await send(club, 'GET', path, { token: elsewhere.coach.token })).status, 404);
    assert.equal((await send(club, 'GET', `/jobs/${newId()}`)).status, 404);
    assert.equal((await send(club, 'GET', `${path}?cursor=AAAA`)).status, 400);
    await server.deps.db.execute(sql`
      UPDATE calendar_jobs SET created_at = created_at - interval '25 hours' WHERE id = ${begun.id}`);
    assert.equal((await send(club, 'GET', path)).status, 404);
    const bad = { action: 'shift', from: day(2), athlete_ids };
    assert.equal((await send(club, 'POST', '/actions', { body: bad })).status, 400);
    const tooMany = { action: 'clear', from: day(2), athlete_ids: Array.from({ length: 501 }, newId) };
    assert.equal((await send(club, 'POST', '/actions', { body: tooMany })).status, 400);
    const nobody = { action: 'clear', from: day(2), athlete_ids: Array.from({ length: 51 }, newId) };
    const { job } = await ended(club, (await start(club, nobody)).id);
    assert.deepEqual([job.state, job.of, job.not_members.length, job.undo_token], ['done', 0, 51, null]);
  });
});
