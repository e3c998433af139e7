/** What people do to what a club may see of them, by the server's own doors, and the world it makes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from '../../infra/db/sql.ts';
import { TEST_APP_KEY, type TestResponse } from '../harness.ts';
import { anyAccount, SETTINGS, WITHHOLDING } from './any-world.ts';
import { clubView } from './club-view.ts';
import { idsOf } from './members.ts';
import { anyToldMove, moveTold, type ToldMove } from './moves-told.ts';
import type { Door } from './observe.ts';
import type { Membership, Person, World } from './world.ts';

/** Numbers name a person or an activity by its place, counted round and round. */
export type Move = { readonly who: number } /** Turns one switch the other way. */ & (
  | { readonly kind: 'privacy'; readonly setting: string }
  | { readonly kind: 'close for the club'; readonly setting: string }
  | { readonly kind: 'leave' }
  | { readonly kind: 'join' }
  | { readonly kind: 'account'; readonly account: string }
  | { readonly kind: 'private' | 'is_race'; readonly which: number; readonly value: boolean }
  | { readonly kind: 'delete'; readonly which: number }
  | { readonly kind: 'told'; readonly what: ToldMove }
);

const who = fc.nat(20);
const which = fc.nat(20);

/** What a person is to the club, and what they share with it. */
export const anySettingsMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('privacy' as const, 'privacy' as const, 'close for the club' as const),
      who,
      setting: fc.oneof(
        fc.constantFrom(...WITHHOLDING, 'share_activity_with_coach'),
        fc.constantFrom(...SETTINGS),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('account' as const), who, account: anyAccount }) },
);

export const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: anySettingsMove },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('private' as const, 'is_race' as const),
      who,
      which,
      value: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), who, which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('told' as const), who, what: anyToldMove }) },
);

/** Whose move it is. */
export function moverOf({ people }: World, { who }: Move): Person | undefined {
  return people[who % (people.length || 1)];
}

/** Makes the move. @returns the world after it: the same one where the move is none, or not allowed */
export async function makeMove(door: Door, world: World, move: Move): Promise<World> {
  const mover = moverOf(world, move);
  if (mover === undefined) return world;
  const seen = idsOf(clubView(world, 0).activities.get(mover.id));
  // No two moves are of one moment: who joins again after leaving is a member since another time.
  door.server.clock.advance(1_000);
  const moved = await movePerson(door, mover, move, seen);
  return { ...world, people: world.people.map((person) => (person === mover ? moved : person)) };
}

async function movePerson(
  door: Door,
  person: Person,
  move: Move,
  seen: ReadonlySet<string>,
): Promise<Person> {
  switch (move.kind) {
    case 'leave':
      return await leave(door, person);
    case 'join':
      return await join(door, person);
    case 'account':
      // By the operator of the server, who has no door for it yet.
      await door.server.deps.db.execute(
        sql`UPDATE users SET status = ${move.account} WHERE user_id = ${person.id}`,
      );
      return { ...person, account: move.account };
    case 'told': {
      if (person.account !== 'active' && move.what.kind !== 'tick') return person;
      return await moveTold({ door, token: await tokenOf(door, person), seen }, person, move.what);
    }
    default:
      return person.account === 'active' ? await moveOwn(door, person, move) : person;
  }
}

const ownMembership = ({ memberships }: Person): Membership | undefined =>
  memberships.find(({ club }) => club === 0);

function withOwn(person: Person, membership: Membership): Person {
  return { ...person, memberships: [...person.memberships.filter(({ club }) => club !== 0), membership] };
}

async function leave(door: Door, person: Person): Promise<Person> {
  const membership = ownMembership(person);
  if (membership === undefined || membership.history === 'left') return person;
  const { server, club, coach_token: token } = door;
  const path = `/api/v1/organizations/${club.id}/members/${person.id}`;
  assertDone(await server.request('DELETE', path, { token }));
  return withOwn(person, { ...membership, history: 'left', plans: [] });
}

async function join(door: Door, person: Person): Promise<Person> {
  const membership = ownMembership(person);
  if (membership !== undefined && membership.history !== 'left') return person;
  const { server, club } = door;
  const body = { user_id: person.id, display_name: 'Newcomer', labels: ['new'] };
  const path = `/api/v1/organizations/${club.id}/members`;
  // By an application: whose account is not active could not accept.
  const answer = await server.request('POST', path, { apiKey: TEST_APP_KEY, body });
  assertDone(answer);
  // What was said in a membership of before is nobody's to read any more.
  const activities = person.activities.map((activity) => {
    const [own, other] = activity.talks;
    return { ...activity, talks: [own && { ...own, is_of_before: true }, other] as const };
  });
  return withOwn(
    { ...person, activities },
    {
      club: 0,
      history: 'rejoined',
      joined_at: new Date(answer.body.member.joined_at),
      nickname: 'Newcomer',
      member_level: null,
      labels: ['new'],
      status: 'active',
      closed: membership?.closed ?? [],
      groups: [],
      plans: [],
      said: membership?.said ?? [],
      attended: membership?.attended ?? club.sessions.map(() => null),
      conversation: null,
    },
  );
}

async function tokenOf({ server }: Door, { id: user_id }: Person): Promise<string> {
  const subject = { user_id, roles: ['user'], issued_at: server.clock.now() };
  return (await server.deps.tokens.sign(subject)).access_token;
}

type OwnMove = Extract<Move, { kind: 'privacy' | 'close for the club' | 'private' | 'is_race' | 'delete' }>;

/** What only the athlete can do. */
async function moveOwn(door: Door, person: Person, move: OwnMove): Promise<Person> {
  const { server, club } = door;
  const token = await tokenOf(door, person);
  if (move.kind === 'privacy') {
    const privacy = { [move.setting]: person.privacy[move.setting] !== true };
    assertDone(await server.request('PUT', `/api/v1/users/${person.id}`, { token, body: { privacy } }));
    return { ...person, privacy: { ...person.privacy, ...privacy } };
  }
  if (move.kind === 'close for the club') {
    const membership = ownMembership(person);
    if (membership === undefined || membership.history === 'left') return person;
    const { setting } = move;
    const isClosed = membership.closed.includes(setting);
    const path = `/api/v1/organizations/${club.id}/membership/privacy`;
    assertDone(await server.request('PUT', path, { token, body: { [setting]: isClosed } }));
    const others = membership.closed.filter((name) => name !== setting);
    return withOwn(person, { ...membership, closed: isClosed ? others : [...others, setting] });
  }
  const place = move.which % (person.activities.length || 1);
  const activity = person.activities[place];
  if (activity === undefined) return person;
  const path = `/api/v1/activities/${activity.id}`;
  if (move.kind === 'delete') {
    assertDone(await server.request('DELETE', path, { token }));
    return { ...person, activities: person.activities.filter((one) => one !== activity) };
  }
  const answer = await server.request('PATCH', path, { token, body: { [move.kind]: move.value } });
  assertDone(answer);
  const { private: isPrivate, is_race, workout_type, vdot, updated_at } = answer.body.data.activity;
  // The mark of a race decides which VDOT it tells.
  const changed = { private: isPrivate, is_race, workout_type, vdot, updated_at: new Date(updated_at) };
  const marked = { ...activity, ...changed };
  return { ...person, activities: person.activities.with(place, marked) };
}

function assertDone({ status, body }: TestResponse): void {
  assert.ok(status === 200 || status === 201, JSON.stringify(body));
}
