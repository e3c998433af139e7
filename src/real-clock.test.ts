import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setKeyLimits } from './modules/api-keys/index.ts';
import { DAY_MS, SECOND_MS } from './shared/time.ts';
import { migratedClusterDirectory } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { createApiKey, createOrganization } from './test/factories.ts';
import { startTestServer } from './test/harness.ts';
import { startServerProcess, until } from './test/server-process.ts';

/**
 * What ends by itself, on the clock of the system. Other tests set the clock that the server is given; here the server
 * is `ekiden start`, and libfaketime (Debian: faketime) moves the machine's clock under its process.
 */
const [LIBFAKETIME] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
const engineSkip = testEngine() === 'embedded' ? false : 'the embedded run has it';
const skip = LIBFAKETIME === undefined ? 'libfaketime is not installed (Debian: faketime)' : engineSkip;

const PER_MINUTE = 3;

type Body = {
  code?: string;
  data?: { download_url?: string; export?: { id: string; status: string } };
};

type Setting = { dataDir: string; narrow: string; daily: string; wide: string };

/** A data directory with an organization and three keys: one with few requests, one for a day, one without ends. */
async function prepare(t: TestContext): Promise<Setting> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await rename(await migratedClusterDirectory(), path.join(dataDir, 'db'));
  const server = await startTestServer({ DATA_DIR: dataDir });
  const club = await createOrganization(server);
  const expires_at = new Date(Date.now() + DAY_MS).toISOString();
  const narrow = await createApiKey(server, club, { scopes: ['admin'] });
  const daily = await createApiKey(server, club, { scopes: ['admin'], expires_at });
  const wide = await createApiKey(server, club, { scopes: ['admin'] });
  const limits = { requests_per_minute: PER_MINUTE };
  await setKeyLimits(server.deps, { key_id: narrow.id, limits });
  await server.stop();
  return { dataDir, narrow: narrow.secret, daily: daily.secret, wide: wide.secret };
}

test('keys, windows, links and archives end when they say, by the clock of the machine', {
  skip,
}, async (t) => {
  const { dataDir, narrow, daily, wide } = await prepare(t);
  const clockFile = path.join(dataDir, 'clock');
  let aheadS = 0;
  const advance = async (seconds: number): Promise<void> => {
    aheadS += seconds;
    await writeFile(clockFile, `${aheadS < 0 ? '' : '+'}${aheadS}s\n`);
  };
  await advance(0);
  const settings = {
    LD_PRELOAD: LIBFAKETIME ?? '',
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    // Timers wait as long as ever; only what time it is changes.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    RATE_LIMIT_PER_HOUR: '100000',
  };
  const start = (more = {}) => startServerProcess(t, dataDir, { ...settings, ...more });
  let { child, url } = await start();
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const ask = (apiKey: string, where: string, method = 'GET'): Promise<Response> =>
    fetch(`${url}/developer/v1${where}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
  const bodyOf = async (answer: Promise<Response>): Promise<Body> => (await (await answer).json()) as Body;

  await t.test('a window of requests', async () => {
    for (let i = 0; i < PER_MINUTE; i += 1) assert.equal((await ask(narrow, '/org')).status, 200);
    const refused = await ask(narrow, '/org');
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 30 && wait <= 60, `${wait} s`);
    await advance(wait - 20);
    assert.equal((await ask(narrow, '/org')).status, 429);
    await advance(20);
    assert.equal((await ask(narrow, '/org')).status, 200);
  });

  await t.test(
    'a clock that jumps back two hours and forward again keeps nobody out and holds no work up',
    async () => {
      for (let i = 1; i < PER_MINUTE; i += 1) assert.equal((await ask(narrow, '/org')).status, 200);
      assert.equal((await ask(narrow, '/org')).status, 429);
      for (const jump of [-7_200, 7_200]) {
        await advance(jump);
        const made = (await bodyOf(ask(wide, '/exports', 'POST'))).data?.export?.id;
        await until(
          'an export is completed',
          async () => (await bodyOf(ask(wide, `/exports/${made}`))).data?.export?.status === 'completed',
        );
        const refused = await ask(narrow, '/org');
        if (refused.status === 200) continue;
        const wait = Number(refused.headers.get('retry-after'));
        assert.ok(wait > 0 && wait <= 60, `${wait} s`);
        await advance(wait);
        assert.equal((await ask(narrow, '/org')).status, 200);
      }
    },
  );

  let archive = '';
  const linkTo = async (): Promise<string> =>
    (await bodyOf(ask(wide, `${archive}/download`))).data?.download_url ?? 'no link';

  await t.test('a link to an archive', async () => {
    archive = `/exports/${(await bodyOf(ask(wide, '/exports', 'POST'))).data?.export?.id}`;
    await until(
      'the export is completed',
      async () => (await bodyOf(ask(wide, archive))).data?.export?.status === 'completed',
    );
    const link = await linkTo();
    assert.equal((await fetch(link)).status, 200);
    await advance(570);
    assert.equal((await fetch(link)).status, 200);
    await advance(31);
    assert.equal((await fetch(link)).status, 403);
    assert.equal((await fetch(await linkTo())).status, 200);
  });

  await t.test('a key', async () => {
    assert.equal((await ask(daily, '/org')).status, 200);
    await advance(DAY_MS / SECOND_MS);
    assert.equal((await bodyOf(ask(daily, '/org'))).code, 'key_expired');
  });

  await t.test('an archive, its link and then its record', async () => {
    await advance((6 * DAY_MS) / SECOND_MS - 3_600);
    assert.equal((await fetch(await linkTo())).status, 200);
    await advance(3_600);
    assert.equal((await bodyOf(ask(wide, `${archive}/download`))).code, 'export_expired');
    // Archives are looked after every ten minutes. A process whose time runs 20 times as fast waits less long for that.
    await stop();
    await writeFile(clockFile, `+${aheadS}s x20\n`);
    ({ child, url } = await start({ FAKETIME_DONT_FAKE_MONOTONIC: '0' }));
    await until('its record is gone', async () => (await ask(wide, archive)).status === 404);
    const kept = await readdir(path.join(dataDir, 'objects'), { recursive: true });
    assert.deepEqual(
      kept.filter((name) => name.endsWith('.zip')),
      [],
    );
  });

  await stop();
});
