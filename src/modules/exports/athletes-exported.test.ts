import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import {
  attemptExport,
  createExporter,
  type Exporter,
  objectsOf,
  recordExport,
} from '../../test/export-attempts.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { type AthletesExported, athletesExported, athletesExportedBy } from './athletes-exported.ts';

test('many athletes are told of by several events that a job can carry', () => {
  const job = { id: newId(), org_id: newId(), start_date_ms: null, end_date_ms: 5 };
  for (const [count, sizes] of [
    [0, []],
    [1, [1]],
    [1_000, [1_000]],
    [2_001, [1_000, 1_000, 1]],
  ] as const) {
    const athlete_ids = Array.from({ length: count }, () => newId());
    const archive = { org_name: '走'.repeat(100), athlete_ids, completed_at: new Date(7) };
    const events = athletesExportedBy(job, archive);
    assert.deepEqual(
      events.map((event) => event.athlete_ids.length),
      sizes,
    );
    assert.deepEqual(
      events.flatMap((event) => event.athlete_ids),
      athlete_ids,
    );
    for (const event of events) {
      const text = JSON.stringify(event);
      assert.ok(Buffer.byteLength(text) < 64 * 1024);
      assert.deepEqual(athletesExported.job.payload(JSON.parse(text)), event);
    }
  }
});

test('what is no event of this kind is not taken for one', () => {
  const [event] = athletesExportedBy(
    { id: newId(), org_id: newId(), start_date_ms: null, end_date_ms: null },
    { org_name: 'Club', athlete_ids: [newId()], completed_at: new Date(7) },
  );
  const { start_date_ms: _, ...open } = { ...event };
  assert.deepEqual(athletesExported.job.payload(open), event);
  for (const wrong of [
    { org_id: undefined },
    { org_name: 5 },
    { export_id: null },
    { completed_at_ms: '2026' },
    { athlete_ids: 'all' },
    { athlete_ids: Array.from({ length: 1_001 }, () => newId()) },
  ]) {
    assert.throws(
      () => athletesExported.job.payload({ ...event, ...wrong }),
      /missing/,
      JSON.stringify(wrong),
    );
  }
});

describe('an export tells of its athletes', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  let owner: Exporter['owner'];
  before(async () => {
    server = await testServer();
    ({ club, key, owner } = await createExporter(server));
  });

  const read = async (id: string) =>
    (await server.request('GET', `/developer/v1/exports/${id}`, { apiKey: key.secret })).body.data.export;

  function listening(): { events: Events; emitted: AthletesExported[] } {
    const emitted: AthletesExported[] = [];
    const emit: Events['emit'] = async (tx, event, payload) => {
      emitted.push(athletesExported.job.payload(payload));
      await server.deps.events.emit(tx, event, payload);
    };
    return { events: { ...server.deps.events, emit }, emitted };
  }

  test('once, with the first archive that is recorded, however many attempts there are', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const hidden = await seedAthlete(server, club.org_id, { privacy: { share_activity_with_coach: false } });
    const job = await recordExport(server, owner, { athlete_ids: [hidden.user_id, athlete.user_id] });
    const { events, emitted } = listening();
    await Promise.all([1, 1, 1].map((attempt) => attemptExport(server, job, { attempt, events })));
    await attemptExport(server, job, { attempt: 2, events });
    const { completed_at } = await read(job.id);
    assert.deepEqual(emitted, [
      {
        org_id: club.org_id,
        org_name: club.name,
        export_id: job.id,
        start_date_ms: null,
        end_date_ms: null,
        completed_at_ms: Date.parse(completed_at),
        athlete_ids: [athlete.user_id],
      },
    ]);
  });

  test('or has not completed: both or neither', async () => {
    await seedAthlete(server, club.org_id);
    const job = await recordExport(server, owner);
    const emit: Events['emit'] = async () => {
      throw new Error('the database went away');
    };
    await assert.rejects(
      attemptExport(server, job, { events: { ...server.deps.events, emit } }),
      /went away/,
    );
    const { status, completed_at } = await read(job.id);
    assert.deepEqual([status, completed_at], ['running', null]);
    const { events, emitted } = listening();
    await attemptExport(server, job, { attempt: 2, events });
    assert.equal((await read(job.id)).status, 'completed');
    assert.equal(emitted.length, 1);
    assert.equal((await objectsOf(server, job)).length, 1, 'the archive nobody was told of is gone');
  });

  test('but not of nobody', async () => {
    const job = await recordExport(server, owner, { athlete_ids: [newId()] });
    const { events, emitted } = listening();
    await attemptExport(server, job, { events });
    assert.equal((await read(job.id)).status, 'completed');
    assert.deepEqual(emitted, []);
  });
});
