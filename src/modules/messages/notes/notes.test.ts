import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { eventually } from '../../../test/eventually.ts';
import { createOrganization, signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type MessageStage, messageStage } from '../../../test/message-stage.ts';
import { takeOut } from '../../../test/personal-archive.ts';

describe('a note of the coaches on an athlete', () => {
  let server: TestServer;
  let stage: MessageStage;
  before(async () => {
    server = await testServer();
    stage = await messageStage(server);
  });
  const ask = (
    method: string,
    path: string,
    { token }: Pick<TestUser, 'token'>,
    body?: object,
    headers = {},
  ) => server.request(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  const notesFor = async (by: TestUser, at = stage) => (await ask('GET', at.notes, by)).body.data.notes;

  test('is written, read, changed and deleted by coaches, and not known to anybody else over the API', async () => {
    const { head, assistant, athlete, other, notes } = stage;
    const key = { 'idempotency-key': randomUUID() };
    const written = await Promise.all(
      [1, 2].map(() => ask('POST', notes, assistant, { text: ' Starts too fast. ' }, key)),
    );
    assert.deepEqual(new Set(written.map(({ status }) => status)), new Set([201]));
    const [note, ...rest] = await notesFor(head);
    assert.deepEqual(rest, [], 'sent twice, written once');
    assert.deepEqual(
      [note.text, note.author.user_id, note.author.role],
      ['Starts too fast.', assistant.user_id, 'assistant_coach'],
    );
    const one = `${notes}/${note.id}`;
    const elsewhere = await createOrganization(server);
    for (const [by, status] of [
      [athlete, 403],
      [other, 403],
      [await signUp(server), 404],
      [elsewhere.coach, 404],
    ] as const) {
      assert.equal((await ask('GET', notes, by)).status, status);
      assert.equal((await ask('POST', notes, by, { text: 'x' })).status, status);
      assert.equal((await ask('PATCH', one, by, { text: 'x' })).status, status);
      assert.equal((await ask('DELETE', one, by)).status, status);
    }
    assert.equal((await server.request('GET', notes)).status, 401);
    assert.equal((await ask('PATCH', one, head, { text: 'x' })).status, 403);
    for (const text of ['', 'x'.repeat(5_001), 'a\u202Eb'])
      assert.equal((await ask('PATCH', one, assistant, { text })).status, 400);
    const changed = await ask('PATCH', one, assistant, { text: 'Started well.' });
    assert.deepEqual([changed.status, changed.body.data.note.text], [200, 'Started well.']);
    assert.equal((await ask('PATCH', `${notes}/${newId()}`, assistant, { text: 'x' })).status, 404);
    // Under another athlete it is not there.
    const wrong = one.replace(athlete.user_id, other.user_id);
    assert.equal((await ask('DELETE', wrong, head)).status, 404);
    const deleted = (await Promise.all([ask('DELETE', one, head), ask('DELETE', one, head)])).map(
      ({ status }) => status,
    );
    assert.deepEqual(deleted.sort(), [200, 404]);
    assert.deepEqual(await notesFor(head), []);
  });

  test('leaves its writing, changing and deleting in the club’s log and its reading in the athlete’s, never its words', async () => {
    const club = await messageStage(server);
    const { head, athlete, notes } = club;
    const { body } = await ask('POST', notes, head, { text: 'Very private.' });
    await ask('PATCH', `${notes}/${body.data.note.id}`, head, { text: 'Very private indeed.' });
    await notesFor(head, club);
    await ask('DELETE', `${notes}/${body.data.note.id}`, head);
    const logs = await ask('GET', `/api/v1/organizations/${club.club.org_id}/audit-logs`, head);
    const events = logs.body.logs.filter(({ event_type }: { event_type: string }) =>
      event_type.startsWith('coach_note'),
    );
    assert.deepEqual(
      events
        .map((one: { event_type: string; target_id: string }) => [one.event_type, one.target_id])
        .reverse(),
      ['written', 'changed', 'deleted'].map((what) => [`coach_note_${what}`, athlete.user_id]),
    );
    assert.ok(!JSON.stringify(logs.body).includes('private'));
    const accesses = await eventually(
      async () => (await ask('GET', '/api/v1/users/me/accesses', athlete)).body.data.accesses,
      (all) => all.some((one: { read: { data: string } | null }) => one.read?.data === 'notes'),
    );
    assert.ok(!JSON.stringify(accesses).includes('private'));
  });

  test('is in the archive of the athlete with its author’s role and name, and not in its author’s', async () => {
    const club = await messageStage(server);
    const { head, athlete, notes } = club;
    await ask('POST', notes, head, { text: 'For the archive.' });
    const [note, ...rest] = (await takeOut(server, athlete)).records('coach_notes.json');
    assert.deepEqual(rest, []);
    assert.deepEqual(
      [note.text, note.author.role, note.org_id],
      ['For the archive.', 'head_coach', club.club.org_id],
    );
    assert.ok(note.author.name.length > 0 && note.created_at !== undefined);
    assert.deepEqual((await takeOut(server, head)).records('coach_notes.json'), []);
  });

  test('goes with the membership it is about', async () => {
    const club = await messageStage(server);
    const { head, athlete, notes } = club;
    await ask('POST', notes, head, { text: 'Gone soon.' });
    await ask('DELETE', `/api/v1/organizations/${club.club.org_id}/members/${athlete.user_id}`, athlete);
    assert.equal((await ask('GET', notes, head)).status, 404);
    await eventually(
      async () => (await takeOut(server, athlete)).records('coach_notes.json').length,
      (count) => count === 0,
    );
  });
});
