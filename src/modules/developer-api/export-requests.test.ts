import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { waitForExport } from '../../test/archives.ts';
import { createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

describe('asking for an export', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });

  const newKey = async () => (await createApiKey(server, club, { scopes: ['admin'] })).secret;
  const post = (apiKey: string, body: unknown) =>
    server.request('POST', '/developer/v1/exports', { apiKey, body });

  const REFUSED: readonly (readonly [what: string, body: unknown, names: RegExp])[] = [
    ['no object', [], /JSON object/],
    ['a text', 'all', /JSON object/],
    ['an unknown field', { formats: 'csv' }, /^formats: is not a field/],
    ['a server-recorded field', { api_key_id: newId() }, /^api_key_id/],
    ['an unknown format', { format: 'pdf' }, /^format: must be one of csv, json, both/],
    ['an upper-case format', { format: 'CSV' }, /^format/],
    ['a null format', { format: null }, /^format/],
    ['an empty list of athletes', { athlete_ids: [] }, /^athlete_ids/],
    ['too many athletes', { athlete_ids: Array.from({ length: 10_001 }, () => 'x') }, /^athlete_ids/],
    ['an athlete that is no text', { athlete_ids: [1] }, /^athlete_ids\.0/],
    ['an endless id', { athlete_ids: ['x'.repeat(101)] }, /^athlete_ids\.0/],
    ['a null athlete', { athlete_ids: [null] }, /^athlete_ids\.0/],
    ['NUL in an id', { athlete_ids: ['a\0'] }, /NUL/],
    ['a start after the end', { start_date: 2, end_date: 1 }, /^start_date: must not be after end_date/],
    ['a negative date', { start_date: -1 }, /^start_date/],
    ['a date past 9999', { end_date: 253_402_300_800_000 }, /^end_date/],
    ['a date that is text', { start_date: '0' }, /^start_date/],
    ['half a millisecond', { end_date: 1.5 }, /^end_date/],
    ['a boolean date', { end_date: true }, /^end_date/],
  ];

  test('what does not pass is refused with the field’s name, and nothing is recorded', async () => {
    const apiKey = await newKey();
    for (const [what, body, names] of REFUSED) {
      const answer = await post(apiKey, body);
      assert.equal(answer.status, 400, what);
      assert.equal(answer.body.code, 'validation_error', what);
      assert.match(answer.body.error, names, what);
    }
    const { body } = await server.request('GET', '/developer/v1/exports', { apiKey });
    assert.deepEqual(body.data.exports, []);
  });

  test('null is the same as left out; ids are taken as they are, each once', async () => {
    const apiKey = await newKey();
    const id = newId();
    const unset = { start_date: null, end_date: null, athlete_ids: null };
    for (const [body, params] of [
      [{}, { ...unset, format: 'both' }],
      [unset, { ...unset, format: 'both' }],
      [
        {
          athlete_ids: [id.toUpperCase(), id, 'No Id', 'no id', 'No Id'],
          start_date: 5,
          end_date: 5,
          format: 'json',
        },
        { athlete_ids: [id, 'No Id', 'no id'], start_date: 5, end_date: 5, format: 'json' },
      ],
    ] as const) {
      const answer = await post(apiKey, body);
      assert.equal(answer.status, 202, JSON.stringify(answer.body));
      const { export: job } = answer.body.data;
      const { actor_type, api_key_id, ...asked } = job.params;
      assert.equal(actor_type, 'api_key');
      assert.equal(job.requester_uid, `api-key:${api_key_id}`);
      assert.deepEqual(asked, params);
      const { id: jobId, created_at, requester_uid, params: _params, ...rest } = job;
      assert.deepEqual(rest, {
        org_id: club.org_id,
        export_type: 'org_activities',
        left_out: null,
        status: 'pending',
        file_size_bytes: null,
        schema_version: null,
        error_message: null,
        skipped_athletes: null,
        completed_at: null,
        expires_at: null,
      });
      const ended = await waitForExport(server, apiKey, jobId);
      assert.equal(ended.status, 'completed');
      assert.equal(ended.created_at, created_at);
    }
  });

  test('10,000 ids of nobody in particular are skipped, each by name', async () => {
    const apiKey = await newKey();
    const athlete_ids = Array.from({ length: 10_000 }, () => newId());
    const answer = await post(apiKey, { athlete_ids, format: 'json' });
    assert.equal(answer.status, 202);
    const ended = await waitForExport(server, apiKey, answer.body.data.export.id);
    assert.equal(ended.status, 'completed');
    assert.deepEqual(
      ended.skipped_athletes,
      athlete_ids.map((uid) => ({ uid, reason: 'not_a_member' })),
    );
  });

  test('the list is the key’s own, newest first, by pages and by status', async () => {
    const apiKey = await newKey();
    const list = async (query: string) => {
      const { status, body } = await server.request('GET', `/developer/v1/exports${query}`, { apiKey });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    };
    assert.deepEqual(await list(''), { exports: [], limit: 50, offset: 0 });
    const made: string[] = [];
    for (let i = 0; i < 4; i++) made.unshift((await post(apiKey, { format: 'csv' })).body.data.export.id);
    for (const id of made) await waitForExport(server, apiKey, id);
    const idsOf = ({ exports }: { exports: { id: string }[] }) => exports.map(({ id }) => id);
    assert.deepEqual(idsOf(await list('')), made);
    assert.deepEqual(idsOf(await list('?limit=2')), made.slice(0, 2));
    assert.deepEqual(idsOf(await list('?limit=2&offset=3')), made.slice(3));
    assert.deepEqual(idsOf(await list('?offset=2147483647')), []);
    assert.deepEqual(idsOf(await list('?status=completed')), made);
    for (const status of ['pending', 'running', 'failed', 'deleted']) {
      assert.deepEqual(idsOf(await list(`?status=${status}`)), [], status);
    }
    for (const query of ['?status=done', '?status=', '?limit=0', '?limit=101', '?offset=-1', '?limit=1.5']) {
      const { status, body } = await server.request('GET', `/developer/v1/exports${query}`, { apiKey });
      assert.deepEqual([status, body.code], [400, 'validation_error'], query);
    }
    for (const where of ['/exports/none', '/exports/none/download', `/exports/${newId()}`]) {
      const { status, body } = await server.request('GET', `/developer/v1${where}`, { apiKey });
      assert.deepEqual([status, body.code], [404, 'not_found'], where);
    }
  });
});
