import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { preparedEvent, type ServerEvent } from '../../../http/sse.ts';
import { signUp } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';
import { readEvents } from '../../../test/read-events.ts';
import { createKeptStreams } from './kept-streams.ts';

describe('streams that are read on after a lost connection', () => {
  let server: TestServer;
  let stage: PlanStage;
  let body: Record<string, unknown>;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
    const { draft } = (await stage.ask('/draft', THREE_WEEKS)).body.data;
    body = { ...THREE_WEEKS, refined_draft: draft };
  });
  const idsOf = (text: string): string[] => [...text.matchAll(/^id: (.+)$/gmu)].map(([, id = '']) => id);
  const get = async (
    path: string,
    { token = stage.club.coach.token, last }: { token?: string; last?: string } = {},
  ) =>
    await server.request('GET', `/api/v1/plans${path}`, {
      token,
      headers: last === undefined ? {} : { 'last-event-id': last },
    });

  test('each event has an id, and behind any of them the rest is the very same, without being made again', async () => {
    for (const [path, kind] of [
      ['/draft/stream', 'draft'],
      ['/generate/stream', 'generate'],
    ] as const) {
      const whole = String((await stage.ask(`${path}?resumable=true`, body)).body);
      const ids = idsOf(whole);
      const [stream_id = ''] = ids[0]?.split('.') ?? [];
      assert.deepEqual(
        ids,
        ids.map((_, place) => `${stream_id}.${place + 1}`),
      );
      const blocks = whole.split('\n\n');
      assert.equal(blocks.length, ids.length + 2, 'each event, done, and the end');
      for (const place of [0, 1, ids.length - 1, ids.length]) {
        const rest = blocks.slice(place).join('\n\n');
        assert.equal(
          String((await get(`/${kind}/stream/${stream_id}?last_event_number=${place}`)).body),
          rest,
        );
        if (place > 0)
          assert.equal(
            String((await get(`/${kind}/stream/${stream_id}`, { last: ids[place - 1] ?? '' })).body),
            rest,
          );
      }
      // Equal values of `generated_at` and workout ids show that nothing was made again; a stream that cannot be resumed has no ids.
      assert.deepEqual(idsOf(String((await stage.ask(path, body)).body)), []);
      await readEvents(whole);
    }
  });

  test('only who began a stream reads or stops it, as what it is, and for ten minutes', async () => {
    const begin = async () => {
      const text = String((await stage.ask('/draft/stream?resumable=true', THREE_WEEKS)).body);
      return idsOf(text)[0]?.split('.')[0] ?? '';
    };
    const stream_id = await begin();
    const { token } = await signUp(server, { membership_role: 'coach' });
    assert.equal((await get(`/draft/stream/${stream_id}`, { token })).status, 404);
    assert.equal((await get(`/generate/stream/${stream_id}`)).status, 404);
    const stop = async (of: string, by = stage.club.coach.token) =>
      await server.request('DELETE', `/api/v1/plans/streams/${of}`, { token: by });
    assert.equal((await stop(stream_id, token)).status, 404);
    assert.equal((await stop(stream_id)).status, 200);
    const gone = await get(`/draft/stream/${stream_id}`);
    assert.equal(gone.status, 404);
    assert.match(gone.body.error, /ten minutes.*not across its restarts/);

    const other = await begin();
    server.clock.advance(10 * 60_000 - 1_000);
    const kept = await get(`/draft/stream/${other}`);
    server.clock.advance(2_000);
    const over = await get(`/draft/stream/${other}`);
    server.clock.reset();
    assert.deepEqual([kept.status, over.status], [200, 404]);
  });

  test('who loses the connection while it is made gets the rest as it comes; stopping it ends the work', async () => {
    const streams = createKeptStreams({ clock: server.clock });
    const gate = Promise.withResolvers<void>();
    let until: AbortSignal | undefined;
    let made = 0;
    const make = async (signal: AbortSignal) => {
      until = signal;
      return (async function* (): AsyncGenerator<readonly ServerEvent[]> {
        for (; made < 3; made += 1) {
          if (made === 2) await gate.promise;
          yield [preparedEvent('progress', JSON.stringify({ type: 'progress', progress: made }))];
        }
      })();
    };
    const whose = { user_id: 'coach', kind: 'draft' } as const;
    const first = (await streams.begin(whose, make))[Symbol.asyncIterator]();
    const { value } = await first.next();
    assert.equal(value?.[0]?.type, 'progress');
    const [id] = Object.getOwnPropertySymbols(value?.[0] ?? {}).filter((one) => one.description === 'id');
    assert.ok(id !== undefined);
    const [stream_id = ''] = String(Reflect.get(value?.[0] ?? {}, id)).split('.');
    const rest: ServerEvent[] = [];
    const reading = (async () => {
      for await (const some of streams.resume({ ...whose, stream_id, after: 1 })) rest.push(...some);
    })();
    gate.resolve();
    await reading;
    assert.deepEqual([rest.length, made, until?.aborted], [2, 3, false]);
    streams.stop({ user_id: 'coach', stream_id });
    assert.equal(until?.aborted, true);
    assert.throws(() => streams.resume({ ...whose, stream_id, after: 0 }), { code: 'not_found' });
  });

  test('a hundred plans of a year that are kept take less than 20 MB, and of one person ten are kept', async () => {
    const year = { ...THREE_WEEKS, weeks: 52 };
    const { draft } = (await stage.ask('/draft', year)).body.data;
    const text = String((await stage.ask('/generate/stream', { ...year, refined_draft: draft })).body);
    const events = [...text.matchAll(/^event: (.+)\ndata: (.+)$/gmu)].map(([, type = '', json = '']) =>
      preparedEvent(type, json),
    );
    assert.ok(events.length > 200);
    const streams = createKeptStreams({ clock: server.clock });
    const make = async () =>
      (async function* () {
        yield events;
      })();
    const read = async (user_id: string) => {
      for await (const _ of await streams.begin({ user_id, kind: 'plan' }, make));
    };
    for (let person = 0; person < 10; person += 1)
      for (let plan = 0; plan < 10; plan += 1) await read(`coach ${person}`);
    const hundred = streams.packedBytes();
    assert.ok(hundred > 100_000 && hundred < 20_000_000, String(hundred));
    await read('coach 0');
    assert.equal(streams.packedBytes(), hundred, 'the oldest of that person went for it');
  });
});
