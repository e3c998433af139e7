import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newId } from './shared/ids.ts';
import { exchange, type RawRequest } from './test/bad-input/exchange.ts';
import { type ServedOperation, servedOperations } from './test/bad-input/served-operations.ts';
import { badInputStage, changingNothing, furnishedClub, type Stage } from './test/bad-input/stage.ts';
import { type Answer, SURFACES, type SurfaceName } from './test/envelopes.ts';
import { addCoach, addMember, createApiKey } from './test/factories.ts';
import { type IdPlace, type Ids, idPlaces, requestWithIds } from './test/foreign-ids/id-places.ts';
import { insertActivities } from './test/insert-activities.ts';
import { makeActivity } from './test/random-activities.ts';

/**
 * Sends ids of another organization, and of members who left, in every place for an id of the served documents. The
 * answer must equal, byte for byte, that for an id of nothing. New places are covered without a line here; a new kind of
 * place fails until the stage has foreign ids for it.
 */
type Asker = 'head' | 'assistant' | 'key';

/** Places where a foreign id may be answered differently from an unknown one: to whom, and why. */
const TOLD: Readonly<Record<string, { readonly to: readonly Asker[]; readonly why: string }>> = {
  'GET /api/v1/organizations/{org_id}: org_id': {
    to: ['head', 'assistant'],
    why: 'the record of an organization is public; but a key sees its own alone',
  },
  'GET /api/v1/users/{user_id}/public: user_id': {
    to: ['head', 'assistant'],
    why: 'a public profile is there for everybody who is signed in',
  },
  'POST /api/v1/organizations/{org_id}/members: user_id': {
    to: ['head', 'assistant'],
    why: 'any user can be put on a roster by their id',
  },
  'PUT /api/v1/organizations/{org_id}/coaches/{user_id}: user_id': {
    to: ['head'],
    why: 'any user can be made a coach by their id',
  },
};
const ATTACHMENT = 'a link says its kind as well; a test of conversations tries foreign ids with it';
/** Requests that are refused before the id is looked up. */
const REFUSED_BEFORE: Readonly<Record<string, string>> = {
  'GET /api/v1/users/{user_id}: user_id': "a profile is its owner's",
  'PUT /api/v1/users/{user_id}: user_id': "a profile is its owner's",
  'POST /api/v1/notifications/tokens/device: user_id': 'a device is registered by whoever is signed in on it',
  'POST /api/v1/organizations/{org_id}/athletes/{user_id}/messages: activity_id': ATTACHMENT,
  'POST /api/v1/organizations/{org_id}/athletes/{user_id}/messages: plan_id': ATTACHMENT,
  'POST /api/v1/organizations/{org_id}/athletes/{user_id}/messages: workout_id': ATTACHMENT,
};
/** Ids that clients choose for their own records; they find nothing. A test of saved plans covers workouts of another library. */
const OF_CLIENTS: readonly string[] = ['device_id', 'id', 'library_workout_id'];
const NO_ID = 'gibberish';
/** Requests that succeed with either id and create something. */
const MAKES: readonly string[] = [
  'POST /developer/v1/exports',
  'POST /api/v1/organizations/{org_id}/plans: athlete_id',
  'POST /api/v1/organizations/{org_id}/exports: athlete_id',
];

/** One request with a foreign id and the same with an unknown id. */
type Case = {
  readonly title: string;
  readonly place: IdPlace;
  readonly asker: Asker;
  readonly foreign: Ids;
  readonly unknown: Ids;
};

describe('ids of another organization', () => {
  let stage: Stage;
  let foreign: Readonly<Record<string, readonly string[]>>;
  let credentials: Readonly<Record<SurfaceName, Readonly<Partial<Record<Asker, string>>>>>;
  let cases: Case[];
  before(async () => {
    stage = await badInputStage();
    const { server, club, apiKey } = stage;
    const assistant = await addCoach(server, club);
    credentials = {
      '/api/v1': {
        head: `Authorization: Bearer ${club.coach.token}`,
        assistant: `Authorization: Bearer ${assistant.token}`,
        key: `Authorization: Bearer ${apiKey}`,
      },
      '/developer/v1': { key: `X-API-Key: ${apiKey}` },
    };
    foreign = await foreignIds(stage);
    const operations = await Promise.all(SURFACES.map(({ prefix }) => servedOperations(server, prefix)));
    cases = operations.flat().flatMap(casesOf);
  });

  function casesOf(operation: ServedOperation): Case[] {
    const places = idPlaces(operation).filter(({ name }) => !OF_CLIENTS.includes(name));
    const askers = Object.keys(credentials[operation.surface]) as Asker[];
    return places.flatMap((place) =>
      askers.flatMap((asker) =>
        foreignIn(place).map((ids): Case => {
          const unknown = mapValues(ids, (id) => (id === NO_ID ? id : newId()));
          return { title: `${operation.title}: ${place.name}`, place, asker, foreign: ids, unknown };
        }),
      ),
    );
  }

  /** The foreign ids for a place. All ids of a path are replaced together; then only the first, with unknown ids below it. */
  function foreignIn({ name, names }: IdPlace): Ids[] {
    const idsOf = (one: string): readonly string[] => {
      const ids = foreign[one];
      if (ids === undefined) throw new Error(`Which "${one}" is another club's? Put one on the stage.`);
      return ids;
    };
    if (names.length === 1) return idsOf(name).map((id) => ({ [name]: id }));
    const all = names.map((one) => [one, idsOf(one)[0] ?? ''] as const);
    const [first = ['', '']] = all;
    return [
      Object.fromEntries(all),
      Object.fromEntries([first, ...names.slice(1).map((one) => [one, NO_ID])]),
    ];
  }

  const isTold = ({ title, asker }: Case): boolean => TOLD[title]?.to.includes(asker) === true;
  const makes = ({ title, place }: Case): boolean =>
    MAKES.includes(place.operation.title) || MAKES.includes(title);

  const titleOf = ({ title }: Case): string => title;

  async function send(some: readonly Case[], idsOf: (one: Case) => Ids): Promise<Answer[]> {
    const requests = some.map((one): RawRequest => {
      const { operation } = one.place;
      const line = credentials[operation.surface][one.asker] ?? '';
      return requestWithIds(one.place, idsOf(one), stage, line);
    });
    return await exchange(stage.server.url, requests);
  }

  async function differences(some: readonly Case[]): Promise<string[]> {
    const theirs = await send(some, (one) => one.foreign);
    const none = await send(some, (one) => one.unknown);
    return some.flatMap((one, index) => {
      const [seen, expected] = [visible(theirs[index], one.foreign), visible(none[index], one.unknown)];
      const isSame = JSON.stringify(seen) === JSON.stringify(expected);
      const what = `${one.title} by ${one.asker}`;
      return isSame ? [] : [`${what}: ${JSON.stringify(seen)} is not ${JSON.stringify(expected)}`];
    });
  }

  test('answer like ids of nothing, wherever they stand, and change nothing', async () => {
    const silent = cases.filter((one) => !isTold(one));
    await changingNothing(stage, async () => {
      assert.deepEqual(await differences(silent.filter((one) => !makes(one))), []);
    });
    assert.deepEqual(await differences(silent.filter(makes)), []);
  });

  test('are looked for at each of these places: what is wrong is the id and nothing else', async () => {
    const silent = cases.filter((one) => TOLD[one.title] === undefined && one.asker !== 'assistant');
    const answers = await send(silent, (one) => one.unknown);
    const arrived = new Set(silent.filter((one, index) => isAboutTheId(one, answers[index])).map(titleOf));
    const never = [...new Set(silent.map(titleOf))].filter((title) => !arrived.has(title));
    assert.deepEqual(never.sort(), Object.keys(REFUSED_BEFORE).sort());
  });

  test('are told apart only where the specification wants it', async () => {
    const told = cases.filter(isTold);
    assert.deepEqual([...new Set(told.map(titleOf))].sort(), Object.keys(TOLD).sort());
    const same = [];
    for (const one of told) if ((await differences([one])).length === 0) same.push(titleOf(one));
    assert.deepEqual(same, []);
  });
});

/**
 * Ids that the club's coaches and key may not know of, by place: those of another club, and those of members who left. An
 * export belongs to the key that made it, also within one club.
 */
async function foreignIds({ server, club }: Stage): Promise<Readonly<Record<string, readonly string[]>>> {
  const { ids, club: other } = await furnishedClub(server);
  const athlete = await addMember(server, other);
  const left = await addMember(server, club);
  const path = `/api/v1/organizations/${club.org_id}/members/${left.user_id}`;
  await server.request('DELETE', path, { token: club.coach.token });
  const activity = makeActivity(left.user_id);
  await insertActivities(server.deps.db, [activity]);
  const { secret: apiKey } = await createApiKey(server, club, { scopes: ['admin'] });
  const { body } = await server.request('POST', '/developer/v1/exports', { apiKey, body: {} });
  const strangers = [athlete.user_id, other.coach.user_id];
  const people = [...strangers, left.user_id];
  return {
    ...mapValues(ids, (id) => [id]),
    activity_id: [ids.activity_id ?? '', activity.id],
    export_id: [ids.export_id ?? '', body.data.export.id],
    user_id: people,
    athlete_id: people,
    mention: people,
    source_athlete_id: people,
    coach_id: people,
    coach_user_id: people,
    head_coach_user_id: people,
    // The audit log still names members who left.
    actor_id: [...strangers, ids.key_id ?? ''],
    target_id: [...strangers, ids.group_id ?? '', ids.org_id ?? ''],
  };
}

/** The parts of an answer that two answers can share; ids are replaced by their names. */
function visible(answer: Answer | undefined, ids: Ids): unknown {
  const { status = 0, headers = {}, text = '' } = answer ?? {};
  const named = Object.entries(ids).reduce((read, [name, id]) => read.replaceAll(id, name), text);
  const { request_id: _, ...body } = JSON.parse(named);
  const own = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  // The entity tag of a body with the id in it differs.
  if (named !== text) own.push('etag');
  const kept = Object.entries(headers).filter(([name]) => !own.includes(name));
  return { status, headers: kept, body: status === 201 || status === 202 ? withoutNews(body) : body };
}

/** Without the id and times of what was just created. */
function withoutNews(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value) => (/^(?:id|(?:created|updated)_at)$/.test(name) ? null : value)),
  );
}

function mapValues<T>(ids: Ids, change: (id: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, change(id)]));
}

/** The answer says that there is nothing with this id, or names it as refused; a filter finds nothing, and a creation records it. */
function isAboutTheId({ place, foreign }: Case, answer: Answer | undefined): boolean {
  const { status = 0, text = '{}' } = answer ?? {};
  if (status === 400) {
    const { error } = JSON.parse(text);
    return Object.keys(foreign).some((name) =>
      new RegExp(`^(?:\\w+\\.)*${name}s?(?:\\.\\d+)?: `).test(error),
    );
  }
  return (
    status === 404 ||
    (status === 200 && place.in === 'query') ||
    status === 201 ||
    status === 202 ||
    text.includes('"not_a_member"') ||
    /"(?:passed_over|unknown_athlete_ids)":\["/.test(text)
  );
}
