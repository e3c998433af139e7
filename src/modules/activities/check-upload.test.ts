import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { createObjectStore, ObjectStoreError } from '../../infra/object-store/index.ts';
import { systemClock } from '../../shared/time.ts';
import { isAsUploaded } from './check-upload.ts';

test('an upload that is missing or damaged is told to the operator by its id; a store that is away is no fault of its files', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-check-'));
  const root = path.join(folder, 'objects');
  const secrets: [Buffer] = [Buffer.alloc(32)];
  const disk = { root, baseUrl: 'https://ekiden.test', secrets, clock: systemClock };
  const store = await createObjectStore({ disk });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const lines: { level: number; file_id: string; object_key: string; fault: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const upload = async (stored: string | null) => {
    const file = {
      id: randomUUID(),
      object_key: `uploads/${randomUUID()}`,
      sha256: hash('sha256', 'run', 'buffer'),
    };
    if (stored !== null) await store.put(file.object_key, Buffer.from(stored));
    return file;
  };
  const [sound, damaged, missing] = [await upload('run'), await upload('ran'), await upload(null)];
  for (const [file, expected] of [
    [sound, true],
    [damaged, false],
    [missing, false],
  ] as const)
    assert.equal(await isAsUploaded({ store, logger }, file), expected);
  assert.deepEqual(
    lines.map(({ level, file_id, object_key, fault }) => [level, file_id, object_key, fault]),
    [
      [50, damaged.id, damaged.object_key, 'other bytes'],
      [50, missing.id, missing.object_key, 'missing'],
    ],
  );
  await rename(root, `${root}-away`);
  await assert.rejects(isAsUploaded({ store, logger }, sound), ObjectStoreError);
  assert.equal(lines.length, 2);
  await rename(`${root}-away`, root);
  assert.equal(await isAsUploaded({ store, logger }, sound), true);
});
