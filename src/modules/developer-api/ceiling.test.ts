import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { anyExportWish, anyWishes, asksOf, everyAsk, exportAskOf } from '../../test/ceiling/any-asks.ts';
import { anyChange, type Change, changedOutOfSight } from '../../test/ceiling/any-change.ts';
import { anyPolicies, anyWorld } from '../../test/ceiling/any-world.ts';
import { predict } from '../../test/ceiling/ask.ts';
import { clubView } from '../../test/ceiling/club-view.ts';
import { expectedArchive } from '../../test/ceiling/expected-archive.ts';
import {
  answersTo,
  assertExported,
  assertExportRefused,
  assertOneWording,
  assertPredicted,
  exportOf,
  fingerprintOf,
} from '../../test/ceiling/observe.ts';
import { plantWorld } from '../../test/ceiling/plant-world.ts';
import { changeOfStory, storyOf } from '../../test/ceiling/story.ts';
import type { World } from '../../test/ceiling/world.ts';
import { type PlainPolicies, USUAL_POLICIES } from '../../test/expected-activities.ts';
import { signUp, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';

const anyExample = (policies: PlainPolicies) =>
  fc.record({
    world: anyWorld(policies),
    changes: fc.array(anyChange, { maxLength: 40, size: 'max' }),
    wishes: anyWishes,
    exported: fc.array(anyExportWish, { minLength: 1, maxLength: 2 }),
  });
type Example = ReturnType<typeof anyExample> extends fc.Arbitrary<infer T> ? T : never;

/** Everything a run asks, of the world as it is and of what will come to it out of sight. */
function questions({ world, changes, wishes }: Example) {
  const { after, unseen } = changedOutOfSight(world, changes);
  return { after, unseen, asks: [...everyAsk(world, after), ...asksOf(world, wishes)] };
}

function storyOfExample(example: Example): string {
  const { after, unseen } = questions(example);
  const { world } = example;
  return [storyOf(world), `then, out of sight (${unseen.join(', ')}):`, changeOfStory(world, after)].join(
    '\n',
  );
}

/** How much was done, so that nobody takes a test that looks at nothing for one that finds nothing. */
type Tally = {
  answers: number;
  found: number;
  archives: number;
  rows: number;
  unseen: Map<Change['kind'], number>;
};

/**
 * Plants a world, holds every answer and every archive of a club against the model; then lets the world change where
 * the club cannot see it, and wants all of it again, byte for byte.
 */
async function checkExample(
  server: TestServer,
  coach: TestUser,
  example: Example,
  tally: Tally,
): Promise<void> {
  const { world, exported } = example;
  const { after, unseen, asks } = questions(example);
  const [club] = world.clubs;
  const key = club?.keys[0];
  assert.ok(club !== undefined && key !== undefined);
  const view = clubView(world, 0);
  const { db } = server.deps;

  const observe = async (secrets: Awaited<ReturnType<typeof plantWorld>>) => {
    const door = { server, club, secrets, coach_token: coach.token };
    const answers = await answersTo(door, asks);
    const fingerprints: unknown[] = [];
    for (const wish of view.tier === 'club' ? exported : []) {
      const ask = exportAskOf(world, wish);
      const expected = expectedArchive(view, ask);
      if (expected === null) {
        await assertExportRefused(door, ask);
        continue;
      }
      const made = await exportOf(door, ask);
      assertExported(made, view, key.id, expected);
      fingerprints.push(await fingerprintOf(made));
      tally.archives += 1;
      tally.rows += expected.activities.length;
    }
    return { answers, fingerprints };
  };

  const first = await observe(await plantWorld(db, world, { coach_id: coach.user_id }));
  for (const [index, answer] of first.answers.entries()) {
    const ask = asks[index];
    assert.ok(ask !== undefined);
    assertPredicted(answer, predict(view, club.keys, ask), ask);
    tally.answers += 1;
    if (answer.status === 200) tally.found += 1;
  }
  assertOneWording(asks, first.answers);

  // The rows lie in another order as well: none may be an accident of where they lie.
  const turned: World = {
    ...after,
    people: after.people
      .toReversed()
      .map((person) => ({ ...person, activities: person.activities.toReversed() })),
  };
  const second = await observe(await plantWorld(db, turned, { coach_id: coach.user_id, formerly: world }));
  for (const [index, ask] of asks.entries())
    assert.deepEqual(
      second.answers[index],
      first.answers[index],
      `${JSON.stringify(ask)} after ${unseen.join(', ')}`,
    );
  assert.deepEqual(second.fingerprints, first.fingerprints, `archives after ${unseen.join(', ')}`);
  for (const kind of unseen) tally.unseen.set(kind, (tally.unseen.get(kind) ?? 0) + 1);
}

async function checkClubs(
  t: TestContext,
  server: TestServer,
  policies: PlainPolicies,
  runs: ReturnType<typeof chosenRuns>,
): Promise<void> {
  const coach = await signUp(server, { membership_role: 'coach' });
  const tally: Tally = { answers: 0, found: 0, archives: 0, rows: 0, unseen: new Map() };
  await checkProperty(t, runs, {
    // Else most of a few runs are of empty lists.
    any: fc.noBias(anyExample(policies)),
    check: (example) => checkExample(server, coach, example, tally),
    story: storyOfExample,
  });
  const { answers, found, archives, rows, unseen } = tally;
  t.diagnostic(
    `${answers} answers foreseen, ${found} of them 200, and asked for again; ${archives} archives, ${rows} rows`,
  );
  t.diagnostic(
    `changed out of sight: ${[...unseen].map(([kind, count]) => `${count} × ${kind}`).join(', ')}`,
  );
}

/** A server keeps its policies: this many runs share one. */
const RUNS_A_SERVER = 50;

describe('the ceiling', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  test('a club sees what the model says, and nothing of what changes out of its sight', async (t) => {
    await checkClubs(t, server, USUAL_POLICIES, chosenRuns(10));
  });

  test('so it is under other source policies', async (t) => {
    const { seed, runs, path } = chosenRuns(4);
    for (let done = 0; done < runs; done += RUNS_A_SERVER) {
      const [policies = {}] = fc.sample(anyPolicies, { seed: seed + done, numRuns: 1 });
      const other = await startTestServer({ SOURCE_POLICY: JSON.stringify(policies) });
      const round = { seed: seed + done, runs: Math.min(RUNS_A_SERVER, runs - done), path };
      await checkClubs(t, other, policies, round).finally(() => other.stop());
    }
  });
});
