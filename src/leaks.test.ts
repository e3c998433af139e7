/** No personal value appears in an answer where it must not; the long form is `npm run bench -- leaks`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestServer, TEST_APP_KEY } from './test/harness.ts';
import { POLICIES } from './test/leaks/model.ts';
import { searchForLeaks } from './test/leaks/search.ts';
import { chosenRuns } from './test/property.ts';
import { UNREACHABLE_PLATFORMS } from './test/unreachable-platforms.ts';

test('in random worlds no answer, archive, mail or push shows anybody what they may not see', async (t) => {
  const server = await startTestServer({
    ...UNREACHABLE_PLATFORMS,
    NOTIFICATION_STREAM_SECONDS: '0',
    SOURCE_POLICY: JSON.stringify(POLICIES),
  });
  after(() => server.stop());
  const { seed, runs } = chosenRuns(1_200);
  t.diagnostic(`seed ${seed}, ${runs} requests`);
  const stage = { ...server, outbox: join(server.dataDir, 'outbox'), app_key: TEST_APP_KEY };
  const found = await searchForLeaks(stage, { seed: String(seed), requests: runs, per_world: runs });
  const { requests, worlds, changes, appearances, operations } = found;
  t.diagnostic(
    `${requests} requests of ${operations.size} operations in ${worlds} worlds, ${changes} changes, ${appearances} values`,
  );
  const again = `Again: EKIDEN_TEST_SEED=${seed} EKIDEN_TEST_RUNS=${runs}`;
  assert.deepEqual(found.leaks, [], `${found.leaks.join('\n')}\n${again}`);
  assert.deepEqual(found.faults, [], `${found.faults.join('\n')}\n${again}`);
  const expected = ['activity', 'public_name', 'typed'];
  assert.deepEqual(
    expected.filter((what) => ![...found.seen_by_others].some((seen) => seen === what)),
    [],
    'Of these nothing was shown to anybody else: the search looks at too little.',
  );
});
