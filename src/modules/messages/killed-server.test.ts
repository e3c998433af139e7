import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { migratedClusterDirectory } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import type { TestUser } from '../../test/factories.ts';
import { startTestServer } from '../../test/harness.ts';
import { messageStage } from '../../test/message-stage.ts';
import { startServerProcess } from '../../test/server-process.ts';

const MESSAGES = 40;
const skip = testEngine() === 'embedded' ? false : 'the engine makes no difference; the embedded run has it';

test('messages sent again with their keys after the server was killed are there once each', {
  skip,
}, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await rename(await migratedClusterDirectory(), path.join(dataDir, 'db'));
  const seeding = await startTestServer({ DATA_DIR: dataDir });
  const { messages, athlete, head } = await messageStage(seeding).finally(() => seeding.stop());

  /** Signs in at this process, whose tokens are its own. */
  const tokenOf = async (url: string, { email, password }: TestUser): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const send = async (url: string, token: string, number: number): Promise<string | null> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `message-${number}`,
    };
    const body = JSON.stringify({ text: `Message ${number}` });
    const answer = await fetch(`${url}${messages}`, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.status !== 201) return null;
    const { data } = (await answer.json()) as { data: { post: { id: string } } };
    return data.post.id;
  };
  const numbers = Array.from({ length: MESSAGES }, (_, number) => number);

  const first = await startServerProcess(t, dataDir);
  const token = await tokenOf(first.url, athlete);
  let answered = 0;
  const before = await Promise.all(
    numbers.map(async (number) => {
      const id = await send(first.url, token, number);
      // Some are written by then, some are being written, some wait.
      if (id !== null && ++answered === MESSAGES / 4) first.child.kill('SIGKILL');
      return id;
    }),
  );
  assert.ok(before.some((id) => id !== null) && before.some((id) => id === null));
  if (first.child.exitCode === null && first.child.signalCode === null) await once(first.child, 'exit');

  const second = await startServerProcess(t, dataDir);
  const again = await tokenOf(second.url, athlete);
  for (const number of numbers) {
    const id = await send(second.url, again, number);
    assert.ok(id !== null && (before[number] === null || before[number] === id));
  }
  const headers = { authorization: `Bearer ${await tokenOf(second.url, head)}` };
  const { data } = (await (await fetch(`${second.url}${messages}?limit=100`, { headers })).json()) as {
    data: { posts: { text: string }[]; thread: { unread: number } };
  };
  assert.deepEqual(
    data.posts.map(({ text }) => text).sort(),
    numbers.map((number) => `Message ${number}`).sort(),
  );
  assert.equal(data.thread.unread, MESSAGES);
});
