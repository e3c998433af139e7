import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import { downloadArchive, type WireExport, waitForExport } from '../../test/archives.ts';
import { testEngine } from '../../test/engine.ts';
import { createApiKey, createOrganization } from '../../test/factories.ts';
import { startTestServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

const skip =
  testEngine() === 'postgres' ? false : 'a lock would hold up everybody on the one connection there';

for (const atOnce of [1, 2]) {
  test(`of four exports asked for at once by four clubs ${atOnce} run, the others wait as pending, and reads go on`, {
    skip,
  }, async () => {
    const server = await startTestServer({ EXPORTS_AT_ONCE: String(atOnce) });
    try {
      const clubs = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const club = await createOrganization(server);
          const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
          const { user_id } = await seedAthlete(server, club.org_id);
          await insertActivities(server.deps.db, [makeActivity(user_id)]);
          return { secret, id: '' };
        }),
      );
      const states = async (): Promise<string[]> => {
        const read = clubs.map(async ({ secret, id }) => {
          const answer = await server.request('GET', `/developer/v1/exports/${id}`, { apiKey: secret });
          return answer.body.data.export.status as string;
        });
        return (await Promise.all(read)).sort();
      };
      const expected = ['pending', 'pending', 'pending', 'running', 'running'].slice(atOnce - 1, atOnce + 3);

      await server.deps.db.transaction(async (tx) => {
        // Whoever reads activities waits; an export does so with its snapshot taken.
        await tx.execute(sql`LOCK TABLE activities IN ACCESS EXCLUSIVE MODE`);
        for (const club of clubs) {
          const asked = await server.request('POST', '/developer/v1/exports', {
            apiKey: club.secret,
            body: {},
          });
          assert.equal(asked.status, 202);
          club.id = asked.body.data.export.id;
        }
        for (let reads = 0; reads < 500 && (await states()).join() !== expected.join(); reads++)
          await sleep(20);
        // Long enough for one too many to start, were there room for it.
        for (let reads = 0; reads < 30; reads++) {
          assert.deepEqual(await states(), expected);
          await sleep(20);
        }
      });
      for (const { secret, id } of clubs) {
        const job: WireExport = await waitForExport(server, secret, id);
        assert.equal(job.status, 'completed');
        const { manifest } = await downloadArchive(server, secret, id);
        assert.equal(manifest.counts.activities, 1);
      }
    } finally {
      await server.stop();
    }
  });
}
