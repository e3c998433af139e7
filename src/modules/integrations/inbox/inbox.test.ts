import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { type InboxStage, openInboxStage } from '../../../test/inbox-stage.ts';
import { pingOf } from '../../../test/note-notices.ts';
import { createUser } from '../../users/index.ts';
import { cleanUpHandler } from './clean-up.ts';
import { MOST_BEGINNINGS, MOST_SET_ASIDE, RETRY_DELAYS_MS, TAKEN_FOR_MS } from './delivery.ts';
import { drainHandler } from './drain.ts';
import {
  createDeliveryStore,
  discardSetAside,
  findSetAside,
  inboxData,
  listSetAside,
  retrySetAside,
} from './index.ts';
import { insertDeliveries } from './queries.ts';

describe('the inbox of what platforms post', () => {
  let stage: InboxStage;
  before(async () => {
    stage = await openInboxStage();
  });
  beforeEach(async () => {
    await stage.db.executeSql('DELETE FROM webhook_deliveries; DELETE FROM applied; DELETE FROM pgboss.job');
    stage.failing.clear();
  });
  after(() => stage.close());

  const waiting = async (): Promise<number> =>
    (
      await stage.db.one<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE set_aside_at IS NULL`,
      )
    ).count;
  const setAside = async () => await listSetAside(stage.db, 100);
  const forward = (ms: number): void => {
    stage.now = new Date(stage.now.getTime() + ms);
  };
  const connect = async (provider_user_id: string): Promise<string> => {
    const { user_id } = await stage.db.transaction((tx) =>
      createUser(tx, { email: `${newId()}@example.org`, is_verified: true, now: stage.now }),
    );
    await stage.db.execute(sql`
      INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at)
      VALUES (${user_id}, 'garmin', ${provider_user_id}, ${stage.now})`);
    return user_id;
  };

  test('posts that come at once are all there when they are answered, with one job for them', async () => {
    const posts = Array.from({ length: 60 }, (_, n) => pingOf([`p${n % 7}`, `m${n}`]));
    const answers = await Promise.all(posts.map((body) => stage.post(body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(await answers[0]?.json(), { status: 'ok' });
    assert.equal(await waiting(), 60);
    const jobs = await stage.db.query(sql`SELECT name FROM pgboss.job WHERE state = 'created'`);
    assert.deepEqual(jobs, [{ name: 'integrations.drain-inbox' }]);
    const { rows } = await stage.db.executeSql('SELECT body FROM webhook_deliveries');
    const stored = rows.map((row) => Buffer.from(Reflect.get(Object(row), 'body')).toString());
    assert.deepEqual(stored.sort(), posts.toSorted());
  });

  test('what cannot be stored is refused, so that it is sent again, and what comes then is stored', async () => {
    await stage.db.executeSql(
      'ALTER TABLE webhook_deliveries ADD CONSTRAINT full_up CHECK (false) NOT VALID',
    );
    const answers = await Promise.all(['a', 'b', 'c'].map((mark) => stage.post(pingOf(['p', mark]))));
    for (const answer of answers) {
      assert.equal(answer.status, 503);
      assert.equal(Object(await answer.json()).code, 'not_stored');
    }
    await stage.db.executeSql('ALTER TABLE webhook_deliveries DROP CONSTRAINT full_up');
    assert.equal(await waiting(), 0);
    assert.equal((await stage.post(pingOf(['p', 'd']))).status, 200);
    assert.equal(await waiting(), 1);
  });

  test('what would not be worked off is not stored either', async () => {
    const store = createDeliveryStore({
      db: stage.db,
      logger: pino({ level: 'silent' }),
      jobs: { enqueue: () => Promise.reject(new Error('no queue')) },
    });
    const delivery = {
      id: newId(),
      provider: 'garmin',
      received_at: stage.now,
      body: Buffer.from('{}'),
      is_hint: false,
    } as const;
    await assert.rejects(store.store(delivery), { code: 'not_stored' });
    assert.equal(await waiting(), 0);
  });

  test('each is worked off once, by several at once as well', async () => {
    const numbers = Array.from({ length: 130 }, (_, n) => n);
    await Promise.all(numbers.map((n) => stage.post(pingOf([`p${n % 7}`, `m${n}`]))));
    await Promise.all([stage.drain(), stage.drain(), stage.drain()]);
    await stage.drain();
    assert.equal(await waiting(), 0);
    const marks = (await stage.applied()).map(({ mark }) => mark);
    assert.deepEqual(marks.toSorted(), numbers.map((n) => `m${n}`).sort());
  });

  test('those that are due are worked off in the order in which they were accepted, whatever clocks say', async () => {
    const begun = stage.now.getTime();
    for (let n = 0; n < 50; n += 1) {
      stage.now = new Date(begun + ((n * 7) % 50));
      await stage.post(pingOf(['p', `m${n}`]));
    }
    forward(MINUTE_MS);
    await stage.drain();
    assert.deepEqual(
      (await stage.applied()).map(({ mark }) => mark),
      Array.from({ length: 50 }, (_, n) => `m${n}`),
    );
  });

  test('what cannot be read is set aside with its reason, and nobody else waits for it', async () => {
    for (const body of ['{"dailies": [', '[]', '"x"', '', '{"unheard": []}', '{"dailies": 7}']) {
      assert.equal((await stage.post(body)).status, 200, body);
    }
    await stage.post(pingOf(['p', 'good']));
    await stage.drain();
    assert.deepEqual(await stage.applied(), [{ person: 'p', mark: 'good' }]);
    assert.equal(await waiting(), 0);
    const reasons = (await setAside()).map(({ because }) => because);
    assert.deepEqual(reasons.sort(), [
      'dailies: it is no list',
      'it holds none of the types that Garmin sends',
      'it is no JSON',
      'it is no JSON',
      'it is no JSON object of lists by type',
      'it is no JSON object of lists by type',
    ]);
  });

  test('an item that makes no sense is set aside alone, as a post of its own, and goes with whose it is', async () => {
    const user_id = await connect('known');
    const items = [
      { userId: 'known', callbackURL: 'https://garmin.invalid/good' },
      { userId: 'known', callbackURL: 7, note: 'of known' },
      { userId: 'stranger', callbackURL: 7 },
    ];
    await stage.post(JSON.stringify({ dailies: items }));
    await stage.drain();
    assert.deepEqual(await stage.applied(), [{ person: 'known', mark: 'good' }]);
    const [kept, ...more] = await setAside();
    assert.equal(more.length, 0, 'of people whom nobody has connected nothing is kept');
    assert.ok(kept !== undefined);
    assert.equal(kept.because, 'dailies[1]: its callback URL is none');
    const found = await findSetAside(stage.db, kept.id, 10_000);
    assert.deepEqual(JSON.parse(Buffer.from(found?.body ?? []).toString()), { dailies: [items[1]] });
    const own = await Array.fromAsync(inboxData(stage).collect(user_id), async (file) =>
      'records' in file
        ? (await Array.fromAsync(file.records)).flat().map((text) => JSON.parse(text).text)
        : [],
    );
    assert.deepEqual(own.flat(), [JSON.stringify({ dailies: [items[1]] })]);
    await stage.db.execute(sql`DELETE FROM users WHERE user_id = ${user_id}`);
    assert.deepEqual(await setAside(), []);
  });

  test('what fails for one person is done for the others once, tried again later, and set aside in the end', async () => {
    stage.failing.add('unlucky');
    await connect('unlucky');
    await stage.post(pingOf(['a', '1'], ['unlucky', '2'], ['b', '3']));
    await stage.post(pingOf(['c', '4']));
    await stage.drain();
    const others = [
      { person: 'a', mark: '1' },
      { person: 'b', mark: '3' },
      { person: 'c', mark: '4' },
    ];
    assert.deepEqual(await stage.applied(), others);
    for (const delay_ms of RETRY_DELAYS_MS) {
      forward(delay_ms - 1);
      await stage.drain();
      assert.equal((await setAside()).length, 0);
      forward(1);
      await stage.drain();
    }
    assert.deepEqual(await stage.applied(), others);
    const [one, ...more] = await setAside();
    assert.equal(more.length, 0);
    assert.equal(one?.because, 'Storing it failed 5 times, the last time with TypeError.');
    stage.failing.clear();
    assert.equal(await retrySetAside(stage.db, one.id, stage.now), true);
    await stage.drain();
    assert.deepEqual(await stage.applied(), [...others, { person: 'unlucky', mark: '2' }]);
    assert.deepEqual([await waiting(), await setAside()], [0, []]);
  });

  const archived = async (user_id: string): Promise<string[]> =>
    (
      await Array.fromAsync(inboxData(stage).collect(user_id), async (file) =>
        'records' in file
          ? (await Array.fromAsync(file.records)).flat().map((text) => JSON.parse(text).text)
          : [],
      )
    ).flat();
  const failForGood = async (): Promise<void> => {
    await stage.drain();
    for (const delay_ms of RETRY_DELAYS_MS) {
      forward(delay_ms);
      await stage.drain();
    }
  };

  test('what could not be stored is set aside for each alone, goes with them, and of strangers nothing is kept', async () => {
    const [one, two, other] = [await connect('one'), await connect('two'), await connect('other')];
    for (const person of ['one', 'two', 'stranger']) stage.failing.add(person);
    const items = [
      ['one', 'secret-of-one'],
      ['other', 'secret-of-other'],
      ['two', 'secret-of-two'],
      ['stranger', 's'],
    ] as const;
    await stage.post(pingOf(...items));
    await failForGood();
    assert.deepEqual(await archived(one), [pingOf(items[0])]);
    assert.deepEqual(await archived(two), [pingOf(items[2])]);
    assert.deepEqual(await archived(other), []);
    assert.equal((await setAside()).length, 2);
    await stage.db.execute(sql`DELETE FROM users WHERE user_id = ${one}`);
    assert.equal((await setAside()).length, 1);
    await stage.db.execute(sql`DELETE FROM users WHERE user_id = ${two}`);
    assert.deepEqual(await stage.db.query(sql`SELECT id FROM webhook_deliveries`), []);
  });

  /** A process that dies while it reads a post with `mark`. */
  const dieOf = async (mark: string): Promise<string[]> => {
    const read: string[] = [];
    const died = Promise.withResolvers<void>();
    const drain = drainHandler({
      db: stage.db,
      jobs: stage.jobs,
      logger: pino({ level: 'silent' }),
      clock: { now: () => stage.now },
      read: async (_provider, body) => {
        const text = Buffer.from(body).toString();
        read.push(/m\d/.exec(text)?.[0] ?? '');
        if (!text.includes(mark)) return [];
        died.resolve();
        return await new Promise(() => undefined);
      },
      apply: async () => undefined,
    });
    const context = {
      job_id: '',
      attempt: 1,
      signal: new AbortController().signal,
      logger: pino({ level: 'silent' }),
    };
    await Promise.race([drain({}, context), died.promise]);
    return read;
  };

  test('a post that kills whoever reads it is read alone the next time, and set aside after the third', async () => {
    const user_id = await connect('p');
    for (const mark of ['m1', 'm2', 'm3']) await stage.post(pingOf(['p', mark]));
    assert.deepEqual(await dieOf('m2'), ['m1', 'm2']);
    await stage.drain();
    assert.deepEqual(await stage.applied(), [], 'who has taken them may be alive');
    forward(TAKEN_FOR_MS);
    assert.deepEqual(await dieOf('m2'), ['m1', 'm2'], 'the others do not wait for it');
    assert.deepEqual(await dieOf('m2'), ['m3']);
    for (let time = 3; time <= MOST_BEGINNINGS; time += 1) {
      assert.equal(await waiting(), 1);
      forward(TAKEN_FOR_MS);
      assert.deepEqual(await dieOf('m2'), ['m2']);
    }
    forward(TAKEN_FOR_MS);
    await stage.drain();
    assert.equal(await waiting(), 0);
    const [one] = await setAside();
    assert.equal(one?.because, 'Working it off was begun 3 times and came to no end: its process died.');
    assert.ok(one !== undefined && (await retrySetAside(stage.db, one.id, stage.now)));
    await stage.drain();
    assert.deepEqual(await stage.applied(), [{ person: 'p', mark: 'm2' }]);
    await stage.db.execute(sql`DELETE FROM users WHERE user_id = ${user_id}`);
  });

  test('one transaction stores what one platform says: holding people of two, it might wait in a circle', async () => {
    const posts = (['garmin', 'strava'] as const).flatMap((provider) =>
      ['1', '2'].map((mark) => ({
        id: newId(),
        provider,
        received_at: stage.now,
        body: Buffer.from(pingOf(['p', mark])),
        is_hint: false,
      })),
    );
    await insertDeliveries(stage.db, posts);
    const told = new Map<object, string[]>();
    const logger = pino({ level: 'silent' });
    const drain = drainHandler({
      db: stage.db,
      jobs: stage.jobs,
      logger,
      clock: { now: () => stage.now },
      read: async () => [{ kind: 'disconnected', provider_user_id: 'p' }],
      apply: async (tx, provider, notices) => {
        told.set(tx, [...(told.get(tx) ?? []), `${provider} ${notices.length}`]);
      },
    });
    await drain({}, { job_id: '', attempt: 1, signal: new AbortController().signal, logger });
    assert.deepEqual([...told.values()].sort(), [['garmin 2'], ['strava 2']]);
    assert.equal(await waiting(), 0);
  });

  test('a failure that goes away is made good at the next try', async () => {
    stage.failing.add('p');
    await stage.post(pingOf(['p', '1']));
    await stage.drain();
    stage.failing.clear();
    await stage.drain();
    assert.deepEqual(await stage.applied(), [], 'not before its time');
    forward(MINUTE_MS);
    await stage.drain();
    assert.deepEqual(await stage.applied(), [{ person: 'p', mark: '1' }]);
  });

  test('what was set aside is kept for 30 days', async () => {
    await stage.post('no json');
    await stage.drain();
    const cleanUp = cleanUpHandler({ db: stage.db, clock: { now: () => stage.now } });
    const logger = pino({ level: 'silent' });
    const run = () => cleanUp({}, { job_id: '', attempt: 1, signal: new AbortController().signal, logger });
    forward(30 * DAY_MS - HOUR_MS);
    await run();
    assert.equal((await setAside()).length, 1);
    forward(DAY_MS);
    await run();
    assert.deepEqual(await setAside(), []);
  });

  test('only so much is kept of what is set aside, at any time; what nobody vouched for takes the place of nothing else', async () => {
    const fill = async (is_hint: boolean, rows: number, bytes = 1) =>
      await stage.db.execute(sql`
        INSERT INTO webhook_deliveries (id, provider, received_at, body, is_hint, not_before, set_aside_because, set_aside_at)
        SELECT gen_random_uuid(), 'strava', ${stage.now}, convert_to(repeat('x', ${bytes}::int), 'UTF8'), ${is_hint}, ${stage.now}, 'full', ${stage.now}
        FROM generate_series(1, ${rows}::int)`);
    const counts = async () =>
      await stage.db.one(sql`
        SELECT count(*) FILTER (WHERE is_hint)::int AS hints, count(*) FILTER (WHERE NOT is_hint)::int AS others,
          count(*) FILTER (WHERE set_aside_because <> 'full')::int AS new FROM webhook_deliveries`);
    const { vouched_for, hints } = MOST_SET_ASIDE;
    await fill(false, vouched_for.rows);
    forward(1);
    await stage.post('no json');
    await stage.drain();
    assert.deepEqual(await counts(), { hints: 0, others: vouched_for.rows, new: 1 });
    const junk = (count: number) =>
      Array.from({ length: count }, () => ({
        id: newId(),
        provider: 'garmin' as const,
        received_at: stage.now,
        body: Buffer.from('junk'),
        is_hint: true,
      }));
    await fill(true, hints.rows);
    forward(1);
    await insertDeliveries(stage.db, junk(3));
    await stage.drain();
    assert.deepEqual(await counts(), { hints: hints.rows, others: vouched_for.rows, new: 4 });
    await stage.db.executeSql('DELETE FROM webhook_deliveries WHERE is_hint');
    await fill(true, 5, hints.bytes / 4);
    forward(1);
    await insertDeliveries(stage.db, junk(1));
    await stage.drain();
    assert.deepEqual(await counts(), { hints: 4, others: vouched_for.rows, new: 2 });
  });

  test('an operator retries and discards only what was set aside', async () => {
    await stage.post('no json');
    const { id } = await stage.db.one<{ id: string }>(sql`SELECT id FROM webhook_deliveries`);
    assert.equal(await discardSetAside(stage.db, id), false);
    assert.equal(await retrySetAside(stage.db, id, stage.now), false);
    await stage.drain();
    assert.equal(await discardSetAside(stage.db, id), true);
    assert.equal(await findSetAside(stage.db, id, 10), null);
  });
});
