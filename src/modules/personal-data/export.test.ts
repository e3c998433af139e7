import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { signUp, type TestUser, uploadFile } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { askForArchive, takeOut } from '../../test/personal-archive.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { storeRecording } from '../activities/index.ts';
import type { PersonalData } from '../users/index.ts';
import { exportPersonalData } from './export-personal-data.ts';

describe('GET /users/me/export', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  /** Activities that compress to more than any buffer on the way takes. */
  async function giveMuch(user: TestUser, count = 1_500): Promise<void> {
    const activities = Array.from({ length: count }, (_, index) => ({
      ...makeActivity(user.user_id),
      id: newId(),
      external_id: null,
      // Each time three times, so that pages end among them: the order is then by id.
      start_time: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 60_000),
      description: randomBytes(7_000).toString('base64'),
    }));
    await insertActivities(server.deps.db, activities);
  }

  test('somebody who has nothing yet gets every file, and nothing in most of them', async () => {
    const user = await signUp(server);
    const { files, records, headers, manifest } = await takeOut(server, user);
    const username = records('profile.json')[0].username;
    const day = server.clock.now().toISOString().slice(0, 10);
    const name = `ekiden-${username}-${day}.zip`;
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    );
    assert.deepEqual(
      [headers.get('content-type'), headers.get('cache-control'), headers.get('etag')],
      ['application/zip', 'no-store', null],
    );
    const empty = [...files.keys()].filter(
      (file) => /^[^/]+\.json$/.test(file) && records(file).length === 0,
    );
    assert.deepEqual(
      empty.toSorted(),
      [
        'accesses',
        'activities',
        'activity_records',
        'activity_rulings',
        'admin_lookups',
        'api_keys',
        'audit_entries',
        'calendar_link',
        'club_session_answers',
        'club_session_attendance',
        'club_session_ticks_taken',
        'club_sessions_planned',
        'coach_decisions',
        'coach_notes',
        'coaching',
        'connection_attempts',
        'connections',
        'devices',
        'exports_asked_for',
        'feedback',
        'groups',
        'health_days',
        'health_samples',
        'invitations_made',
        'invitations_received',
        'library_workouts',
        'membership_offers',
        'memberships',
        'messages',
        'notifications',
        'plan_drafts',
        'plans',
        'reads',
        'unread_posts',
        'usage',
      ]
        .concat(['recordings', 'saved_plans', 'training_principle'])
        .concat([
          'activity_summaries',
          'availability',
          'campaigns',
          'chats',
          'deliveries',
          'injuries',
          'races',
          'sent_messages',
          'topics',
          'weekly_summaries',
        ])
        .map((one) => `${one}.json`)
        .toSorted(),
    );
    assert.deepEqual([manifest.user_id, manifest.missing], [user.user_id, []]);
    for (const file of files.keys())
      assert.ok(String(files.get('README.txt')).includes(file) || file === 'README.txt');
  });

  test('not without an access token; a HEAD makes no archive', async () => {
    const answer = await server.request('GET', '/api/v1/users/me/export');
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated']);
    const user = await signUp(server);
    await giveMuch(user);
    const [going, head] = [
      await askForArchive(server, user.token),
      await askForArchive(server, user.token, { method: 'HEAD' }),
    ];
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'application/zip']);
    assert.match(head.headers.get('content-disposition') ?? '', /^attachment; filename="ekiden-/);
    await going.body?.cancel();
  });

  test('every activity once, the newest first, however many pages they are', async () => {
    const user = await signUp(server);
    await giveMuch(user, 450);
    const { rows } = await server.deps.db.executeSql(
      `SELECT id FROM activities WHERE user_id = $1 ORDER BY start_time DESC, id DESC`,
      [user.user_id],
    );
    const { records } = await takeOut(server, user);
    assert.deepEqual(
      records('activities.json').map(({ id }) => id),
      rows.map((row) => Reflect.get(Object(row), 'id')),
    );
  });

  test('one at a time for each person; who breaks one off may begin another', async () => {
    const [user, other] = [await signUp(server), await signUp(server)];
    await giveMuch(user);
    const first = await askForArchive(server, user.token);
    assert.equal(first.status, 200);
    const second = await server.request('GET', '/api/v1/users/me/export', { token: user.token });
    assert.deepEqual([second.status, second.body.code], [429, 'rate_limited']);
    assert.ok(Number(second.headers.get('retry-after')) > 0);
    await takeOut(server, other);
    await first.body?.cancel();
    await until(async () => {
      const again = await askForArchive(server, user.token);
      await again.body?.cancel();
      return again.status === 200;
    });
  });

  test('of two asked for at once, one', async () => {
    const user = await signUp(server);
    await giveMuch(user);
    const answers = await Promise.all([1, 2, 3].map(() => askForArchive(server, user.token)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 429, 429]);
    for (const { body } of answers) await body?.cancel();
  });

  test('what cannot be read breaks the archive off', async () => {
    const user = await signUp(server);
    const activity = makeActivity(user.user_id);
    const { user_id } = user;
    const streams = [{ record_id: activity.id, user_id, data: Buffer.of(0) }];
    await server.deps.db.transaction((tx) =>
      storeRecording(tx, { user_id, activities: [activity], streams }),
    );
    const response = await askForArchive(server, user.token);
    assert.equal(response.status, 200);
    await assert.rejects(response.arrayBuffer(), 'the connection is cut, so nobody takes it for whole');
    await server.deps.db.execute(sql`DELETE FROM activity_streams WHERE record_id = ${activity.id}`);
    await takeOut(server, user);
  });

  test('a recording that the store has lost, or has with other bytes, is named as missing, and takes nothing else with it', async () => {
    const user = await signUp(server);
    const upload = async (seed: string): Promise<void> => {
      const simulation = exampleSimulation(steadyRun(1_000), { resolution_s: 5, seed });
      const file = writeFit([simulateActivity(simulation)]);
      assert.equal((await uploadFile(server, user, file, `${seed}: <1> | 2?.fit`)).status, 201);
    };
    const { store, db } = server.deps;
    for (const name of ['lost', 'cut', 'changed', 'unreadable', 'kept']) await upload(name);
    const stored = await db.query<{ name: string; key: string }>(sql`
      SELECT split_part(file_name, ':', 1) AS name, object_key AS key FROM activity_files WHERE user_id = ${user.user_id}`);
    const keyOf = (name: string): string => stored.find((one) => one.name === name)?.key ?? '';
    const bytesOf = async (key: string): Promise<Buffer> => {
      const object = await store.get(key);
      assert.ok(object !== null);
      return await buffer(object.body);
    };
    await store.delete(keyOf('lost'));
    const cut = await bytesOf(keyOf('cut'));
    await store.put(keyOf('cut'), cut.subarray(0, -1));
    const changed = await bytesOf(keyOf('changed'));
    await store.put(keyOf('changed'), changed.with(100, (changed[100] ?? 0) ^ 1));
    await store.delete(keyOf('unreadable'));
    await mkdir(join(server.dataDir, 'objects', 'objects', keyOf('unreadable')), { recursive: true });

    const { records, files, manifest } = await takeOut(server, user);
    const named = records('recordings.json');
    const [kept] = named.filter(({ file_name }: { file_name: string }) => file_name.startsWith('kept'));
    const others = named.filter((one: object) => one !== kept).map(({ file }: { file: string }) => file);
    assert.deepEqual([manifest.missing, others.length], [others, 4]);
    assert.ok(others.every((file: string) => !files.has(file)));
    assert.equal(files.get(kept.file)?.length, kept.size_bytes);
    assert.match(
      kept.file,
      /^recordings\/[0-9a-f-]{36}-kept_ _1_ _ 2_\.fit$/,
      'as a name that every system takes',
    );
  });

  test('who leaves meanwhile gets no archive that looks whole', async () => {
    const user = await signUp(server);
    await giveMuch(user);
    const response = await askForArchive(server, user.token);
    const body = { password: user.password };
    const left = await server.request('DELETE', '/api/v1/users/me', { token: user.token, body });
    assert.equal(left.status, 200, JSON.stringify(left.body));
    await assert.rejects(response.arrayBuffer());
  });

  test('nothing is read that nobody takes', async () => {
    const { user_id } = await signUp(server);
    let pages = 0;
    const endless: PersonalData = {
      name: 'endless',
      columns: [],
      files: { 'endless.json': 'More and more.' },
      async *collect() {
        yield { name: 'endless.json', records: more() };
      },
    };
    async function* more(): AsyncGenerator<string[]> {
      for (;;) {
        pages += 1;
        yield [JSON.stringify(randomBytes(64 * 1024).toString('base64'))];
      }
    }
    const exporting = new Set<string>();
    const deps = { ...server.deps, parts: [endless], exporting };
    const { bytes } = await exportPersonalData(deps, { type: 'user', user_id, roles: ['user'] });
    const parts = bytes.iterator();
    for (let taken = 0; taken < 8; taken += 1) await parts.next();
    const read = pages;
    await sleep(100);
    assert.ok(pages - read <= 3, `${pages - read} pages more were read ahead`);
    assert.deepEqual([...exporting], [user_id]);
    await parts.return?.();
    await until(async () => exporting.size === 0);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'this never came true');
    await sleep(20);
  }
}
