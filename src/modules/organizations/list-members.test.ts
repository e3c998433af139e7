import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { addCoach, createOrganization, signUp, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { walkPages } from '../../test/walk-pages.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const membersOf = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}/members`;

type Listed = {
  user_id: string;
  status: string;
  member_level: string | null;
  labels: string[];
  coach_id: string | null;
};

type Page = { members: Listed[]; count: number };

async function list<Answer = Page>(club: TestOrganization, query: string): Promise<Answer> {
  const { body, status } = await server.request('GET', `${membersOf(club)}?${query}`, {
    token: club.coach.token,
  });
  assert.equal(status, 200, query);
  return body;
}

/** `undefined` leaves the parameter out. */
function queryOf(
  parameters: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** A club of sixteen with every mixture of level, status, labels and coach; the roster in the order of joining. */
async function mixedClub() {
  const club = await createOrganization(server);
  const assistant = await addCoach(server, club);
  const roster: (Listed & { joined_at: Date })[] = [];
  for (let n = 0; n < 16; n += 1) {
    // Whoever has the lower id has joined later, but for two of each day: there the id decides.
    const joined_at = new Date(Date.UTC(2026, 0, 20 - Math.floor(n / 2)));
    const { user_id } = await seedAthlete(server, club.org_id, { joined_at });
    const one: Listed = {
      user_id,
      status: ['active', 'active', 'inactive', 'suspended'][n % 4] ?? '',
      member_level: ['beginner', 'Beginner', null][n % 3] ?? null,
      labels: ['track', 'long run'].filter((_, bit) => (n & (1 << bit)) > 0),
      coach_id: [assistant.user_id, club.coach.user_id, null][n % 5] ?? null,
    };
    await server.deps.db.execute(sql`
      UPDATE organization_members
      SET status = ${one.status}, member_level = ${one.member_level}, labels = ${one.labels}, coach_id = ${one.coach_id}
      WHERE org_id = ${club.org_id} AND user_id = ${user_id}`);
    roster.push({ ...one, joined_at });
  }
  roster.sort((one, other) => +one.joined_at - +other.joined_at || (one.user_id < other.user_id ? -1 : 1));
  await seedAthlete(server, club.org_id, { left_at: new Date() });
  return { club, assistant, roster };
}

test('every mixture of filters: who matches all of them, page by page, in the order of joining', async () => {
  const { club, assistant, roster } = await mixedClub();
  const foreign = await createOrganization(server);
  const [pages, wanted]: [unknown[][], unknown[][]] = [[], []];
  for (const status of [undefined, 'active']) {
    for (const level of [undefined, 'beginner', 'BEGINNER']) {
      for (const label of [undefined, ['track'], ['track', 'long run'], ['track', 'never']]) {
        for (const coach_id of [undefined, assistant.user_id, foreign.coach.user_id]) {
          const matching = roster.filter(
            (one) =>
              (status === undefined || one.status === status) &&
              (level === undefined || one.member_level === level) &&
              (label ?? []).every((each) => one.labels.includes(each)) &&
              (coach_id === undefined || one.coach_id === coach_id),
          );
          const page = { limit: 3, offset: 1 };
          const query = queryOf({ status, level, label, coach_id, ...page });
          const { members, count } = await list(club, query);
          pages.push([query, count, members.map(({ user_id }) => user_id)]);
          wanted.push([query, matching.length, matching.slice(1, 4).map(({ user_id }) => user_id)]);
        }
      }
    }
  }
  assert.deepEqual(pages, wanted);
  assert.ok(new Set(wanted.map(([, ...answer]) => JSON.stringify(answer))).size > 10);

  assert.deepEqual(await list(club, queryOf({ coach_id: newId() })), { members: [], count: 0 });
  const all = await list(club, '');
  assert.deepEqual([all.count, all.members.length], [16, 16]);
  const two = await Promise.all([0, 10].map((offset) => list(club, queryOf({ limit: 10, offset }))));
  assert.deepEqual(
    two.flatMap(({ members }) => members),
    all.members,
  );
  for (const offset of [16, 2_147_483_647]) {
    assert.deepEqual(await list(club, queryOf({ offset })), { members: [], count: 16 });
  }
  assert.deepEqual(await list(foreign, ''), { members: [], count: 0 });
  assert.deepEqual(await list(foreign, 'include_profile_status=true&label=x'), { members: [], count: 0 });
});

async function walk(club: TestOrganization, query: string, between?: () => Promise<unknown>) {
  const read = async (asked: string) => {
    const path = `${membersOf(club)}?${asked.includes('cursor') ? asked : `${asked}&cursor=`}`;
    const { body, ...answer } = await server.request('GET', path, { token: club.coach.token });
    return { ...answer, body: { data: body } };
  };
  const pages = await walkPages(read, { name: 'members', query, ...(between && { between }) });
  return pages.map((page) => page.map(({ user_id }) => user_id));
}

test('the roster in pages by cursor: everybody once, also those who joined at one time, and who joins meanwhile is last', async () => {
  const { club, roster } = await mixedClub();
  const ids = roster.map(({ user_id }) => user_id);
  for (const limit of [1, 3, 4, 16]) {
    const pages = await walk(club, queryOf({ limit, include_profile_status: 'true' }));
    assert.deepEqual([pages.flat(), pages.length], [ids, Math.ceil(16 / limit)], String(limit));
  }
  const active = roster.filter(({ status }) => status === 'active').map(({ user_id }) => user_id);
  assert.deepEqual((await walk(club, queryOf({ limit: 3, status: 'active' }))).flat(), active);
  const joined_at = new Date(Date.UTC(2026, 1, 1));
  const late: string[] = [];
  const join = async () => late.push((await seedAthlete(server, club.org_id, { joined_at })).user_id);
  const moving = await walk(club, queryOf({ limit: 10 }), join);
  assert.deepEqual(moving, [ids.slice(0, 10), [...ids.slice(10), ...late]]);
  const first = await list<Page & { next_cursor: string }>(club, queryOf({ limit: 10, cursor: '' }));
  assert.deepEqual([first.count, first.members.length], [17, 10]);
  const foreign = await createOrganization(server);
  const elsewhere = await list(foreign, queryOf({ cursor: first.next_cursor }));
  assert.deepEqual(elsewhere, { members: [], count: 0, next_cursor: null });
});

test('those who were asked are listed in pages by cursor as well', async () => {
  const club = await createOrganization(server);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { user_id } = await signUp(server);
    const { token } = club.coach;
    const { status } = await server.request('POST', membersOf(club), { token, body: { user_id } });
    assert.equal(status, 201);
    ids.push(user_id);
  }
  await server.deps.db.execute(sql`
    UPDATE membership_offers SET offered_at = ${new Date(Date.UTC(2026, 0, 1))} WHERE org_id = ${club.org_id}`);
  const pages = await walk(club, 'status=pending&limit=2');
  const sorted = ids.toSorted();
  assert.deepEqual(pages, [sorted.slice(0, 2), sorted.slice(2, 4), sorted.slice(4)]);
  const nobodys = await list(club, `status=pending&coach_id=${club.coach.user_id}&cursor=`);
  assert.deepEqual(nobodys, { members: [], count: 0, next_cursor: null });
});

test('a cursor and an offset do not go together', async () => {
  const club = await createOrganization(server);
  const { token } = club.coach;
  const { status, body } = await server.request('GET', `${membersOf(club)}?cursor=&offset=1`, { token });
  assert.deepEqual([status, body.details[0].path], [400, 'offset']);
  assert.equal((await server.request('GET', `${membersOf(club)}?cursor=&offset=0`, { token })).status, 200);
});

test('a level or a label is found as it is spelt, whatever is in it, and nothing else is', async () => {
  const club = await createOrganization(server);
  const words = ["' OR 1=1 --", '%', '_', '{a,b}', 'a,b', '"quoted"', '\\', '$1', 'NULL', '跑者 🏃', 'é'];
  const ids: string[] = [];
  for (const word of words) {
    const { user_id } = await seedAthlete(server, club.org_id);
    const body = { member_level: word, labels: [word, 'common'] };
    const { token } = club.coach;
    const { status } = await server.request('PATCH', `${membersOf(club)}/${user_id}`, { token, body });
    assert.equal(status, 200);
    ids.push(user_id);
  }
  for (const [n, word] of words.entries()) {
    for (const query of [{ level: word }, { label: word }, { label: [word, 'common'], level: word }]) {
      const { members, count } = await list(club, queryOf(query));
      assert.deepEqual([count, members.map(({ user_id }) => user_id)], [1, [ids[n]]], JSON.stringify(query));
      assert.deepEqual([members[0]?.member_level, members[0]?.labels], [word, [word, 'common']]);
    }
  }
  for (const query of [{ level: 'e\u0301' }, { label: 'e\u0301' }])
    assert.deepEqual((await list(club, queryOf(query))).members[0]?.labels, ['é', 'common']);
  assert.equal((await list(club, queryOf({ label: words }))).count, 0);
  for (const query of ['level=', 'label=', 'level=null'])
    assert.equal((await list(club, query)).count, 0, query);
});

test('parameters that are none', async () => {
  const club = await createOrganization(server);
  const wrong = {
    limit: ['0', '501', '-1', '1.0', '01', '1e2', ' 1', '', 'x', '9007199254740993'],
    offset: ['-1', '2147483648', 'x', ''],
    cursor: ['x', 'A'.repeat(31), '_'.repeat(32)],
    status: ['gone', 'ACTIVE', ''],
    coach_id: ['1', '', `${newId()}0`],
    level: ['x'.repeat(51), '\0'],
    label: ['x'.repeat(51), '\0'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const path = `${membersOf(club)}?${queryOf({ [name]: value })}`;
      const { status, body } = await server.request('GET', path, { token: club.coach.token });
      assert.deepEqual([status, body.code], [400, 'validation_error'], path);
      assert.ok(JSON.stringify(body.details).includes(name), path);
    }
  }
  const labels = queryOf({ label: Array.from({ length: 51 }, String) });
  for (const query of [labels, 'limit=1&limit=2', 'level=%ff', 'coach_id=x&coach_id=y']) {
    const { status } = await server.request('GET', `${membersOf(club)}?${query}`, {
      token: club.coach.token,
    });
    assert.equal(status, 400, query);
  }
});
