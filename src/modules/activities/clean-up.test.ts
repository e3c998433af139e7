import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { signUp, uploadFile } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';
import { cleanUp } from './clean-up.ts';
import { uploadKey } from './uploaded-file.ts';

const RUN = writeFit([simulateActivity(exampleSimulation(steadyRun(600), { resolution_s: 5 }))]);

test('the clean-up removes uploaded files that no row names, once they are a day old, and no others', async () => {
  const server = await testServer();
  const { db, store, clock } = server.deps;
  const user = await signUp(server);
  assert.equal((await uploadFile(server, user, RUN)).status, 201);
  const { object_key } = await db.one<{ object_key: string }>(
    sql`SELECT object_key FROM activity_files WHERE user_id = ${user.user_id}`,
  );
  const stray = uploadKey({ user_id: user.user_id, sha256: randomBytes(32), id: newId() });
  await store.put(stray, Buffer.from('a recording'));
  const isThere = async (key: string): Promise<boolean> => (await store.head(key)) !== null;
  const cleanUpIn = (ms: number, signal = new AbortController().signal) =>
    cleanUp({ db, store, clock: { now: () => new Date(clock.now().getTime() + ms) } }, signal);

  await cleanUpIn(DAY_MS - HOUR_MS);
  assert.deepEqual(
    [await isThere(stray), await isThere(object_key)],
    [true, true],
    'perhaps just being stored',
  );
  await assert.rejects(cleanUpIn(DAY_MS + HOUR_MS, AbortSignal.abort(new Error('time is up'))), /time is up/);
  assert.equal(await isThere(stray), true);
  await cleanUpIn(DAY_MS + HOUR_MS);
  assert.deepEqual([await isThere(stray), await isThere(object_key)], [false, true]);
});
