import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { seededRandom } from '../sandbox/recordings/seeded-random.ts';
import { PRIVACY_SETTINGS } from './privacy/index.ts';
import { athleteIn, type LookingClub, lookingClub, type SeenAthlete } from './test/club-sight.ts';
import { type TestServer, testServer } from './test/harness.ts';
import { chosenRuns } from './test/property.ts';

type Settings = Readonly<Record<string, boolean>>;
type Seen = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What of an answer is no word or figure of the athlete: what is withheld, counts over all, when the latest of what shows was said,
 * and what they are called, which is the username where the profile is not shared.
 */
const NO_FACTS = [
  'display_name',
  'author',
  'privacy_filtered',
  'answers',
  'cursor',
  'next_cursor',
  'at',
  'told_at',
  'unread',
  'read_by',
];

function* leavesOf(value: unknown, path = ''): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* leavesOf(one, path);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value))
      if (!NO_FACTS.includes(name)) yield* leavesOf(inner, `${path}.${name}`);
  } else if (value !== null && value !== undefined) yield `${path}=${JSON.stringify(value)}`;
}

describe('what athletes tell from day to day', () => {
  let server: TestServer;
  let club: LookingClub;
  let athlete: SeenAthlete;
  before(async () => {
    server = await testServer();
    club = await lookingClub(server);
    athlete = await athleteIn(server, [club]);
    for (const id of athlete.activity_ids) {
      const path = commentsOn(id);
      const body = { text: `Said of ${id}.` };
      const written = await server.request('POST', path, { token: athlete.token, body });
      assert.equal(written.status, 201, JSON.stringify(written.body));
    }
  });
  const base = () => `/api/v1/organizations/${club.org_id}`;
  const commentsOn = (id: string): string =>
    `${base()}/athletes/${athlete.user_id}/activities/${id}/comments`;

  async function set(general: Settings, for_club: Settings): Promise<void> {
    for (const [path, body] of [
      [`/api/v1/users/${athlete.user_id}`, { privacy: general }],
      [`${base()}/membership/privacy`, for_club],
    ] as const) {
      const answer = await server.request('PUT', path, { token: athlete.token, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
  }

  async function look(): Promise<Seen> {
    const { user_id, session_ids, activity_ids } = athlete;
    const session = session_ids.get(club.org_id);
    const doors: Record<string, string> = {
      feedback: `${base()}/athletes/${user_id}/feedback`,
      availability: `${base()}/athletes/${user_id}/availability`,
      races: `${base()}/athletes/${user_id}/races`,
      register: `${base()}/sessions/${session}/attendance`,
      'feedback by key': `/developer/v1/athletes/${user_id}/feedback`,
      'availability by key': `/developer/v1/athletes/${user_id}/availability`,
      'sessions by key': '/developer/v1/sessions',
      'attendance by key': `/developer/v1/sessions/${session}/attendance`,
      changes: '/developer/v1/changes?limit=1000',
      ...Object.fromEntries(activity_ids.map((id, place) => [`comments ${place}`, commentsOn(id)])),
    };
    const seen = new Map<string, ReadonlySet<string>>();
    for (const [door, path] of Object.entries(doors)) {
      const as = path.startsWith('/developer') ? { apiKey: club.apiKey } : { token: club.coach.token };
      const { status, body } = await server.request('GET', path, as);
      assert.ok(status === 200 || status === 404, `${door}: ${JSON.stringify(body)}`);
      const shown = status === 404 ? {} : door === 'changes' ? toldNow(body.data) : body.data;
      seen.set(door, new Set(leavesOf(shown)));
    }
    return seen;
  }

  /** Of changes the things: which of them are withdrawn first depends on what was there. */
  const toldNow = ({ changes }: { changes: readonly { type: string; object?: object }[] }) =>
    changes.flatMap(({ type, object }) =>
      object && ['feedback', 'availability', 'session', 'attendance'].includes(type)
        ? [{ [type]: object }]
        : [],
    );

  const ALL_ON = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true]));
  const ALL_OFF = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, false]));
  const anyOf = (door: ReadonlySet<string> | undefined, word: string): boolean =>
    [...(door ?? [])].some((leaf) => leaf.includes(word));

  test('shows through each door where all is shared, and is nowhere where nothing is', async () => {
    await set(ALL_ON, ALL_ON);
    const whole = await look();
    const words: readonly (readonly [string, string])[] = [
      ...['feedback', 'feedback by key', 'changes'].map((door) => [door, 'Windy.'] as const),
      ...['feedback', 'feedback by key', 'changes'].map((door) => [door, 'pain'] as const),
      ...['availability', 'availability by key', 'changes'].map((door) => [door, 'Visiting family'] as const),
      ...['availability', 'availability by key', 'changes'].map((door) => [door, 'Knee'] as const),
      ...['attendance by key', 'changes'].map((door) => [door, '.answer="yes"'] as const),
      ['races', '2600'],
      ...[0, 1, 2].map((place) => [`comments ${place}`, 'Said of'] as const),
    ];
    for (const [door, word] of words) assert.ok(anyOf(whole.get(door), word), `${door}: ${word}`);
    await set(ALL_OFF, ALL_ON);
    const nothing = await look();
    for (const [door, word] of words) assert.ok(!anyOf(nothing.get(door), word), `${door}: ${word}`);
  });

  test('is never shown more widely by a narrower setting, in general or for the club', async (t) => {
    const { seed, runs } = chosenRuns(8);
    t.diagnostic(`seed ${seed}, ${runs} runs`);
    for (let run = 0; run < runs; run += 1) {
      const random = seededRandom(`${seed} ${run}`);
      const some = (share: number): Settings =>
        Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, random.chance(share)]));
      const lessThan = (wide: Settings): Settings =>
        Object.fromEntries(Object.entries(wide).map(([name, on]) => [name, on && random.chance(0.8)]));
      const [general, for_club] = [some(0.85), some(0.95)];
      await set(general, for_club);
      const wide = await look();
      const isGeneral = random.chance(0.5);
      await set(isGeneral ? lessThan(general) : general, isGeneral ? for_club : lessThan(for_club));
      const narrow = await look();
      for (const [door, leaves] of narrow) {
        const more = [...leaves].filter((leaf) => !wide.get(door)?.has(leaf));
        assert.deepEqual(more, [], `${door}, run ${run}, seed ${seed}`);
      }
    }
  });
});
