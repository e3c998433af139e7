import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { loadOrCreateSecretsKey, parseSecretsKeys } from './secrets-key.ts';

describe('SECRETS_KEY', () => {
  const one = randomBytes(32);
  const two = randomBytes(32);

  test('keys keep their order; spaces and both base64 alphabets are fine', () => {
    const text = ` ${one.toString('base64')}, ${two.toString('base64url')}`;
    assert.deepEqual(parseSecretsKeys(text), [one, two]);
  });

  test('a wrong key is named by its place, never repeated', () => {
    const short = randomBytes(31).toString('base64');
    assert.throws(
      () => parseSecretsKeys(`${one.toString('base64')},${short}`),
      (error: Error) => /key 2 is not 32 bytes/.test(error.message) && !error.message.includes(short),
    );
    for (const text of ['', ',', 'password', `${one.toString('base64')},`, one.toString('hex')]) {
      assert.throws(() => parseSecretsKeys(text), /openssl rand -base64 32/);
    }
    assert.throws(() => parseSecretsKeys(`${one.toString('base64')},${one.toString('base64')}`), /twice/);
  });
});

describe('the key file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ekiden-key-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  test('is made once, for its owner only, and read ever after', async () => {
    const file = path.join(folder, 'data', 'secrets.key');
    const [key] = await loadOrCreateSecretsKey(file);
    assert.equal(key?.length, 32);
    assert.deepEqual(await loadOrCreateSecretsKey(file), [key]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(path.dirname(file)), ['secrets.key']);
  });

  test('many first starts at once agree on one key', async () => {
    // Writes in small steps, so that one start reads while another writes; several rounds, since the timing is random.
    for (let round = 0; round < 10; round += 1) {
      const file = path.join(folder, `secrets-${round}.key`);
      const starts: Promise<Buffer[]>[] = [];
      for (let i = 0; i < 20; i += 1) {
        starts.push(loadOrCreateSecretsKey(file));
        await setImmediate();
      }
      const results = await Promise.all(starts);
      assert.equal(new Set(results.map(([key]) => key?.toString('hex'))).size, 1);
    }
    assert.equal((await readdir(folder)).length, 10);
  });

  test('may hold several keys; a mode that lets others read is narrowed', async () => {
    const file = path.join(folder, 'secrets.key');
    const keys = [randomBytes(32), randomBytes(32)];
    await writeFile(file, `${keys.map((key) => key.toString('base64')).join(',\n')}\n`, { mode: 0o644 });
    assert.deepEqual(await loadOrCreateSecretsKey(file), keys);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  test('a spoilt file is an error and stays as it is', async () => {
    const file = path.join(folder, 'secrets.key');
    for (const content of ['', 'half a key']) {
      await writeFile(file, content);
      await assert.rejects(loadOrCreateSecretsKey(file), /holds no valid key. Restore it from a backup/);
      assert.equal(await readFile(file, 'utf8'), content);
    }
  });

  test('is not made anew where the one of before has not been moved to its new place', async () => {
    const [formerly, file] = [path.join(folder, 'data.key'), path.join(folder, 'elsewhere', 'secrets.key')];
    const keys = await loadOrCreateSecretsKey(formerly);
    await assert.rejects(
      loadOrCreateSecretsKey(file, { formerly }),
      /^Error: SECRETS_KEY_FILE: [^\n]+ Move that file there\.$/,
    );
    await mkdir(path.dirname(file));
    await rename(formerly, file);
    assert.deepEqual(await loadOrCreateSecretsKey(file, { formerly }), keys);
  });

  test('a folder that cannot be written says what to do', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await assert.rejects(loadOrCreateSecretsKey(path.join(folder, 'file', 'secrets.key')));
  });
});
