import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from '../../infra/db/sql.ts';
import { anyWishes, asksOf, everyAsk } from '../../test/ceiling/any-asks.ts';
import { EVERYTHING } from '../../test/ceiling/any-exports.ts';
import { NOW } from '../../test/ceiling/any-value.ts';
import { anyLongAthlete, anyOpenWorld, SETTINGS } from '../../test/ceiling/any-world.ts';
import { type Ask, isForeseenWhole, predict } from '../../test/ceiling/ask.ts';
import { type ClubView, clubView, keysOnly } from '../../test/ceiling/club-view.ts';
import { expectedArchive } from '../../test/ceiling/expected-archive.ts';
import {
  assertFollowed,
  type Followed,
  follow,
  NOTHING_FOLLOWED,
} from '../../test/ceiling/follow-changes.ts';
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
import {
  A_PAGE_AND_SOME,
  CONCERNING,
  EVERYTHING_TOLD,
  isOfSwitches,
  ofTalks,
  PLAN_AHEAD,
  whatIsSaid,
  withOneOfEachKind,
  withSettingsOf,
} from '../../test/ceiling/switches.ts';
import { Timeline } from '../../test/ceiling/timeline.ts';
import type { Membership, World } from '../../test/ceiling/world.ts';
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
import { insertActivities } from '../../test/insert-activities.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

const LAST_WEEK = new Date('2026-06-24T11:00:00.000Z');

/** Plans have ended for former members, and their sessions are over. */
const anyWorldToMove = anyOpenWorld(USUAL_POLICIES).map(({ clubs, people, ...world }): World => {
  const left = (membership: Membership): Membership =>
    membership.history === 'left' ? { ...membership, plans: [] } : membership;
  return {
    ...world,
    clubs: clubs.map((club) => ({
      ...club,
      sessions: club.sessions.map((session) => ({ ...session, starts_at: LAST_WEEK })),
    })),
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
/** What a follower of the changes is told, compared with the model after each move. */
async function followTimeline(door: Door, timeline: Timeline, limit?: number) {
  let followed: Followed = await follow(door, NOTHING_FOLLOWED, limit);
  assertFollowed(followed, clubView(timeline.now, 0));
  return {
    /** @returns whether nothing was told of it, since nothing of it shows */
    make: async (move: Move): Promise<boolean> => {
      const before = clubView(timeline.now, 0);
      await timeline.make(move);
      const after = clubView(timeline.now, 0);
      const { told, ...more } = await follow(door, followed, limit);
      followed = more;
      assertFollowed(followed, after);
      // A changed setting tells everything of that person again. Any other invisible move tells nothing, except that a removed mark tells its
      // activity again.
      if (!isOfThings(move) || !isDeepStrictEqual(keysOnly(before), keysOnly(after))) return false;
      const news = told.filter(({ type }) => move.kind === 'told' || type !== 'activity');
      assert.deepEqual(news, [], JSON.stringify(move));
      assertAllShown(told, before);
      return true;
    },
  };
}

/** Whether it is about what somebody did or said, and not about who they are to the club or what they share. */
const isOfThings = ({ kind }: Move): boolean =>
  kind === 'private' || kind === 'is_race' || kind === 'delete' || kind === 'told';

/** Nothing is told of an activity that does not show. */
function assertAllShown(told: readonly { readonly id: string | null }[], { activities }: ClubView): void {
  const shown = new Set([...activities.values()].flat().map(({ id }) => id));
  for (const { id } of told) assert.ok(shown.has(id), `${id} is told of and does not show`);
}

const MOST_MOVES = 300;

describe('while people change what they share', () => {
  let server: TestServer;
  let coach: TestUser;
  before(async () => {
    server = await testServer();
    server.clock.stopAt(NOW);
    coach = await signUp(server, { membership_role: 'coach' });
  });
  after(() => server.clock.reset());

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
    const tally = { moves: 0, answers: 0, 'during a move': 0, 'moves that nothing was told of': 0 };
    await checkProperty(t, chosenRuns(2), {
      any: exampleOf(anyMove),
      story: storyOfExample,
      check: ({ world, moves, constraints }) =>
        inside(world, async (door) => {
          const timeline = new Timeline(door, world);
          const look = (ask: Ask, id: number) =>
            timeline.look(async () => ({ ask, answer: await answerTo(door, ask, id) }));
          const sights: Awaited<ReturnType<typeof look>>[] = [];
          const asks = [...asksOf(world, constraints), ...everyAsk(world)];
          const follower = await followTimeline(door, timeline);
          await whileLooking(
            async () => {
              for (const move of moves) {
                if (await follower.make(move)) tally['moves that nothing was told of'] += 1;
                const mover = moverOf(timeline.now, move);
                const all = mover === undefined ? [] : everyAsk({ ...timeline.now, people: [mover] });
                const about = all.filter(isForeseenWhole);
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
        const { said, talk, attended, ...days } = EVERYTHING_TOLD;
        const memberships = athlete.memberships.map((one) => ({
          ...one,
          ...{ attended, plans: [...one.plans, PLAN_AHEAD], closed: [] },
        }));
        const profile = { ...athlete.profile, next_race };
        const activities = athlete.activities
          .slice(0, A_PAGE_AND_SOME)
          .map((activity, place) =>
            place === athlete.activities.findIndex((one) => !one.private && !one.is_race)
              ? { ...activity, start_time: said.rpe.at, said, talks: [talk, null] as const }
              : activity,
          );
        const person = { ...athlete, ...days, privacy, profile, memberships, activities };
        return { ...world, people: [person] };
      }),
      { seed: 1964, numRuns: 1 },
    );
    assert.ok(example !== undefined);
    const query = { limit: '100' };
    await inside(example, async (door) => {
      const timeline = new Timeline(door, example);
      const views = new Set<string>();
      const follower = await followTimeline(door, timeline, 1_000);
      const { body } = await server.request('GET', `/api/v1/organizations/${door.club.id}/triage`, {
        token: door.coach_token,
      });
      const found = body.data.athletes[0].reasons.map(({ code }: { code: string }) => code);
      for (const code of ['pain_reported', 'low_availability', 'race_near'])
        assert.ok(found.includes(code), code);
      const switches = (['privacy', 'close for the club'] as const).flatMap((kind) =>
        SETTINGS.flatMap((setting) => [
          { kind, who: 0, setting },
          { kind, who: 0, setting },
        ]),
      );
      for (const move of switches) {
        await follower.make(move);
        const people = timeline.now.people.map(withOneOfEachKind);
        const asks = everyAsk({ ...timeline.now, people })
          .filter(isOfSwitches)
          .concat(ofTalks(people));
        const view = clubView(timeline.now, 0);
        for (const ask of asks) {
          const paged = 'query' in ask ? { ...ask, query: { ...ask.query, ...query } } : ask;
          assertPredicted(await answerTo(door, paged, 0), predict(view, door.club.keys, paged), paged);
        }
        // What somebody says meanwhile is told where it shows, and that they said something where it does not is not.
        if (move.kind === 'privacy' && timeline.now.people[0]?.privacy[move.setting] === false)
          for (const one of whatIsSaid(people)) await follower.make(one);
        const shown = clubView(withSettingsOf(example, timeline.now), 0);
        views.add(JSON.stringify(shown, (_name, value) => (value instanceof Map ? [...value] : value)));
      }
      // With all on, and with each of those off that concern a club: by either switch it is the same. Programs see no health by either of two.
      assert.equal(views.size, 1 + CONCERNING.length - 1);
    });
  });

  test('every archive is right at some moment between its request and its completion', async (t) => {
    const tally = { moves: 0, archives: 0, 'worlds they may be of': 0 };
    // On the embedded engine rows are read after planning, page by page: concurrent changes may be in some files only.
    const move = server.deps.db.engine === 'embedded' ? anySettingsMove : anyMove;
    await checkProperty(t, chosenRuns(5), {
      any: exampleOf(move),
      story: storyOfExample,
      check: ({ world, moves }) =>
        inside(world, async (door) => {
          const key = door.club.keys[0]?.id ?? '';
          const timeline = new Timeline(door, world);
          const asked = { ...EVERYTHING, athlete_ids: world.people.map(({ id }) => id) };
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

  /** Checks read what lies between the states before and after. */
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

/** The Thue–Morse sequence: a reader at every second or third turn still sees both states. */
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
