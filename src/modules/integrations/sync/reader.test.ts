import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadableDelivery } from '../platform-error.ts';
import { createReader, type Reader } from './reader.ts';

type Limits = NonNullable<Parameters<typeof createReader>[0]>;

async function withReader(limits: Limits, work: (reader: Reader) => Promise<void>): Promise<void> {
  const reader = createReader(limits);
  try {
    await work(reader);
  } finally {
    await reader.close();
  }
}

const postOf = (count: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      activities: Array.from({ length: count }, (_, n) => ({
        userId: 'ida',
        summaryId: String(n + 1),
        activityId: n + 1,
        activityType: 'RUNNING',
        startTimeInSeconds: 1_790_000_000 + n * 86_400,
        startTimeOffsetInSeconds: 0,
        durationInSeconds: 60,
        distanceInMeters: 200,
      })),
    }),
  );
const because = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UnreadableDelivery);
  assert.match(error.message, pattern);
  return true;
};

test('what is read on a thread is what is read in place, and the bytes stay with the caller', async () => {
  const post = postOf(20);
  const before = Buffer.from(post);
  await withReader({ smallBytes: 0 }, async (onThread) => {
    await withReader({}, async (inPlace) => {
      const notices = await onThread.read('garmin', 'delivery', [post]);
      assert.equal(notices.length, 20);
      assert.deepEqual(notices, await inPlace.read('garmin', 'delivery', [post]));
      assert.deepEqual(post, before);
    });
  });
});

test('what makes no sense is unreadable for the same reason in either place', async () => {
  for (const smallBytes of [0, 1_000])
    await withReader({ smallBytes }, async (reader) => {
      const found = await reader.read('garmin', 'delivery', [Buffer.from('<html>')]).catch((error) => error);
      assert.ok(found instanceof UnreadableDelivery, String(found));
      assert.notEqual(found.message, 'its reader failed');
      await assert.rejects(reader.read('garmin', 'nothing', [postOf(1)]), because(/its reader failed/));
    });
});

test('what takes too long is given up, and the next is read', async () => {
  await withReader({ smallBytes: 0, timeoutMs: 1 }, async (reader) => {
    await assert.rejects(reader.read('garmin', 'delivery', [postOf(20_000)]), because(/longer than 1 s/));
  });
});

test('what takes too much memory ends its thread and not the server', async () => {
  await withReader({ smallBytes: 0, memoryMb: 24 }, async (reader) => {
    await assert.rejects(reader.read('garmin', 'delivery', [postOf(100_000)]), because(/memory|stopped/));
    assert.equal((await reader.read('garmin', 'delivery', [postOf(1)])).length, 1);
  });
});

test('after the end nothing is begun: it is to be read again', async () => {
  const reader = createReader({ smallBytes: 0 });
  await reader.close();
  await assert.rejects(reader.read('garmin', 'delivery', [postOf(1)]), { fault: 'unavailable' });
});
