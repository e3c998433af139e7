import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { someNews, tellPeople } from '../../../test/tell-people.ts';
import { waitForLock } from '../../../test/wait-for-lock.ts';
import { deleteNotificationsAbout, deleteOwnAbout, holdCentres, holdOwnCentre } from './queries.ts';
import { tell } from './tell.ts';

const CENTRE = '/api/v1/notifications/center';
const PEOPLE = 3;

/** Something that happens to centres. People and notifications are given by their index among those that exist. */
type Step =
  | {
      readonly is: 'tell';
      readonly whom: readonly number[];
      readonly about: boolean;
      readonly again: boolean;
    }
  | { readonly is: 'read' | 'delete'; readonly whose: number; readonly which: number }
  | { readonly is: 'read all' | 'take back'; readonly whose: number }
  | { readonly is: 'forget' };

const person = fc.nat({ max: PEOPLE - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('tell' as const),
      whom: fc.uniqueArray(person, { minLength: 1 }),
      about: fc.boolean(),
      again: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constantFrom('read' as const, 'delete' as const),
      whose: person,
      which: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constantFrom('read all' as const, 'take back' as const),
      whose: person,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'forget' as const }) },
);
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });

describe('counts of the notification centre', () => {
  let server: TestServer;
  let people: readonly TestUser[];
  before(async () => {
    server = await testServer();
    people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(server)));
  });

  const at = (place: number): TestUser => people[place] as TestUser;
  const countsOf = async ({ token }: TestUser): Promise<unknown> =>
    (await server.request('GET', `${CENTRE}/counts`, { token })).body;
  const change = async ({ token }: TestUser, method: string, rest: string): Promise<number> =>
    (await server.request(method, `${CENTRE}${rest}`, { token })).status;

  async function counted({ user_id }: TestUser): Promise<unknown> {
    return await server.deps.db.one(sql`
      SELECT count(*) FILTER (WHERE NOT n.is_read AND n.created_at > c.read_until)::int AS unread, count(*)::int AS total
      FROM notifications n JOIN notification_centres c USING (user_id)
      WHERE n.user_id = ${user_id} AND n.deleted_at IS NULL`);
  }
  async function idsOf({ user_id }: TestUser): Promise<string[]> {
    const rows = await server.deps.db.query<{ id: string }>(
      sql`SELECT id FROM notifications WHERE user_id = ${user_id} ORDER BY created_at DESC LIMIT 4`,
    );
    return rows.map(({ id }) => id);
  }

  test('are those of the rows, whatever happens and in whatever order, also at once', async (t) => {
    await checkProperty(t, chosenRuns(20), {
      any: story,
      story: (batches) => JSON.stringify(batches),
      check: async (batches) => {
        const subject_of = { last: someNews(), named: newId() };
        const take = async (one: Step, ids: readonly (readonly string[])[]): Promise<void> => {
          switch (one.is) {
            case 'tell': {
              const news = one.again ? subject_of.last : someNews();
              subject_of.last = news;
              const named = one.about ? { data: { user_id: subject_of.named } } : {};
              await tellPeople(
                server,
                one.whom.map((place) => at(place).user_id),
                { ...news, ...named },
              );
              return;
            }
            case 'read':
              await change(at(one.whose), 'PATCH', `/${ids[one.whose]?.[one.which] ?? newId()}/read`);
              return;
            case 'delete':
              await change(at(one.whose), 'DELETE', `/${ids[one.whose]?.[one.which] ?? newId()}`);
              return;
            case 'read all':
              assert.equal(await change(at(one.whose), 'POST', '/mark-all-read'), 200);
              return;
            case 'take back':
              await server.deps.db.transaction(async (tx) => {
                const { user_id } = at(one.whose);
                await holdOwnCentre(tx, user_id);
                const { subject } = subject_of.last;
                const about = { user_id, type: 'test_news', subjects: [subject, newId()] };
                await deleteOwnAbout(tx, { ...about, now: server.clock.now() });
              });
              return;
            case 'forget':
              await server.deps.db.transaction((tx) =>
                deleteNotificationsAbout(tx, { user_id: subject_of.named, types: ['test_news'] }),
              );
          }
        };
        for (const batch of batches) {
          const ids = await Promise.all(people.map(idsOf));
          await Promise.all(batch.map((one) => take(one, ids)));
          const told = await Promise.all(people.map(countsOf));
          const real = await Promise.all(people.map(counted));
          assert.deepEqual(told, real);
        }
      },
    });
  });

  test('go down once, however often the same is read or deleted at once', async () => {
    const user = await signUp(server);
    await tellPeople(server, [user.user_id]);
    await tellPeople(server, [user.user_id]);
    const [newest, oldest] = await idsOf(user);
    const often = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 5 }, work));
    assert.deepEqual(await often(() => change(user, 'PATCH', `/${newest}/read`)), Array(5).fill(200));
    assert.deepEqual(await countsOf(user), { unread: 1, total: 2 });
    const deleted = await often(() => change(user, 'DELETE', `/${oldest}`));
    assert.deepEqual(deleted.toSorted(), [200, 404, 404, 404, 404]);
    assert.deepEqual(await countsOf(user), { unread: 0, total: 1 });
  });

  test('do not lose what is told while all is read', async () => {
    const user = await signUp(server);
    await tellPeople(server, [user.user_id]);
    const told = Promise.withResolvers<void>();
    const report = server.deps.db.transaction(async (tx) => {
      await holdCentres(tx, [user.user_id]);
      await tell(server.deps, tx, [user.user_id], someNews());
      told.resolve();
      await waitForLock(tx);
    });
    await told.promise;
    const reading = change(user, 'POST', '/mark-all-read');
    await report;
    assert.equal(await reading, 200);
    assert.deepEqual(await countsOf(user), await counted(user));
  });
});
