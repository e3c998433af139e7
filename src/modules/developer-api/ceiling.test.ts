import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { anyPages, anyWishes, asksOf, everyAsk, pageAsks } from '../../test/ceiling/any-asks.ts';
import { anyChange, changedOutOfSight, type Lookers } from '../../test/ceiling/any-change.ts';
import { anyExportWish, EVERYTHING, type ExportAsk, exportAskOf } from '../../test/ceiling/any-exports.ts';
import { NOW } from '../../test/ceiling/any-value.ts';
import { anyLongAthlete, anyOpenWorld, anyPolicies, anyWorld } from '../../test/ceiling/any-world.ts';
import { type Ask, isCoachs, predict } from '../../test/ceiling/ask.ts';
import { clubView } from '../../test/ceiling/club-view.ts';
import { expectedArchive } from '../../test/ceiling/expected-archive.ts';
import { assertFollowed, follow, NOTHING_FOLLOWED } from '../../test/ceiling/follow-changes.ts';
import {
  answersTo,
  assertExported,
  assertExportRefused,
  assertOneWording,
  assertPredicted,
  type Door,
  exportOf,
  fingerprintOf,
} from '../../test/ceiling/observe.ts';
import { plantWorld, removeWorld } from '../../test/ceiling/plant-world.ts';
import { changeOfStory, storyOf } from '../../test/ceiling/story.ts';
import type { World } from '../../test/ceiling/world.ts';
import { type PlainPolicies, USUAL_POLICIES } from '../../test/expected-activities.ts';
import { signUp, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';
import { checkProperty, chosenRuns, type Runs } from '../../test/property.ts';

/** A random world, invisible changes of it, and the club's requests before and after. */
type Scene = {
  readonly world: World;
  readonly after: World;
  readonly unseen: readonly string[];
  /** Who cannot see it. */
  readonly lookers: Lookers;
  readonly asks: readonly Ask[];
  readonly exported: readonly ExportAsk[];
};

const anyScene = (policies: PlainPolicies): fc.Arbitrary<Scene> =>
  fc
    .record({
      // Those whose absence says most come first: that is the order in which examples are made smaller.
      changes: fc.array(anyChange, { maxLength: 40, size: 'max' }),
      lookers: fc.constantFrom<Lookers>('everybody', 'keys'),
      constraints: anyWishes,
      exportWish: anyExportWish,
      fromFirstToLast: fc.boolean(),
      world: anyWorld(policies),
    })
    .map(({ world, changes, lookers, constraints, exportWish, fromFirstToLast }) => {
      const { after, unseen } = changedOutOfSight(world, changes, lookers);
      const asks = [...everyAsk(world, after), ...asksOf(world, constraints)];
      const all = { ...EVERYTHING, ...(fromFirstToLast ? exportedSpan(world) : {}) };
      return { world, after, unseen, lookers, asks, exported: [all, exportAskOf(world, exportWish)] };
    });

/** From the first activity that may be exported to the last, both of which are in it. */
function exportedSpan(world: World): ExportAsk {
  const starts = [...clubView(world, 0).exported.values()].flat().map((view) => Number(view.start_time_ms));
  return starts.length === 0 ? {} : { start_date: Math.min(...starts), end_date: Math.max(...starts) };
}

const anyLongScene: fc.Arbitrary<Scene> = fc
  .record({ world: anyOpenWorld(USUAL_POLICIES), athlete: anyLongAthlete, pages: anyPages })
  .map(({ world, athlete, pages }) => {
    const before = { ...world, people: [athlete] };
    const shown = new Set(
      clubView(before, 0)
        .activities.get(athlete.id)
        ?.map(({ id }) => id),
    );
    const activities = athlete.activities.filter(({ id }) => shown.has(id));
    const asks = pages.flatMap((page) => pageAsks(athlete, page));
    const after = { ...world, people: [{ ...athlete, activities }] };
    const changed = { world: before, after, unseen: ['remove activity'], lookers: 'everybody' } as const;
    return { ...changed, asks, exported: [{ ...EVERYTHING, format: 'both' }] };
  });

const storyOfScene = ({ world, after, unseen, lookers }: Scene): string =>
  [
    storyOf(world),
    `then, out of sight of ${lookers} (${unseen.join(', ')}):`,
    changeOfStory(world, after),
  ].join('\n');

/** How much was done, so that nobody takes a test that looks at nothing for one that finds nothing. */
type Tally = {
  answers: number;
  found: number;
  archives: number;
  rows: number;
  changes: number;
  unseen: Map<string, number>;
};

/** Compares every answer and archive of a world's first club with the model, then again, byte for byte, after invisible changes. */
async function checkScene(server: TestServer, coach: TestUser, scene: Scene, tally: Tally): Promise<void> {
  const { world, after, unseen, lookers, asks, exported } = scene;
  const [club] = world.clubs;
  const key = club?.keys[0];
  assert.ok(club !== undefined && key !== undefined);
  const view = clubView(world, 0);
  const { db } = server.deps;

  const observe = async (at: World, asked: readonly Ask[]) => {
    const secrets = await plantWorld(db, at, coach.user_id);
    try {
      return await observeBy({ server, club, secrets, coach_token: coach.token }, asked);
    } finally {
      await removeWorld(db, at);
    }
  };
  const observeBy = async (door: Door, asked: readonly Ask[]) => {
    const answers = await answersTo(door, asked);
    const fingerprints: unknown[] = [];
    for (const ask of view.tier === 'club' ? exported : []) {
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
    if (view.tier !== 'club') return { answers, fingerprints, told: [] };
    const followed = await follow(door, NOTHING_FOLLOWED);
    assertFollowed(followed, view);
    tally.changes += followed.told.length;
    return { answers, fingerprints, told: followed.told };
  };

  const again = asks.filter((ask) => lookers === 'everybody' || !isCoachs(ask));
  const all = [...again, ...asks.filter((ask) => !again.includes(ask))];
  const first = await observe(world, all);
  for (const [index, ask] of all.entries()) {
    const answer = first.answers[index];
    assert.ok(answer !== undefined);
    assertPredicted(answer, predict(view, club.keys, ask), ask);
    tally.answers += 1;
    if (answer.status === 200) tally.found += 1;
  }
  assertOneWording(all, first.answers);

  // The rows lie in another order, so that no answer depends on it.
  const turned: World = {
    ...after,
    people: after.people
      .toReversed()
      .map((person) => ({ ...person, activities: person.activities.toReversed() })),
  };
  const second = await observe(turned, again);
  const since = `after ${unseen.join(', ')}`;
  for (const [index, ask] of again.entries())
    assert.deepEqual(second.answers[index], first.answers[index], `${JSON.stringify(ask)} ${since}`);
  assert.deepEqual(second.fingerprints, first.fingerprints, `archives ${since}`);
  assert.deepEqual(second.told, first.told, `changes ${since}`);
  for (const kind of unseen) tally.unseen.set(kind, (tally.unseen.get(kind) ?? 0) + 1);
}

async function checkScenes(
  t: TestContext,
  server: TestServer,
  scenes: fc.Arbitrary<Scene>,
  runs: Runs,
): Promise<void> {
  server.clock.stopAt(NOW);
  t.after(() => server.clock.reset());
  const coach = await signUp(server, { membership_role: 'coach' });
  const tally: Tally = { answers: 0, found: 0, archives: 0, rows: 0, changes: 0, unseen: new Map() };
  await checkProperty(t, runs, {
    // Else most of a few runs are of empty lists.
    any: fc.noBias(scenes),
    check: (scene) => checkScene(server, coach, scene, tally),
    story: storyOfScene,
  });
  const { answers, found, archives, rows, changes, unseen } = tally;
  t.diagnostic(
    `${answers} answers foreseen, ${found} of them 200, and asked for again; ${archives} archives, ${rows} rows; ${changes} changes`,
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
    await checkScenes(t, server, anyScene(USUAL_POLICIES), chosenRuns(10));
  });

  test('so it is under other source policies', async (t) => {
    const { seed, runs, path } = chosenRuns(4);
    for (let done = 0; done < runs; done += RUNS_A_SERVER) {
      const [policies = {}] = fc.sample(anyPolicies, { seed: seed + done, numRuns: 1 });
      const other = await startTestServer({ SOURCE_POLICY: JSON.stringify(policies) });
      const round = { seed: seed + done, runs: Math.min(RUNS_A_SERVER, runs - done), path };
      await checkScenes(t, other, anyScene(policies), round).finally(() => other.stop());
    }
  });

  test('so it is on every page of a long list', async (t) => {
    await checkScenes(t, server, anyLongScene, chosenRuns(2));
  });
});
