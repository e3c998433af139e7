import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { type DeliveryStage, openDeliveryStage } from '../../../test/delivery-stage.ts';
import { eventually } from '../../../test/eventually.ts';
import type { ChannelCounts } from './outgoing.ts';
import { cancelOutgoing } from './start-outgoing.ts';

let stage: DeliveryStage;
before(async () => {
  stage = await openDeliveryStage();
});
after(() => stage.close());
beforeEach(async () => {
  await stage.db.execute(sql`DELETE FROM users`);
  await stage.db.execute(sql`DELETE FROM outgoing_messages`);
  stage.beforePush = async () => undefined;
  stage.beforeMail = async () => undefined;
  stage.answers.clear();
  for (const noted of [stage.taken, stage.mails, stage.alarms, stage.campaignsDone, stage.enqueued])
    noted.length = 0;
});

const later = (ms: number): void => {
  stage.now = new Date(stage.now.getTime() + ms);
};
const addressesTaken = (): string[] => stage.taken.map(({ address }) => address).sort();
const countsOf = async (id: string, channel: 'push' | 'email' | 'chat' = 'push') => {
  const counts: Partial<ChannelCounts> = (await stage.read(id)).counts[channel] ?? {};
  const { recipients = 0, skipped = {}, people: _, ...rest } = counts;
  assert.equal(
    Object.values(rest).reduce((sum, one) => sum + one, 0),
    recipients,
    'counts add up',
  );
  return Object.fromEntries(
    [...Object.entries(rest), ...Object.entries(skipped)].filter(([, number]) => number > 0),
  );
};
const reasons = async (id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await stage.db.query<{ reason: string; count: number }>(sql`
        SELECT state || ' ' || COALESCE(reason, '-') AS reason, count(*)::int AS count FROM deliveries
        WHERE outgoing_id = ${id} GROUP BY 1 ORDER BY 1`)
    ).map(({ reason, count }) => [reason, count]),
  );
const hearer = (token: string, more: object = {}) =>
  stage.addPerson({ devices: [token], topics: ['t'], ...more });
const cancel = (id: string) => stage.db.transaction((tx) => cancelOutgoing(tx, { id, now: stage.now }));

describe('what goes out to many', () => {
  test('reaches each device of each person once, with its words, and the counts add up', async () => {
    await hearer('a');
    await hearer('b1', { devices: ['b1', 'b2'] });
    await hearer('nobody', { devices: [] });
    await stage.addPerson({ devices: ['not-asked'] });
    const id = await stage.start({ topic: 't', data: { leads: 'on' } });
    assert.equal((await stage.read(id)).state, 'spreading');
    await stage.run();
    assert.deepEqual(addressesTaken(), ['a', 'b1', 'b2']);
    const { id: _, ...what } = stage.taken[0]?.what ?? {};
    const words = { title: 'Track is closed', body: 'We meet at the river.', data: { leads: 'on' } };
    assert.deepEqual(what, { ...words, urgency: 'normal', ttl_s: 86_400 });
    assert.deepEqual(await countsOf(id), { sent: 3, no_device: 1 });
    const { state, finished_at, counts } = await stage.read(id);
    assert.deepEqual([state, finished_at, Object.keys(counts)], ['done', stage.now, ['push']]);
    // A message that is done stays done, however often it is resumed.
    await stage.resume();
    await stage.run();
    assert.equal(stage.taken.length, 3);
  });

  test('to nobody is done at once', async () => {
    const id = await stage.start({ topic: 'of-nobody' });
    await stage.run();
    assert.deepEqual([(await stage.read(id)).state, await countsOf(id)], ['done', {}]);
  });

  test('beyond a page and a batch, also when it begins again in the middle, and when two begin at once', async () => {
    await stage.addPeople(700, { topic: 't', token: (n) => `a${n}` });
    await hearer('nobody', { devices: [] });
    await stage.addPeople(503, { topic: 't', token: (n) => `b${n}` });
    const id = await stage.start({ topic: 't' });
    const [first] = stage.enqueued;
    assert.ok(first);
    const failing = stage.deps.jobs.enqueueAll;
    let pages = 0;
    const broken: typeof failing = async (...args) => {
      pages += 1;
      if (pages === 2) throw new Error('The process ends.');
      await failing(...args);
    };
    Object.assign(stage.deps.jobs, { enqueueAll: broken });
    await assert.rejects(stage.runNext(), /process ends/);
    Object.assign(stage.deps.jobs, { enqueueAll: failing });
    stage.enqueued.push(first, first);
    await Promise.all([stage.runNext(), stage.runNext(), stage.runNext()]);
    await stage.run();
    assert.deepEqual([new Set(addressesTaken()).size, stage.taken.length], [1_203, 1_203]);
    assert.deepEqual(await countsOf(id), { sent: 1_203, no_device: 1 });
  });

  test('two jobs for one batch send nothing twice', async () => {
    await stage.addPeople(120, { topic: 't', token: (n) => `d${n}` });
    const id = await stage.start({ topic: 't' });
    await stage.runNext();
    const send = stage.enqueued[0];
    assert.ok(send);
    stage.enqueued.push(send, send);
    await Promise.all([stage.runNext(), stage.runNext(), stage.runNext()]);
    await stage.run();
    assert.equal(stage.taken.length, 120);
    assert.deepEqual([await countsOf(id), (await stage.read(id)).state], [{ sent: 120 }, 'done']);
  });
});

describe('what a service answers', () => {
  test('decides what becomes of it', async () => {
    for (const token of ['well', 'dead', 'huge', 'cut']) await hearer(token);
    stage.answers.set('dead', [{ kind: 'gone', reason: 'unregistered' }]);
    stage.answers.set('huge', [{ kind: 'refused', reason: 'too_large' }]);
    stage.answers.set('cut', [{ kind: 'unknown', reason: 'connection_broke' }]);
    const id = await stage.start({ topic: 't' });
    await stage.run();
    const expected = {
      'sent -': 1,
      'gone unregistered': 1,
      'failed too_large': 1,
      'unknown connection_broke': 1,
    };
    assert.deepEqual(await reasons(id), expected);
    assert.deepEqual(await countsOf(id), { sent: 1, failed: 1, gone: 1, unknown: 1 });
    assert.deepEqual(await stage.devices(), ['cut', 'huge', 'well'], 'what is gone is forgotten');
  });

  test('a device that is registered again while it is pushed to stays', async () => {
    const user_id = await hearer('phoenix');
    stage.answers.set('phoenix', [{ kind: 'gone', reason: 'unregistered' }]);
    stage.beforePush = async () => {
      later(SECOND_MS);
      await stage.addDevice(user_id, 'phoenix');
    };
    const id = await stage.start({ topic: 't' });
    await stage.run();
    assert.deepEqual([await countsOf(id), await stage.devices()], [{ gone: 1 }, ['phoenix']]);
  });

  test('busy services are asked again, later each time, and not before they say', async () => {
    await hearer('busy');
    stage.answers.set('busy', [
      { kind: 'busy', reason: 'unavailable', retry_after_ms: null },
      { kind: 'busy', reason: 'quota', retry_after_ms: 10 * MINUTE_MS },
    ]);
    const id = await stage.start({ topic: 't' });
    const begun = stage.now.getTime();
    await stage.run();
    assert.deepEqual(await countsOf(id), { waiting: 1 });
    const first = stage.enqueued[0]?.at?.getTime() ?? 0;
    assert.ok(first >= begun + 10 * SECOND_MS && first <= begun + 12.5 * SECOND_MS);
    stage.now = new Date(first - 1);
    await stage.run();
    assert.equal(stage.enqueued[0]?.at?.getTime(), first);
    stage.now = new Date(first);
    await stage.run();
    const second = stage.enqueued[0]?.at?.getTime() ?? 0;
    assert.ok(second >= first + 10 * MINUTE_MS && second <= first + 12.5 * MINUTE_MS);
    stage.now = new Date(second);
    await stage.run();
    assert.deepEqual([await countsOf(id), (await stage.read(id)).state], [{ sent: 1 }, 'done']);
  });

  test('who is busy for ever is given up after eight attempts', async () => {
    await hearer('busy');
    const busy = { kind: 'busy', reason: 'unavailable', retry_after_ms: null } as const;
    stage.answers.set(
      'busy',
      Array.from({ length: 20 }, () => busy),
    );
    const id = await stage.start({ topic: 't' });
    for (let n = 0; n < 12; n++) {
      await stage.run();
      stage.now = stage.enqueued[0]?.at ?? stage.now;
    }
    assert.deepEqual(await reasons(id), { 'failed unavailable': 1 });
    assert.equal(stage.answers.get('busy')?.length, 12);
  });

  test('what is asked to wait for longer than a day is given up', async () => {
    await hearer('busy');
    stage.answers.set('busy', [{ kind: 'busy', reason: 'quota', retry_after_ms: DAY_MS + HOUR_MS }]);
    const id = await stage.start({ topic: 't' });
    await stage.run();
    assert.deepEqual(await reasons(id), { 'failed quota': 1 });
  });

  test('our own fault is told once, and ends the batch for that service alone', async () => {
    await stage.addPeople(70, { topic: 't', token: (n) => `d${n}` });
    const wrong = { kind: 'misconfigured', reason: 'third_party_auth_error' } as const;
    for (let n = 0; n < 70; n++) stage.answers.set(`d${n}`, [wrong]);
    let asked = 0;
    stage.beforePush = async () => {
      asked += 1;
    };
    await stage.addPerson({ topics: ['t'], telegram: 'tg' });
    const id = await stage.start({ topic: 't', channels: ['push', 'chat'] });
    await stage.run();
    assert.deepEqual(await countsOf(id), { failed: 70, no_device: 1 });
    assert.deepEqual(await countsOf(id, 'chat'), { sent: 1, no_chat: 70 });
    assert.ok(asked <= 50, `${asked} were asked`);
    assert.equal(stage.alarms.length, 1);
    assert.equal((await stage.devices()).length, 70, 'no device is to blame');
  });
});

describe('between deciding and sending', () => {
  test('devices move, accounts end or are suspended', async () => {
    const [, deleted, suspended] = [
      await hearer('moved'),
      await hearer('deleted'),
      await hearer('suspended'),
    ];
    const other = await stage.addPerson();
    const id = await stage.start({ topic: 't' });
    await stage.runNext();
    await stage.addDevice(other, 'moved');
    await stage.db.execute(sql`DELETE FROM users WHERE user_id = ${deleted}`);
    await stage.db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${suspended}`);
    await stage.run();
    assert.deepEqual(stage.taken, []);
    const expected = {
      'gone account_deleted': 1,
      'gone address_removed': 1,
      'cancelled account_not_active': 1,
    };
    assert.deepEqual(await reasons(id), expected);
    assert.deepEqual(await countsOf(id), { gone: 2, cancelled: 1 });
    assert.deepEqual(await stage.devices(), ['moved', 'suspended'], 'it is somebody else’s now');
  });

  test('cancelled, what has not gone out does not, and what is on its way is counted', async () => {
    await stage.addPeople(130, { topic: 't', token: (n) => `d${n}` });
    const id = await stage.start({ topic: 't' });
    let cancelled: boolean | undefined;
    stage.beforePush = async () => {
      if (cancelled !== undefined) return;
      cancelled = false;
      cancelled = await cancel(id);
      const { sent = 0, waiting = 0, cancelled: stopped } = await countsOf(id);
      assert.deepEqual([sent + waiting, stopped], [25, 105]);
    };
    await stage.run();
    assert.deepEqual([cancelled, await cancel(id)], [true, false]);
    assert.equal(stage.taken.length, 25);
    assert.deepEqual(
      [await countsOf(id), (await stage.read(id)).state],
      [{ sent: 25, cancelled: 105 }, 'cancelled'],
    );
  });

  test('cancelled while people are looked for, nobody gets it', async () => {
    await hearer('a');
    const id = await stage.start({ topic: 't' });
    await cancel(id);
    await stage.run();
    assert.deepEqual(
      [stage.taken.length, (await stage.read(id)).state, await countsOf(id)],
      [0, 'cancelled', {}],
    );
  });
});

describe('when the server ends', () => {
  /** As if the process had died at this moment: its job neither ends nor records anything. */
  const die = async (): Promise<void> => {
    const dead = Promise.withResolvers<void>();
    const said = Promise.withResolvers<void>();
    stage.beforePush = async () => {
      stage.beforePush = async () => undefined;
      said.resolve();
      await dead.promise;
    };
    const running = stage.runNext();
    await said.promise;
    // The outcome arrives too late to be accepted.
    dying.push(async () => {
      dead.resolve();
      await running;
    });
  };
  const dying: (() => Promise<void>)[] = [];
  beforeEach(() => {
    dying.length = 0;
  });

  const written = (id: string, channel: 'push' | 'email', sent: number) =>
    eventually(
      async () => (await countsOf(id, channel)).sent ?? 0,
      (number) => number === sent,
    );

  test('killed while sending, what it was just saying is unknown and never sent again; what had an answer is sent', async () => {
    await stage.addPeople(60, { topic: 't', token: (n) => `d${n}` });
    const id = await stage.start({ topic: 't' });
    await stage.runNext();
    const send = stage.enqueued[0];
    assert.ok(send);
    await die();
    await written(id, 'push', 24);
    stage.enqueued.push(send);
    await stage.run();
    assert.deepEqual(await countsOf(id), { sent: 59, waiting: 1 });
    assert.equal(stage.enqueued[0]?.at?.getTime(), stage.now.getTime() + MINUTE_MS);
    later(MINUTE_MS);
    await stage.run();
    assert.deepEqual([await countsOf(id), (await stage.read(id)).state], [{ sent: 59, unknown: 1 }, 'done']);
    assert.equal(stage.taken.length, 59);
    await dying[0]?.();
    assert.deepEqual(await reasons(id), { 'unknown interrupted': 1, 'sent -': 59 });
    assert.equal(new Set(addressesTaken()).size, stage.taken.length);
  });

  test('killed while mails go out, the one that was under way goes out again after a minute, and no other', async () => {
    await stage.addPeople(20, { topic: 't', token: (n) => `d${n}` });
    const id = await stage.start({ topic: 't', channels: ['email'] });
    await stage.runNext();
    const send = stage.enqueued[0];
    assert.ok(send);
    const [dead, said] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stage.beforeMail = async () => {
      stage.beforeMail = async () => undefined;
      said.resolve();
      await dead.promise;
    };
    const running = stage.runNext();
    await said.promise;
    await written(id, 'email', 19);
    stage.enqueued.push(send);
    later(MINUTE_MS);
    await stage.run();
    assert.deepEqual([await countsOf(id, 'email'), stage.mails.length], [{ sent: 20 }, 20]);
    dead.resolve();
    await running;
    const ids = Map.groupBy(stage.mails, ({ message_id }) => message_id);
    assert.deepEqual([...ids.values()].map(({ length }) => length).sort(), [...Array(19).fill(1), 2]);
  });

  test('what takes long is not taken for dead while its process shows that it is at it', async (t) => {
    await hearer('slow');
    const id = await stage.start({ topic: 't' });
    await stage.runNext();
    const send = stage.enqueued[0];
    assert.ok(send);
    t.mock.timers.enable({ apis: ['setInterval'] });
    await die();
    later(50 * SECOND_MS);
    t.mock.timers.tick(15 * SECOND_MS);
    await eventually(
      () => stage.db.one<{ at: Date }>(sql`SELECT claimed_at AS at FROM deliveries`),
      ({ at }) => at.getTime() === stage.now.getTime(),
    );
    later(50 * SECOND_MS);
    stage.enqueued.push(send);
    await stage.run();
    assert.deepEqual(await countsOf(id), { waiting: 1 });
    await dying[0]?.();
    assert.deepEqual(await countsOf(id), { sent: 1 });
  });

  test('mails, and LINE, which know it again by its id, get it once more', async () => {
    const user_id = await hearer('phone', { line: 'line-1', telegram: 'tg-1' });
    const id = await stage.start({ topic: 't', channels: ['push', 'email', 'chat'] });
    await stage.runNext();
    await stage.db.execute(sql`
      UPDATE deliveries SET state = 'sending', claim = ${newId()}, claimed_at = ${stage.now}, attempts = 1`);
    later(MINUTE_MS);
    await stage.run();
    assert.deepEqual(addressesTaken(), ['line-1', `${user_id}@example.org`].sort());
    assert.deepEqual([await countsOf(id), await countsOf(id, 'email')], [{ unknown: 1 }, { sent: 1 }]);
    assert.deepEqual(await countsOf(id, 'chat'), { sent: 1, unknown: 1 });
  });

  test('stopped, what was not sent yet waits, and that was no attempt', async () => {
    await stage.addPeople(3, { topic: 't', token: (n) => `d${n}` });
    const id = await stage.start({ topic: 't' });
    await stage.runNext();
    const send = stage.enqueued[0];
    assert.ok(send);
    const stop = new AbortController();
    const first = Promise.withResolvers<void>();
    stage.beforePush = async (token, signal) => {
      if (token === 'd0') return first.resolve();
      await first.promise;
      stop.abort();
      signal.throwIfAborted();
    };
    await assert.rejects(stage.runNext(stop.signal), { name: 'AbortError' });
    const rows = await stage.db.query(sql`SELECT state, attempts FROM deliveries ORDER BY state, attempts`);
    assert.deepEqual(rows, [
      { state: 'sent', attempts: 1 },
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ]);
    stage.beforePush = async () => undefined;
    stage.enqueued.push(send);
    await stage.run();
    assert.deepEqual([await countsOf(id), addressesTaken()], [{ sent: 3 }, ['d0', 'd1', 'd2']]);
  });

  test('what has lost its job is taken up again', async () => {
    await hearer('a');
    const [spreading, sending] = [await stage.start({ topic: 't' }), await stage.start({ topic: 't' })];
    stage.enqueued.shift();
    await stage.runNext();
    stage.enqueued.length = 0;
    await stage.resume();
    assert.deepEqual(stage.enqueued, [], 'not at once: somebody may be at it');
    later(11 * MINUTE_MS);
    await stage.resume();
    await stage.run();
    for (const id of [spreading, sending])
      assert.deepEqual([await countsOf(id), (await stage.read(id)).state], [{ sent: 1 }, 'done']);
    await stage.db.execute(sql`
      UPDATE outgoing_messages SET state = 'sending', counts = NULL, finished_at = NULL WHERE id = ${sending}`);
    await stage.resume();
    assert.equal((await stage.read(sending)).state, 'done');
  });
});

test('who was sent what is forgotten after a month, of a topic how many after three', async () => {
  await hearer('a');
  const id = await stage.start({ topic: 't' });
  await stage.run();
  const rows = async () =>
    (await stage.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM deliveries`)).n;
  later(30 * DAY_MS);
  await stage.cleanUp();
  assert.equal(await rows(), 1);
  later(1);
  await stage.cleanUp();
  assert.deepEqual([await rows(), await countsOf(id)], [0, { sent: 1 }]);
  later(60 * DAY_MS);
  await stage.cleanUp();
  await assert.rejects(stage.read(id));
});
