import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from '../../infra/db/sql.ts';
import { anyWishes, asksOf, everyAsk } from '../../test/ceiling/any-asks.ts';
import { anyLongAthlete, anyOpenWorld, SETTINGS, WITHHOLDING } from '../../test/ceiling/any-world.ts';
import { type Ask, predict } from '../../test/ceiling/ask.ts';
import { clubView } from '../../test/ceiling/club-view.ts';
import { expectedArchive } from '../../test/ceiling/expected-archive.ts';
import { anyMove, anySettingsMove, type Move, moverOf } from '../../test/ceiling/moves.ts';
import {
  answerTo,
  assertExported,
  assertPredicted,
  type Door,
  madeExportOf,
} from '../../test/ceiling/observe.ts';
import { plantWorld, removeWorld } from '../../test/ceiling/plant-world.ts';
import { storyOf } from '../../test/ceiling/story.ts';
import { Timeline } from '../../test/ceiling/timeline.ts';
import type { Membership, Person, World } from '../../test/ceiling/world.ts';
import { USUAL_POLICIES } from '../../test/expected-activities.ts';
import {
  assignPlan,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { insertActivities } from '../activities/queries.ts';

/** Plans have ended for whoever has left, as they do. */
const anyWorldToMove = anyOpenWorld(USUAL_POLICIES).map(({ people, ...world }): World => {
  const left = (membership: Membership): Membership =>
    membership.history === 'left' ? { ...membership, plans: [] } : membership;
  return {
    ...world,
    people: people.map((person) => ({ ...person, memberships: person.memberships.map(left) })),
  };
});

const exampleOf = (move: fc.Arbitrary<Move>) =>
  fc.noBias(
    fc.record({
      world: anyWorldToMove,
      moves: fc.array(move, { minLength: 1, maxLength: 12, size: 'max' }),
      constraints: anyWishes,
    }),
  );

const storyOfExample = ({ world, moves }: { world: World; moves: readonly Move[] }): string =>
  [storyOf(world), ...moves.map((move) => JSON.stringify(move))].join('\n');

const LOOKERS = 4;
/** There, and gone. */
const LOOKS = 40;
/** The lists show all of somebody's activities; opening each of hundreds after each switch would show nothing more. */
function withOneOfEachKind(person: Person): Person {
  const kinds = Map.groupBy(person.activities, (one) => `${one.source} ${one.is_race} ${one.private}`);
  return { ...person, activities: [...kinds.values()].flatMap(([first]) => first ?? []) };
}

/** However long an export takes. */
const MOST_MOVES = 300;

describe('while people change what they share', () => {
  let server: TestServer;
  let coach: TestUser;
  before(async () => {
    server = await testServer();
    coach = await signUp(server, { membership_role: 'coach' });
  });

  /** Plants the world, and takes it away afterwards. */
  async function inside(world: World, look: (door: Door) => Promise<void>): Promise<void> {
    const { db } = server.deps;
    const [club] = world.clubs;
    assert.ok(club !== undefined);
    const secrets = await plantWorld(db, world, coach.user_id);
    try {
      await look({ server, club, secrets, coach_token: coach.token });
    } finally {
      await removeWorld(db, world);
    }
  }

  const report = (t: TestContext, tally: Readonly<Record<string, number>>) =>
    t.diagnostic(
      Object.entries(tally)
        .map(([name, count]) => `${count} ${name}`)
        .join(', '),
    );

  test('every answer is right at some moment between question and answer', async (t) => {
    const tally = { moves: 0, answers: 0, 'during a move': 0 };
    await checkProperty(t, chosenRuns(3), {
      any: exampleOf(anyMove),
      story: storyOfExample,
      check: ({ world, moves, constraints }) =>
        inside(world, async (door) => {
          const timeline = new Timeline(door, world);
          const look = (ask: Ask, id: number) =>
            timeline.look(async () => ({ ask, answer: await answerTo(door, ask, id) }));
          const sights: Awaited<ReturnType<typeof look>>[] = [];
          const asks = [...asksOf(world, constraints), ...everyAsk(world)];
          await whileLooking(
            async () => {
              for (const move of moves) {
                await timeline.make(move);
                const mover = moverOf(timeline.now, move);
                const about = mover === undefined ? [] : everyAsk({ ...timeline.now, people: [mover] });
                for (const ask of about) sights.push(await look(ask, 0));
              }
            },
            async (count) => {
              for (const ask of asks.slice(count % asks.length).slice(0, 1))
                sights.push(await look(ask, count));
            },
          );
          // And after it all, what holds now and nothing else.
          for (const ask of asks) sights.push(await look(ask, 0));
          for (const sight of sights)
            timeline.assertTrueOnce(sight, ({ ask, answer }, view) =>
              assertPredicted(answer, predict(view, door.club.keys, ask), ask),
            );
          tally.moves += timeline.moves;
          tally.answers += sights.length;
          tally['during a move'] += sights.filter(({ earliest, latest }) => earliest < latest).length;
        }),
    });
    report(t, tally);
  });

  test('each switch acts on the very next request, off and on again, in general and for one club', async () => {
    const [example] = fc.sample(
      fc.record({ world: anyWorldToMove, athlete: anyLongAthlete }).map(({ world, athlete }): World => {
        const privacy = Object.fromEntries(SETTINGS.map((name) => [name, true]));
        const next_race = { name: 'Run', date: '9000-01-01', distance_m: 5_000, goal_time_s: null };
        const memberships = athlete.memberships.map((membership) => ({ ...membership, closed: [] }));
        const profile = { ...athlete.profile, next_race };
        return { ...world, people: [{ ...athlete, privacy, profile, memberships }] };
      }),
      { seed: 1964, numRuns: 1 },
    );
    assert.ok(example !== undefined);
    const query = { limit: '100' };
    await inside(example, async (door) => {
      const timeline = new Timeline(door, example);
      const views = new Set<string>();
      const switches = (['privacy', 'close for the club'] as const).flatMap((kind) =>
        SETTINGS.flatMap((setting) => [
          { kind, who: 0, setting },
          { kind, who: 0, setting },
        ]),
      );
      for (const move of switches) {
        await timeline.make(move);
        const asks = everyAsk({ ...timeline.now, people: timeline.now.people.map(withOneOfEachKind) });
        const view = clubView(timeline.now, 0);
        for (const ask of asks) {
          const paged = 'query' in ask ? { ...ask, query: { ...ask.query, ...query } } : ask;
          assertPredicted(await answerTo(door, paged, 0), predict(view, door.club.keys, paged), paged);
        }
        views.add(JSON.stringify([...view.activities, ...view.athletes, ...view.roster]));
      }
      // With all on, and with each of those off that concern a club: by either switch it is the same.
      assert.equal(views.size, 1 + WITHHOLDING.length + 1);
    });
  });

  test('every archive is right at some moment between its request and its completion', async (t) => {
    const tally = { moves: 0, archives: 0, 'worlds they may be of': 0 };
    // There rows are read after the plan, in pages: activities that change meanwhile are in some files and not in others.
    const move = server.deps.db.engine === 'embedded' ? anySettingsMove : anyMove;
    await checkProperty(t, chosenRuns(5), {
      any: exampleOf(move),
      story: storyOfExample,
      check: ({ world, moves }) =>
        inside(world, async (door) => {
          const key = door.club.keys[0]?.id ?? '';
          const timeline = new Timeline(door, world);
          // By name: who leaves in between is then left out for the same reason at whatever moment.
          const asked = { athlete_ids: world.people.map(({ id }) => id) };
          let done = false;
          const making = timeline
            .look(() => madeExportOf(door, asked))
            .finally(() => {
              done = true;
            });
          for (let made = 0; !done && made < MOST_MOVES; made += 1)
            for (const move of moves.slice(made % moves.length).slice(0, 1)) await timeline.make(move);
          const sight = await making;
          timeline.assertTrueOnce(sight, (seen, view) => {
            const expected = expectedArchive(view, asked);
            assert.ok(expected !== null);
            assertExported(seen, view, key, expected);
          });
          tally.moves += timeline.moves;
          tally.archives += 1;
          tally['worlds they may be of'] += sight.latest - sight.earliest + 1;
        }),
    });
    report(t, tally);
  });

  /** What a looker sees most often is what was there before or will be after: here it is what is between. */
  describe('what is there and gone again and again', () => {
    let club: TestOrganization;
    let user_id: string;
    before(async () => {
      club = await createOrganization(server, { coach });
      ({ user_id } = await seedAthlete(server, club.org_id));
    });

    /** Asks until it was there and gone often enough. `assertSound` says which of the two it is. */
    async function lookAt(
      t: TestContext,
      options: {
        path: string;
        as: { token: string } | { apiKey: string };
        set: (isThere: boolean) => Promise<unknown>;
        assertSound: (answer: TestResponse) => boolean;
      },
    ): Promise<void> {
      const seen = { there: 0, gone: 0 };
      await whileLooking(
        async (isOver) => {
          for (let turn = 0; !isOver() && Math.min(seen.there, seen.gone) < LOOKS; turn += 1) {
            await options.set(isOddlyOften(turn));
            // The embedded engine would have no turn left for anybody else.
            await setImmediate();
          }
        },
        async () => {
          const answer = await server.request('GET', options.path, options.as);
          seen[options.assertSound(answer) ? 'there' : 'gone'] += 1;
        },
      );
      t.diagnostic(`seen ${seen.there} times, not seen ${seen.gone} times`);
    }

    test('a coach’s list and its count are of one moment', async (t) => {
      const { db } = server.deps;
      const activity = makeActivity(user_id);
      await insertActivities(db, [activity]);
      await lookAt(t, {
        path: `/api/v1/organizations/${club.org_id}/athletes/${user_id}/activities`,
        as: { token: coach.token },
        set: (isThere) =>
          db.execute(sql`UPDATE activities SET private = ${!isThere} WHERE id = ${activity.id}`),
        assertSound: ({ status, body }) => {
          assert.deepEqual([status, body.data.activities.length], [200, body.data.total]);
          return body.data.total === 1;
        },
      });
    });

    test('a member who leaves with a plan shows both or neither', async (t) => {
      const { db } = server.deps;
      const { secret: apiKey } = await createApiKey(server, club, { scopes: ['admin'] });
      await assignPlan(server, club.org_id, [{ user_id }], { start_date: '9000-01-01' });
      await lookAt(t, {
        path: `/developer/v1/plans?athlete_id=${user_id}`,
        as: { apiKey },
        set: (isThere) =>
          db.transaction(async (tx) => {
            const gone = isThere ? null : server.clock.now();
            await tx.execute(
              sql`UPDATE organization_members SET left_at = ${gone} WHERE user_id = ${user_id}`,
            );
            await tx.execute(sql`UPDATE plan_assignments SET ended_at = ${gone} WHERE user_id = ${user_id}`);
          }),
        assertSound: ({ status, body }) => {
          assert.equal(status === 404 ? 1 : body.data.plans.length, 1);
          return status === 200;
        },
      });
    });
  });
});

/** The Thue–Morse sequence: whoever looks at every second turn, or every third, still sees both. */
function isOddlyOften(turn: number): boolean {
  return turn.toString(2).replaceAll('0', '').length % 2 === 1;
}

/** Looks, several at a time, from before the work until after it. `look` is told how many looks there were before it. */
async function whileLooking(
  work: (isOver: () => boolean) => Promise<void>,
  look: (count: number) => Promise<void>,
): Promise<void> {
  let count = 0;
  let over = false;
  const end = (): void => {
    over = true;
  };
  const looker = async (): Promise<void> => {
    while (!over) await look(count++);
  };
  const everybody = [work(() => over), ...Array.from({ length: LOOKERS }, looker)];
  await Promise.all(everybody.map((one) => one.finally(end)));
}
