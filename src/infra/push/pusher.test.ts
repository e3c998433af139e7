import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { startFcm } from '../../../sandbox/fcm/start-fcm.ts';
import { parseConfig } from '../../config.ts';
import { FCM_MESSAGE } from '../../test/fcm-stage.ts';
import { createPusher, type PushTarget } from './index.ts';

test('pushes go to the service there is, and to the outbox where there is none, without the token', async (t) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'ekiden-push-'));
  t.after(() => rm(data_dir, { recursive: true }));
  const fcm = await startFcm();
  t.after(() => fcm.stop());
  const sendAll = async (env: Record<string, string>) => {
    const clock = { now: () => new Date() };
    const pusher = createPusher({
      ...parseConfig(env).push,
      data_dir,
      logger: pino({ level: 'silent' }),
      clock,
    });
    for (const platform of ['ios', 'android', 'web'] as const satisfies PushTarget['platform'][])
      assert.deepEqual(
        await pusher.send({ platform, token: `ok-${platform}` }, FCM_MESSAGE, new AbortController().signal),
        { kind: 'sent' },
      );
    await pusher.close();
    const outbox = join(data_dir, 'outbox');
    const names = await readdir(outbox);
    const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    await rm(outbox, { recursive: true });
    assert.doesNotMatch(`${names} ${texts}`, /ok-(?:ios|android|web)/);
    return texts.map((text) => JSON.parse(text).platform).sort();
  };
  assert.deepEqual(await sendAll({}), ['android', 'ios', 'web']);
  assert.deepEqual(fcm.messages.list(), []);
  assert.deepEqual(await sendAll(fcm.env()), ['web']);
  assert.deepEqual(
    fcm.messages.list().map(({ token }) => token),
    ['ok-ios', 'ok-android'],
  );
});
