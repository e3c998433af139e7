import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from '../../infra/db/sql.ts';
import { anyWishes, asksOf, everyAsk } from '../../test/ceiling/any-asks.ts';
import { anyOpenWorld } from '../../test/ceiling/any-world.ts';
import { predict } from '../../test/ceiling/ask.ts';
import { expectedArchive } from '../../test/ceiling/expected-archive.ts';
import { anyMove, anySettingsMove, type Move } from '../../test/ceiling/moves.ts';
import {
  answerTo,
  assertExported,
  assertPredicted,
  type Door,
  exportOf,
} from '../../test/ceiling/observe.ts';
import { plantWorld, removeWorld } from '../../test/ceiling/plant-world.ts';
import { storyOf } from '../../test/ceiling/story.ts';
import { Timeline } from '../../test/ceiling/timeline.ts';
import type { Membership, World } from '../../test/ceiling/world.ts';
import { USUAL_POLICIES } from '../../test/expected-activities.ts';
import { createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
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
      moves: fc.array(move, { minLength: 1, maxLength: 16, size: 'max' }),
      wishes: anyWishes,
    }),
  );

const storyOfExample = ({ world, moves }: { world: World; moves: readonly Move[] }): string =>
  [storyOf(world), ...moves.map((move) => JSON.stringify(move))].join('\n');

const LOOKERS = 4;
const LOOKS = 50;
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
    await checkProperty(t, chosenRuns(8), {
      any: exampleOf(anyMove),
      story: storyOfExample,
      check: ({ world, moves, wishes }) =>
        inside(world, async (door) => {
          const { keys } = door.club;
          const timeline = new Timeline(door, world);
          const asks = [...asksOf(world, wishes), ...everyAsk(world)];
          const ask = async (index: number) => {
            const one = asks[index % asks.length];
            assert.ok(one !== undefined);
            return await timeline.look(async () => ({ ask: one, answer: await answerTo(door, one, index) }));
          };
          const sights: Awaited<ReturnType<typeof ask>>[] = [];
          let next = 0;
          let moving = true;
          const lookers = Array.from({ length: LOOKERS }, async () => {
            while (moving) sights.push(await ask(next++));
          });
          await timeline.go(moves, (made) => made === moves.length).finally(() => (moving = false));
          await Promise.all(lookers);
          // And after it all, what holds now and nothing else.
          for (const index of asks.keys()) sights.push(await ask(index));
          for (const sight of sights)
            timeline.assertTrueOnce(sight, ({ ask, answer }, view) =>
              assertPredicted(answer, predict(view, keys, ask), ask),
            );
          tally.moves += timeline.moves;
          tally.answers += sights.length;
          tally['during a move'] += sights.filter(({ earliest, latest }) => earliest < latest).length;
        }),
    });
    report(t, tally);
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
          const making = timeline.look(() => exportOf(door, asked)).finally(() => (done = true));
          await timeline.go(moves, (made) => done || made === MOST_MOVES);
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

  test('a coach’s list and its count are of one moment', async (t) => {
    const { db } = server.deps;
    const club = await createOrganization(server, { coach });
    const { user_id } = await seedAthlete(server, club.org_id);
    const activity = makeActivity(user_id);
    await insertActivities(db, [activity]);
    const path = `/api/v1/organizations/${club.org_id}/athletes/${user_id}/activities`;
    const counts = new Map<number, number>();
    let moving = true;
    const mover = async () => {
      for (let hidden = true; moving; hidden = !hidden) {
        await db.execute(sql`UPDATE activities SET private = ${hidden} WHERE id = ${activity.id}`);
        // The embedded engine would have no turn left for anybody else.
        await setImmediate();
      }
    };
    const looker = async () => {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        const { status, body } = await server.request('GET', path, { token: coach.token });
        assert.deepEqual([status, body.data.activities.length], [200, body.data.total]);
        counts.set(body.data.total, (counts.get(body.data.total) ?? 0) + 1);
      }
    };
    const moves = mover();
    await Promise.all(Array.from({ length: LOOKERS }, looker)).finally(() => (moving = false));
    await moves;
    t.diagnostic(`seen ${counts.get(1)} times, not seen ${counts.get(0)} times`);
  });
});
