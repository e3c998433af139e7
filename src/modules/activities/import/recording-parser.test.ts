import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { AppError } from '../../../shared/errors.ts';
import { createRecordingParser } from './recording-parser.ts';

const GPX = Buffer.from(`<gpx creator="test"><trk><name>Loop</name><type>running</type><trkseg>
<trkpt lat="46.5" lon="15.6"><time>2024-05-01T06:00:00Z</time></trkpt>
<trkpt lat="46.501" lon="15.6"><time>2024-05-01T06:00:30Z</time></trkpt>
</trkseg></trk></gpx>`);

test('a recording is parsed on a thread and the bytes stay with the caller', async () => {
  const parser = createRecordingParser();
  try {
    const before = Buffer.from(GPX);
    const {
      activities: [activity],
      sha256,
    } = await parser.parse(GPX, 'loop.gpx', 'yuki');
    assert.deepEqual(sha256, createHash('sha256').update(GPX).digest());
    assert.equal(activity?.sport_type, 'run');
    assert.equal(activity?.start_time.toISOString(), '2024-05-01T06:00:00.000Z');
    assert.deepEqual(GPX, before);
  } finally {
    await parser.close();
  }
});

test('a refusal crosses the thread boundary as the same AppError', async () => {
  const parser = createRecordingParser();
  try {
    await assert.rejects(parser.parse(Buffer.from('no recording'), 'x.fit', 'yuki'), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'validation_error');
      assert.equal(error.status, 400);
      assert.match(error.message, /"x\.fit": This is not a FIT, TCX or GPX file/);
      return true;
    });
  } finally {
    await parser.close();
  }
});

test('a file that takes too long is refused', async () => {
  const parser = createRecordingParser({ timeoutMs: 1, maxThreads: 1 });
  try {
    await assert.rejects(parser.parse(GPX, 'slow.gpx', 'yuki'), {
      code: 'validation_error',
      message: /took longer than 1 s/,
    });
  } finally {
    await parser.close();
  }
});

test('a thread that runs out of memory costs the file, not the server', async () => {
  const points = '<trkpt lat="46.5" lon="15.6"><time>2024-05-01T06:00:00Z</time></trkpt>'.repeat(300_000);
  const huge = Buffer.from(`<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`);
  const parser = createRecordingParser({ memoryMb: 24, maxThreads: 1 });
  try {
    await assert.rejects(parser.parse(huge, 'huge.gpx', 'yuki'), {
      code: 'validation_error',
      message: /too much memory/,
    });
    const { activities } = await parser.parse(GPX, 'loop.gpx', 'yuki');
    assert.equal(activities.length, 1);
  } finally {
    await parser.close();
  }
});

test('more files than threads are parsed in turn, and closing finishes what runs', async () => {
  const parser = createRecordingParser({ maxThreads: 1 });
  const names = Array.from({ length: 6 }, (_, index) => `${index}.gpx`);
  const parsed = await Promise.all(names.map((name) => parser.parse(GPX, name, 'yuki')));
  assert.equal(parsed.flat().length, 6);
  await parser.close();
  await assert.rejects(parser.parse(GPX, 'late.gpx', 'yuki'), { code: 'shutting_down', status: 503 });
});

test('one who brings twenty files holds up another who brings one for no longer than one of them takes', async () => {
  const parser = createRecordingParser({ maxThreads: 1 });
  const order: string[] = [];
  const parse = async (name: string, user_id: string): Promise<void> => {
    await parser.parse(GPX, name, user_id);
    order.push(name);
  };
  const many = Array.from({ length: 20 }, (_, index) => parse(`${index}.gpx`, 'busy'));
  await Promise.all([...many, parse('the other’s.gpx', 'other')]);
  assert.deepEqual(order.slice(0, 4), ['0.gpx', '1.gpx', 'the other’s.gpx', '2.gpx']);
  await parser.close();
});
