/** Puts a world of three clubs and ten people into a server. */
import { randomUUID } from 'node:crypto';
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import { sql } from '../../infra/db/sql.ts';
import { storeClubSession } from '../club-sessions.ts';
import { type Book, openBook } from './canaries.ts';
import { type LeakStage, succeed } from './client.ts';
import { type Asker, type Club, type Key, type Person, relate, type World } from './model.ts';
import { plantPerson, type Tools } from './plant-person.ts';
import { plantPlanning } from './plant-planning.ts';
import { plantPlan } from './plant-training.ts';
import { plantSessionWords, plantWords } from './plant-words.ts';

export type PlantedWorld = World & {
  readonly book: Book;
  /** Whose each device is, by what the outbox calls it. */
  readonly devices: ReadonlyMap<string, Person>;
};

const TITLES = [
  ...['head of club 1', 'head of club 2', 'head of club 3'],
  ...['athlete 1', 'athlete 2', 'athlete 3', 'athlete 4', 'athlete 5'],
  ...['stranger', 'platform admin'],
] as const;

export async function plantWorld(
  stage: LeakStage,
  random: SeededRandom,
  documents: string,
): Promise<PlantedWorld> {
  const book = openBook(random.fork('canaries'), documents);
  const tools = { book, random };
  const devices = new Map<string, Person>();
  const people: Person[] = [];
  for (const title of TITLES) people.push(await plantPerson(stage, tools, title, devices));
  const clubs: Club[] = [];
  for (const head of people.slice(0, 3)) clubs.push(await plantClub(stage, tools, head, clubs.length + 1));
  for (const club of clubs) {
    for (const person of people.slice(3, 8)) await plantRelation(stage, tools, club, person);
    // Who leads one club may be an athlete of another.
    for (const head of people.slice(0, 3))
      if (head !== club.head && random.chance(0.4)) await addAtOnce(stage, book, club, head);
    for (const person of people)
      if (club.relations.get(person)?.is_member === true) {
        await plantPlan(stage, book, { club, person });
        await plantWords(stage, book, { club, person });
      }
    await plantForMembers(stage, book, club);
  }
  return { people, clubs, book, devices };
}

async function plantClub(stage: LeakStage, { book }: Tools, head: Person, number: number): Promise<Club> {
  const asker: Asker = { kind: 'person', person: head };
  // Named before it is there, as people are.
  const ids = {
    plan_id: [],
    workout_id: [],
    group_id: [],
    key_id: [],
    export_id: [],
    token: [],
    campaign_id: [],
    club_session_id: [],
    post_id: [],
    thread_id: [],
    note_id: [],
    draft_id: [],
    calendar_job_id: [],
  };
  const club: Club = {
    title: `club ${number}`,
    org_id: '',
    head,
    tier: 'club',
    is_suspended: false,
    archives: [],
    keys: [],
    relations: new Map(),
    calendar_jobs: new Map(),
    ids,
  };
  const word = (what: Parameters<Book['text']>[0]['what'], field: string): string =>
    book.text({ what, field, club });
  const made = await succeed(stage, asker, {
    method: 'POST',
    path: '/api/v1/organizations',
    body: {
      name: `Club ${randomUUID()}`,
      settings: { training_principle: word('settings', 'training_principle') },
    },
  });
  Object.assign(club, { org_id: made.organization.org_id });
  const at = `/api/v1/organizations/${club.org_id}`;
  for (const scopes of [
    ['admin'],
    ['read'],
    ['activities:read'],
    ['athletes:read', 'org:read'],
    ['groups:read'],
    ['streams:read', 'metrics:read', 'availability:read', 'sessions:read'],
    ['feedback:read'],
    ['admin'],
    ['admin'],
  ])
    await makeKey(stage, club, scopes);
  const [expired, revoked] = club.keys.slice(-2) as [Key, Key];
  await stage.deps.db.execute(sql`UPDATE api_keys SET expires_at = created_at WHERE id = ${expired.id}`);
  expired.state = 'expired';
  await succeed(stage, asker, { method: 'DELETE', path: `${at}/api-keys/${revoked.id}` });
  revoked.state = 'revoked';
  const segments = [{ kind: 'work', duration_s: 1_800, target: { zone: 'easy' } }];
  const title = word('planning', 'library workout');
  const workout = { title, workout_type: 'easy-run', segments };
  const library = await succeed(stage, asker, { method: 'POST', path: `${at}/workouts`, body: workout });
  club.ids.workout_id?.push(library.data.workout.id);
  const link = await succeed(stage, asker, { method: 'POST', path: `${at}/invitations`, body: {} });
  club.ids.token?.push(new URL(link.data.invitation.url).searchParams.get('token') ?? '');
  return club;
}

export async function makeKey(
  stage: LeakStage,
  club: Club,
  scopes: readonly string[],
  maker = club.head,
): Promise<void> {
  const asker: Asker = { kind: 'person', person: maker };
  const path = `/api/v1/organizations/${club.org_id}/api-keys`;
  const { api_key } = await succeed(stage, asker, { method: 'POST', path, body: { name: 'Key', scopes } });
  club.keys.push({ id: api_key.id, secret: api_key.secret, scopes, maker, state: 'live' });
  club.ids.key_id?.push(api_key.id);
}

async function plantRelation(
  stage: LeakStage,
  { book, random }: Tools,
  club: Club,
  person: Person,
): Promise<void> {
  if (random.chance(0.6)) await addAtOnce(stage, book, club, person);
  else if (random.chance(0.4)) await offer(stage, book, club, person);
  if (random.chance(0.15)) await appoint(stage, club, person, random.pick(['admin', 'assistant_coach']));
}

/** What a club types about somebody. */
function typedTexts(book: Book, club: Club, subject: Person) {
  const word = (field: string): string => book.text({ what: 'typed', field, subject, club });
  return { display_name: word('nickname'), member_level: word('member_level'), labels: [word('label')] };
}

/** As an application does that has asked by itself. */
export async function addAtOnce(stage: LeakStage, book: Book, club: Club, person: Person): Promise<void> {
  const body = { user_id: person.user_id, ...typedTexts(book, club, person) };
  const path = `/api/v1/organizations/${club.org_id}/members`;
  await succeed(stage, { kind: 'app' }, { method: 'POST', path, body });
  relate(club, person).is_member = true;
  relate(club, person).offers.delete('member');
}

export async function offer(stage: LeakStage, book: Book, club: Club, person: Person): Promise<void> {
  const body = { user_id: person.user_id, ...typedTexts(book, club, person) };
  const path = `/api/v1/organizations/${club.org_id}/members`;
  await succeed(stage, { kind: 'person', person: club.head }, { method: 'POST', path, body });
  relate(club, person).offers.add('member');
  relate(club, person).asked += 1;
}

/** Asks somebody to coach, who says yes. */
export async function appoint(
  stage: LeakStage,
  club: Club,
  person: Person,
  role: 'admin' | 'assistant_coach',
): Promise<void> {
  const at = `/api/v1/organizations/${club.org_id}`;
  const asked = { method: 'PUT', path: `${at}/coaches/${person.user_id}`, body: { role } };
  await succeed(stage, { kind: 'person', person: club.head }, asked);
  const relation = relate(club, person);
  relation.asked += 1;
  if (relation.coach === null)
    await succeed(
      stage,
      { kind: 'person', person },
      { method: 'POST', path: `${at}/membership/accept?role=${role}` },
    );
  relation.coach = role;
}

/** One that all members come to, and were at, written past HTTP: nobody is told of it. */
async function plantSession(
  stage: LeakStage,
  book: Book,
  club: Club,
  members: readonly Person[],
): Promise<void> {
  const { db, clock } = stage.deps;
  const { org_id } = club;
  const now = clock.now();
  const id = await storeClubSession(stage, org_id);
  const title = book.text({ what: 'session', field: 'session title', club });
  await db.execute(sql`UPDATE club_sessions SET title = ${title} WHERE id = ${id}`);
  for (const { user_id } of members) {
    await db.execute(sql`
      INSERT INTO club_session_answers (org_id, session_id, user_id, answer, answered_at, received_at, queue_number)
      VALUES (${org_id}, ${id}, ${user_id}, 'yes', ${now}, ${now}, 1)`);
    await db.execute(sql`
      INSERT INTO club_session_ticks (id, org_id, session_id, user_id, came, ticked_at, received_at)
      VALUES (${randomUUID()}, ${org_id}, ${id}, ${user_id}, true, ${now}, ${now})`);
  }
  club.ids.club_session_id?.push(id);
  await plantSessionWords(stage, book, { club, session_id: id });
}

/** What a club can have once it has members. */
async function plantForMembers(stage: LeakStage, book: Book, club: Club): Promise<void> {
  const head: Asker = { kind: 'person', person: club.head };
  const members = [...club.relations].filter(([, { is_member }]) => is_member).map(([person]) => person);
  if (members.length === 0) return;
  const at = `/api/v1/organizations/${club.org_id}`;
  const name = book.text({ what: 'groups', field: 'group name', club });
  const made = await succeed(stage, head, { method: 'POST', path: `${at}/groups`, body: { name } });
  const { group } = made.data;
  club.ids.group_id?.push(group.id);
  for (const person of members) {
    await succeed(stage, head, { method: 'PUT', path: `${at}/groups/${group.id}/members/${person.user_id}` });
    relate(club, person).was_in_group = true;
  }
  await plantSession(stage, book, club, members);
  await plantPlanning(stage, book, club, members);
  const word = (field: string): string => book.text({ what: 'coaches', field, club });
  const words = { title: word('campaign title'), body: word('campaign body') };
  const body = { ...words, channels: ['push'], audience: 'all', draft: true };
  const draft = await succeed(stage, head, { method: 'POST', path: `${at}/campaigns`, body });
  club.ids.campaign_id?.push(draft.data.campaign.id);
}
