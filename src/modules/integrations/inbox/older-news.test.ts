import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { createSecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { openTestDatabase } from '../../../test/database.ts';
import { fakePlatform, tellRun } from '../../../test/fake-platform.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { createUser } from '../../users/index.ts';
import { upsertConnection } from '../connections/connection-queries.ts';
import { NOTHING_TOLD } from '../health/health-report.ts';
import type { Notice } from '../notice.ts';
import { applyNotices } from '../sync/apply-notices.ts';
import { TAKEN_FOR_MS } from './delivery.ts';
import { listSetAside, retrySetAside } from './operator-queries.ts';
import { insertDeliveries } from './queries.ts';
import { type ReadDelivery, readDue } from './read-deliveries.ts';
import { type WorkOffDeps, workOff } from './work-off.ts';

const DAY = '2026-05-01';

/** One statement about one person in a post. `n` tells the statements apart. */
type Word = { readonly who: 0 | 1; readonly n: number } & (
  | { readonly kind: 'tell'; readonly workout: 0 | 1; readonly isPrivate: boolean }
  | { readonly kind: 'hide'; readonly workout: 0 | 1 }
  | { readonly kind: 'delete'; readonly workout: 0 | 1 }
  | { readonly kind: 'day'; readonly value: 'steps' | 'floors_climbed' }
  | { readonly kind: 'scopes' }
);

type Action =
  | { readonly do: 'post'; readonly words: readonly Word[]; readonly clock_ms: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** A worker takes what is due; it finishes, or fails for some people, or is killed in the transaction of that number. */
  | { readonly do: 'work'; readonly failsFor: readonly number[]; readonly killedAt: number | null }
  | { readonly do: 'take' }
  | { readonly do: 'finish' };

type Known = {
  readonly workouts: readonly ({ readonly name: string; readonly isPrivate: boolean } | null)[];
  readonly day: { readonly steps: number | null; readonly floors_climbed: number | null };
  readonly scopes: string;
};

const objectOf = (word: Word): string =>
  `${word.who} ${'workout' in word ? `workout ${word.workout}` : word.kind}`;
const anyWord: fc.Arbitrary<Word> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tell' as const),
      who: fc.constantFrom(0, 1),
      workout: fc.constantFrom(0, 1),
      isPrivate: fc.boolean(),
      n: fc.nat(999),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('hide' as const, 'delete' as const),
      who: fc.constantFrom(0, 1),
      workout: fc.constantFrom(0, 1),
      n: fc.nat(999),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('day' as const),
      who: fc.constantFrom(0, 1),
      value: fc.constantFrom('steps' as const, 'floors_climbed' as const),
      n: fc.nat(999),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('scopes' as const),
      who: fc.constantFrom(0, 1),
      n: fc.nat(999),
    }),
  },
);
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      words: fc.uniqueArray(anyWord, { minLength: 1, maxLength: 3, selector: objectOf }),
      clock_ms: fc.integer({ min: -5 * SECOND_MS, max: 0 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(SECOND_MS, MINUTE_MS + 1, 5 * MINUTE_MS + 1, 15 * MINUTE_MS + 1, HOUR_MS + 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      failsFor: fc.subarray([0, 1]),
      killedAt: fc.option(fc.nat(3)),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Action>({ do: 'take' }, { do: 'finish' }) },
);

/** What should be known of a person: for each thing the last statement, in the order in which the statements were accepted. */
function expectedOf(who: number, words: readonly Word[]): Known {
  const workouts: ({ name: string; isPrivate: boolean } | null)[] = [null, null];
  let day: Known['day'] = { steps: null, floors_climbed: null };
  let scopes = 'activities';
  for (const word of words.filter((one) => one.who === who)) {
    if (word.kind === 'tell') workouts[word.workout] = { name: `Run ${word.n}`, isPrivate: word.isPrivate };
    else if (word.kind === 'delete') workouts[word.workout] = null;
    else if (word.kind === 'hide') {
      const known = workouts[word.workout];
      if (known) workouts[word.workout] = { ...known, isPrivate: true };
    } else if (word.kind === 'day') day = { ...day, [word.value]: word.n };
    else scopes = `activities ${word.n}`;
  }
  return { workouts, day, scopes };
}

describe('older news never replaces newer', () => {
  let db: Database;
  before(async () => {
    db = await openTestDatabase();
  });
  after(() => db.close());

  const logger = pino({ level: 'silent' });
  const secretBox = createSecretBox([randomBytes(32)]);

  const connect = async (now: Date): Promise<{ user_id: string; provider_user_id: string }> => {
    const provider_user_id = newId();
    const { user_id } = await db.transaction((tx) =>
      createUser(tx, { email: `${provider_user_id}@example.org`, is_verified: true, now }),
    );
    await db.transaction((tx) =>
      upsertConnection(tx, {
        user_id,
        provider: 'garmin',
        provider_user_id,
        sealed_credentials: Buffer.from('none'),
        scopes: ['activities'],
        position: 0,
        now,
      }),
    );
    return { user_id, provider_user_id };
  };
  const noticeOf = (word: Word, provider_user_id: string): Notice => {
    if (!('workout' in word)) {
      return word.kind === 'scopes'
        ? { provider_user_id, kind: 'scopes', scopes: [`activities ${word.n}`], changed_at: null }
        : {
            provider_user_id,
            kind: 'health',
            report: { source: 'garmin', day: DAY, activity: { ...NOTHING_TOLD, [word.value]: word.n } },
          };
    }
    const external_id = `${provider_user_id} ${word.workout}`;
    if (word.kind === 'hide')
      return { provider_user_id, kind: 'activity_changed', external_id, private: true };
    if (word.kind === 'delete') return { provider_user_id, kind: 'activity_deleted', external_id };
    const start_time = new Date(Date.UTC(2026, 4, 1) + word.workout * DAY_MS);
    return tellRun({ user_id: '', provider: 'garmin', provider_user_id }, external_id, {
      name: `Run ${word.n}`,
      private: word.isPrivate,
      start_time,
    });
  };
  const knownOf = async ({ user_id }: { user_id: string }): Promise<Known> => {
    const found = await db.query<{ name: string; private: boolean; start_time: Date }>(
      sql`SELECT name, private, start_time FROM activities WHERE user_id = ${user_id}`,
    );
    const workouts = [0, 1].map((n) => {
      const one = found.find(({ start_time }) => start_time.getTime() === Date.UTC(2026, 4, 1) + n * DAY_MS);
      return one === undefined ? null : { name: one.name, isPrivate: one.private };
    });
    const day = await db.maybeOne<Known['day']>(sql`
      SELECT (activity->>'steps')::int AS steps, (activity->>'floors_climbed')::int AS floors_climbed
      FROM health_days WHERE user_id = ${user_id}`);
    const { scopes } = await db.one<{ scopes: string[] }>(
      sql`SELECT scopes FROM platform_connections WHERE user_id = ${user_id}`,
    );
    return { workouts, day: day ?? { steps: null, floors_climbed: null }, scopes: scopes.join() };
  };

  /** An inbox of two people, with a clock that is set by hand, and workers that fail and die on command. */
  const openInbox = async () => {
    await db.executeSql('DELETE FROM webhook_deliveries');
    let now = new Date('2026-07-01T06:00:00Z');
    const clock = { now: () => now };
    const people = [await connect(now), await connect(now)] as const;
    const jobs = { enqueue: async () => null, enqueueAll: async () => {} };
    const garmin = fakePlatform('garmin', { isOfUse: () => true });
    const deps = {
      clock,
      jobs,
      logger,
      secretBox,
      events: { emit: async () => {}, emitAll: async () => {} },
      sourcePolicies: DEFAULT_SOURCE_POLICIES,
      providers: { garmin, strava: fakePlatform('strava', {}) },
    };
    const read = async (_provider: string, body: Uint8Array): Promise<Notice[]> => {
      const { items }: { items: Word[] } = JSON.parse(Buffer.from(body).toString());
      return items.map((word) => noticeOf(word, people[word.who].provider_user_id));
    };
    const turnOf = () => ({ now, taken_until: new Date(now.getTime() + TAKEN_FOR_MS) });
    const worker = (failsFor: readonly number[], killedAt: number | null): WorkOffDeps => {
      let transactions = 0;
      const dying: Database = {
        ...db,
        transaction: async (work) => {
          const isLast = transactions === killedAt;
          if (killedAt !== null && transactions > killedAt) throw new Error('This worker is dead.');
          transactions += 1;
          return await db.transaction(async (tx) => {
            const result = await work(tx);
            if (isLast) throw new Error('This worker is killed.');
            return result;
          });
        },
      };
      return {
        db: dying,
        logger,
        apply: async (tx, provider, notices) => {
          await applyNotices(tx, deps, provider, notices);
          const failing = new Set(failsFor.map((who) => people[who]?.provider_user_id));
          if (notices.some(({ provider_user_id }) => failing.has(provider_user_id)))
            throw new Error('This could not be stored.');
        },
      };
    };
    const taken: { deliveries: readonly ReadDelivery[]; turn: ReturnType<typeof turnOf> }[] = [];
    const take = async (): Promise<number> => {
      const turn = turnOf();
      const deliveries = await readDue({ db, read }, turn);
      taken.push({ deliveries, turn });
      return deliveries.length;
    };
    const finish = async (
      failsFor: readonly number[] = [],
      killedAt: number | null = null,
    ): Promise<void> => {
      const last = taken.pop();
      if (last === undefined) return;
      const work = workOff(worker(failsFor, killedAt), last.deliveries, last.turn);
      await (killedAt === null ? work : work.catch(() => {}));
    };
    return {
      people,
      post: async (words: readonly Word[], clock_ms: number) => {
        const items = words.map((word) => ({ ...word, userId: people[word.who].provider_user_id }));
        const body = Buffer.from(JSON.stringify({ items }));
        const received_at = new Date(now.getTime() + clock_ms);
        await insertDeliveries(db, [{ id: newId(), provider: 'garmin', received_at, body, is_hint: false }]);
      },
      wait: (ms: number) => {
        now = new Date(now.getTime() + ms);
      },
      take,
      finish,
      /** Runs until nothing is left, including what was set aside. */
      workOffAll: async () => {
        for (;;) {
          now = new Date(now.getTime() + 2 * HOUR_MS);
          if ((await take()) > 0) await finish();
          else {
            const aside = await listSetAside(db, 100);
            if (aside.length === 0) return;
            for (const { id } of aside) await retrySetAside(db, id, now);
          }
        }
      },
    };
  };

  const act = async (inbox: Awaited<ReturnType<typeof openInbox>>, action: Action): Promise<void> => {
    if (action.do === 'post') await inbox.post(action.words, action.clock_ms);
    else if (action.do === 'wait') inbox.wait(action.ms);
    else if (action.do === 'take') await inbox.take();
    else if (action.do === 'finish') await inbox.finish();
    else if ((await inbox.take()) > 0) await inbox.finish(action.failsFor, action.killedAt);
  };

  test('of each thing of a person what was accepted last holds, whoever is killed, fails, is slow or tries again', async (t) => {
    const any = fc.array(anyAction, { minLength: 4, maxLength: 30 });
    const check = async (actions: readonly Action[]): Promise<void> => {
      const inbox = await openInbox();
      for (const action of actions) await act(inbox, action);
      await inbox.workOffAll();
      const words = actions.flatMap((action) => (action.do === 'post' ? action.words : []));
      for (const [who, person] of inbox.people.entries())
        assert.deepEqual(await knownOf(person), expectedOf(who, words), `person ${who}`);
    };
    const story = (actions: readonly Action[]): string =>
      actions.map((action) => JSON.stringify(action)).join('\n');
    await checkProperty(t, chosenRuns(30), { any, check, story });
  });
});
