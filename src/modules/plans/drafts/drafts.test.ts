import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { addCoach, addMember, createOrganization, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { MAX_DRAFTS } from './draft.ts';
import { draftJob } from './keep-draft.ts';

describe('drafts of plans that coaches keep', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
  });
  const begin = async () => {
    club = await createOrganization(server);
  };
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path = '',
    body?: object,
    { token = club.coach.token, key }: { token?: string; key?: string } = {},
  ) =>
    await server.request(method, `/api/v1/organizations/${club.org_id}/plan-drafts${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const DRAFT = { title: ' Autumn ', draft: '## Week 1: Base\n', form: { weeks: 1, goal: { event: '10k' } } };

  test('a draft is kept as it was sent, changed with its revision, and two tabs do not overwrite each other', async () => {
    await begin();
    const athlete = await addMember(server, club);
    const remarks = [{ from: 'engine', text: 'Week 1 is short.', week_number: 1 }];
    const sent = { ...DRAFT, remarks, athlete_id: athlete.user_id.toUpperCase() };
    const made = await ask('POST', '', sent, { key: 'one' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { draft } = made.body.data;
    assert.deepEqual(
      [draft.title, draft.draft, draft.form, draft.remarks, draft.athlete_id, draft.revision],
      ['Autumn', DRAFT.draft, DRAFT.form, remarks, athlete.user_id, 1],
    );
    assert.equal((await ask('POST', '', sent, { key: 'one' })).body.data.draft.id, draft.id);

    const tabs = await Promise.all(
      ['left', 'right'].map((text) => ask('PUT', `/${draft.id}`, { title: text, draft: text, revision: 1 })),
    );
    const [won, lost] = tabs.toSorted((one, other) => one.status - other.status);
    assert.deepEqual([won?.status, lost?.status, lost?.body.code], [200, 409, 'draft_changed']);
    assert.deepEqual(lost?.body.current, won?.body.data.draft);
    assert.deepEqual((await ask('GET', `/${draft.id}`)).body.data.draft, won?.body.data.draft);
    assert.equal(won?.body.data.draft.athlete_id, null);

    assert.equal((await ask('DELETE', `/${draft.id}`)).status, 200);
    assert.equal((await ask('DELETE', `/${draft.id}`)).status, 404);
    assert.equal((await ask('PUT', `/${draft.id}`, { ...DRAFT, revision: 2 })).status, 404);
  });

  test('nobody but its coach finds a draft, also no other coach of the club', async () => {
    await begin();
    const { id } = (await ask('POST', '', DRAFT)).body.data.draft;
    const colleague = await addCoach(server, club);
    const { token } = colleague;
    for (const [method, body] of [['GET'], ['PUT', { ...DRAFT, revision: 1 }], ['DELETE']] as const)
      assert.equal((await ask(method, `/${id}`, body, { token })).status, 404, method);
    assert.deepEqual((await ask('GET', '', undefined, { token })).body.data.drafts, []);
    assert.equal(
      (await ask('GET', '', undefined, { token: (await addMember(server, club)).token })).status,
      403,
    );
  });

  test('the list has the last changed first, by pages, up to as many as there may be', async () => {
    await begin();
    await server.deps.db.execute(sql`
      INSERT INTO plan_drafts (id, org_id, created_by, title, draft, form, remarks, revision, created_at, updated_at)
      SELECT gen_random_uuid(), ${club.org_id}, ${club.coach.user_id}, n::text, '', '{}', '[]', 1, ${server.clock.now()},
        ${server.clock.now()}::timestamptz - make_interval(mins => n / 3)
      FROM generate_series(1, ${MAX_DRAFTS}) AS n`);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { data } = (await ask('GET', `?limit=7${cursor}`)).body;
      seen.push(...data.drafts.map(({ id }: { id: string }) => id));
      cursor = data.next_cursor === null ? '' : `&cursor=${data.next_cursor}`;
    } while (cursor !== '');
    assert.deepEqual([seen.length, new Set(seen).size], [MAX_DRAFTS, MAX_DRAFTS]);
    const refused = await ask('POST', '', DRAFT);
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    await ask('DELETE', `/${seen[0]}`);
    const two = await Promise.all([ask('POST', '', DRAFT), ask('POST', '', DRAFT)]);
    assert.deepEqual(two.map(({ status }) => status).toSorted(), [201, 409]);
  });

  test('what is too large, nests too deep or names an athlete in the form is refused with its name', async () => {
    await begin();
    let deep: object = {};
    for (let level = 0; level < 12; level += 1) deep = { deep };
    for (const [field, form] of [
      ['form', { words: 'x'.repeat(20_000) }],
      ['form', deep],
      ['form.athlete_id', { athlete_id: club.coach.user_id }],
    ] as const) {
      const { status, body } = await ask('POST', '', { ...DRAFT, form });
      assert.deepEqual([status, body.details?.[0]?.path], [400, field], JSON.stringify(body));
    }
    assert.equal((await ask('POST', '', { ...DRAFT, draft: 'x'.repeat(200_001) })).status, 400);
    assert.equal((await ask('POST', '', { ...DRAFT, draft: '週'.repeat(200_000) })).status, 201);
    const elsewhere = (await createOrganization(server)).coach.user_id;
    assert.equal((await ask('POST', '', { ...DRAFT, athlete_id: elsewhere })).status, 404);
  });

  test('it is in the archive of its coach, and 90 days after the last change it is gone', async () => {
    await begin();
    const { id } = (await ask('POST', '', DRAFT)).body.data.draft;
    const archive = await takeOut(server, club.coach);
    assert.deepEqual(
      archive.records('plan_drafts.json').map((kept) => [kept.id, kept.title, kept.form]),
      [[id, 'Autumn', DRAFT.form]],
    );
    const { db, clock } = server.deps;
    await db.execute(sql`
      UPDATE plan_drafts SET updated_at = ${new Date(clock.now().getTime() - 90 * DAY_MS)} WHERE id = ${id}`);
    assert.equal((await ask('GET', `/${id}`)).status, 404);
    const job = draftJob({ db, clock });
    assert.equal(job.job.name, 'plans.forget-drafts');
    const context = {
      job_id: newId(),
      attempt: 1,
      signal: new AbortController().signal,
      logger: server.deps.logger,
    };
    await job.run({}, context);
    assert.deepEqual(await db.query(sql`SELECT id FROM plan_drafts WHERE id = ${id}`), []);
  });
});
