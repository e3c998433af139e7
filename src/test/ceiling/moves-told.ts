/** What people tell, by the server's own doors, while others look. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TestResponse } from '../harness.ts';
import type { Door } from './observe.ts';
import { type Attended, PARTS_SAID, type Said, type Talk } from './told.ts';
import type { Membership, Person } from './world.ts';

/** `which` is the place of an activity, an entry, an injury, a race or a session, counted round and round. */
export type ToldMove =
  | {
      readonly kind: 'say';
      readonly which: number;
      /** Whether what is left out stays as it is; else it is taken back. */
      readonly isPart: boolean;
      readonly said: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'add' | 'take back';
      readonly list: 'entries' | 'injuries' | 'races';
      readonly which: number;
    }
  | { readonly kind: 'tick'; readonly which: number; readonly came: boolean }
  | { readonly kind: 'comment' | 'message'; readonly which: number };

const which = fc.nat(20);

export const anyToldMove: fc.Arbitrary<ToldMove> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      which,
      isPart: fc.boolean(),
      said: fc.constantFrom<Readonly<Record<string, unknown>>>(
        { rpe: 6, note: 'Hard.' },
        { pain: { area: 'knee', side: null, level: 4 } },
        { rpe: 3, pain: { area: 'calf', side: 'left', level: 2 } },
        {},
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('add' as const, 'add' as const, 'take back' as const),
      list: fc.constantFrom('entries' as const, 'injuries' as const, 'races' as const),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), which, came: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('comment' as const, 'message' as const), which }),
  },
);

export type Mover = {
  readonly door: Door;
  /** Their own, signed in. */
  readonly token: string;
  /** The ids of their activities that coaches see at this moment. */
  readonly seen: ReadonlySet<string>;
};

/** @returns the person as they are after it; the same where it is not allowed */
export async function moveTold(mover: Mover, person: Person, move: ToldMove): Promise<Person> {
  switch (move.kind) {
    case 'say':
      return await say(mover, person, move);
    case 'add':
      return await add(mover, person, move.list);
    case 'take back':
      return await takeBack(mover, person, move);
    case 'tick':
      return await tick(mover, person, move);
    case 'comment':
    case 'message':
      return await write(mover, person, move);
  }
}

async function request(
  { door, token }: Mover,
  method: string,
  path: string,
  body?: object,
): Promise<TestResponse> {
  const answer = await door.server.request(method, `/api/v1${path}`, { token, ...(body && { body }) });
  assert.ok(answer.status < 500, JSON.stringify(answer.body));
  return answer;
}

const isDone = ({ status }: TestResponse): boolean => status === 200 || status === 201;
const placeOf = (move: { readonly which: number }, list: readonly unknown[]): number =>
  move.which % (list.length || 1);

/** Of two words on one activity the one that its athlete's clock puts later is kept. */
async function say(mover: Mover, person: Person, move: Extract<ToldMove, { kind: 'say' }>): Promise<Person> {
  const place = placeOf(move, person.activities);
  const activity = person.activities[place];
  if (activity === undefined) return person;
  const method = move.isPart ? 'PATCH' : 'PUT';
  const answer = await request(mover, method, `/activities/${activity.id}/feedback`, move.said);
  if (!isDone(answer)) return person;
  const now = mover.door.server.clock.now();
  const parts = PARTS_SAID.map((name) => {
    const before = activity.said?.[name] ?? null;
    const isLater = before !== null && before.at > now;
    if (isLater || (move.isPart && move.said[name] === undefined)) return [name, before] as const;
    return [name, { value: name === 'skipped' ? null : (move.said[name] ?? null), at: now }] as const;
  });
  const id = answer.body.data.feedback?.id ?? activity.said?.id ?? '';
  const said = { id, ...Object.fromEntries(parts) } as Said;
  return { ...person, activities: person.activities.with(place, { ...activity, said }) };
}

const NEW = {
  entries: {
    kind: 'limited',
    part: 'evening',
    minutes: 30,
    from: '2026-07-02',
    to: '2026-07-09',
    reason: 'Away',
  },
  injuries: { kind: 'illness', area: 'Flu', from: '2026-06-30', to: null, running: 'none', note: 'Fever' },
  races: { date: '2026-07-05', name: 'Town run', event: '10k', priority: 'b', target_time_s: 2_700 },
} as const;
const PATH = { entries: 'availability', injuries: 'injuries', races: 'races' } as const;
type List = keyof typeof NEW;

async function add(mover: Mover, person: Person, list: List): Promise<Person> {
  const answer = await request(mover, 'POST', `/${PATH[list]}`, NEW[list]);
  if (!isDone(answer)) return person;
  const { entry, injury, race } = answer.body.data;
  const made = entry ?? injury ?? race;
  const created_at = new Date(made.created_at);
  const one = { weekdays: null, ...NEW[list], id: made.id, created_at };
  if (list === 'races') {
    const { weekdays: _none, ...rest } = one;
    const added = { ...rest, distance_m: 10_000, result: null, activity_id: null };
    return { ...person, races: [...person.races, added as Person['races'][number]] };
  }
  const own = [...person.availability[list], one];
  return { ...person, availability: { ...person.availability, [list]: own } };
}

async function takeBack(
  mover: Mover,
  person: Person,
  move: Extract<ToldMove, { list: List }>,
): Promise<Person> {
  const { list } = move;
  const own: readonly { readonly id: string }[] = list === 'races' ? person.races : person.availability[list];
  const one = own[placeOf(move, own)];
  if (one === undefined) return person;
  const answer = await request(mover, 'DELETE', `/${PATH[list]}/${one.id}`);
  if (!isDone(answer)) return person;
  if (list === 'races') return { ...person, races: person.races.filter((race) => race !== one) };
  const left = person.availability[list].filter((other) => other !== one);
  return { ...person, availability: { ...person.availability, [list]: left } };
}

const ownMembership = ({ memberships }: Person): Membership | undefined =>
  memberships.find(({ club }) => club === 0);

function withOwn(person: Person, change: Partial<Membership>): Person {
  return {
    ...person,
    memberships: person.memberships.map((one) => (one.club === 0 ? { ...one, ...change } : one)),
  };
}

/** By the coach, whose last word by their clock holds. */
async function tick(
  mover: Mover,
  person: Person,
  move: Extract<ToldMove, { kind: 'tick' }>,
): Promise<Person> {
  const { club, coach_token, server } = mover.door;
  const membership = ownMembership(person);
  const place = placeOf(move, club.sessions);
  const session = club.sessions[place];
  if (membership === undefined || session === undefined) return person;
  const at = server.clock.now();
  const body = {
    ticks: [{ user_id: person.id, came: move.came ? 'yes' : 'no', ticked_at: at.toISOString() }],
  };
  const path = `/organizations/${club.id}/sessions/${session.id}/attendance`;
  const answer = await request({ ...mover, token: coach_token }, 'PUT', path, body);
  if (!isDone(answer) || answer.body.data.passed_over.length > 0) return person;
  const { answer: given = null, ticks = [] } = membership.attended[place] ?? {};
  const all = [...ticks, { id: '', came: move.came, at }].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const attended: Attended = { answer: given, ticks: all };
  return withOwn(person, { attended: membership.attended.with(place, attended) });
}

/** Coaches have it unread where they might read it when it came. */
async function write(
  mover: Mover,
  person: Person,
  move: Extract<ToldMove, { kind: 'comment' | 'message' }>,
): Promise<Person> {
  const { club } = mover.door;
  const membership = ownMembership(person);
  const place = placeOf(move, person.activities);
  const activity = person.activities[place];
  const own = `/organizations/${club.id}/athletes/${person.id}`;
  if (membership === undefined) return person;
  if (move.kind === 'message') {
    const answer = await request(mover, 'POST', `${own}/messages`, { text: 'Hello.' });
    if (!isDone(answer)) return person;
    return withOwn(person, { conversation: talkWith(membership.conversation, answer, true) });
  }
  if (activity === undefined) return person;
  const answer = await request(mover, 'POST', `${own}/activities/${activity.id}/comments`, { text: 'Look.' });
  if (!isDone(answer)) return person;
  const talk = talkWith(activity.talks[0], answer, mover.seen.has(activity.id));
  const talks = [talk, activity.talks[1]] as const;
  return { ...person, activities: person.activities.with(place, { ...activity, talks }) };
}

function talkWith(before: Talk | null, { body }: TestResponse, isUnread: boolean): Talk {
  const { id, thread_id, text, created_at } = body.data.post;
  const post = { id, text, at: new Date(created_at), ...(isUnread ? {} : { is_passed_over: true as const }) };
  const earlier = before === null || before.is_of_before ? [] : before.posts;
  return { id: thread_id, is_of_before: false, posts: [...earlier, post] };
}
