/** What people decide while others ask: made through the API where it has a door, and in the model at the same time. */
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import { sql } from '../../infra/db/sql.ts';
import type { What } from './canaries.ts';
import { asPerson, at, type Change, type Made, MOST_ASKED, type Place, retype } from './change.ts';
import { changeAccount, changeCoach, changeKey, changeMember, suspendClub } from './change-clubs.ts';
import type { LeakStage } from './client.ts';
import { type Club, type Person, relate, relationOf, SETTINGS } from './model.ts';
import { addAtOnce, offer, type PlantedWorld } from './plant-world.ts';

/** @returns what was changed; null where there was nothing of the kind that was drawn */
export async function changeSomething(
  stage: LeakStage,
  world: PlantedWorld,
  random: SeededRandom,
): Promise<Made> {
  const { people, clubs, book } = world;
  const person = random.pick(people.filter(({ is_active }) => is_active) as [Person, ...Person[]]);
  const club = random.pick(clubs as [Club, ...Club[]]);
  const place = { club, person };
  const relation = relationOf(club, person);
  const told = (title: string): Change => ({ title, ...place });
  switch (random.pick(KINDS)) {
    case 'settings':
      return await changeSettings(stage, random, person);
    case 'narrowing':
      return relation.is_member ? await narrow(stage, random, place) : null;
    case 'marks':
      return await markActivity(stage, random, person);
    case 'offer':
      if (relation.is_member || relation.is_blocked || relation.offers.has('member') || club.head === person)
        return null;
      if (relation.asked >= MOST_ASKED || !club.head.is_active) return null;
      await offer(stage, book, club, person);
      return told(`${club.title} asks ${person.title}`);
    case 'answer':
      return relation.offers.has('member') ? await answer(stage, random, world, place) : null;
    case 'add':
      if (relation.is_member || relation.is_blocked || club.head === person) return null;
      retype(world, place);
      await addAtOnce(stage, book, club, person);
      return told(`an application adds ${person.title} to ${club.title}`);
    case 'leave':
      return relation.is_member ? await leave(stage, random, world, place) : null;
    case 'lift':
      if (!relation.is_blocked) return null;
      await asPerson(stage, person, 'DELETE', `${at(club)}/membership/block`);
      relate(club, person).is_blocked = false;
      return told(`${person.title} lets ${club.title} ask again`);
    case 'member':
      return relation.is_member ? await changeMember(stage, random, world, place) : null;
    case 'coach':
      return await changeCoach(stage, random, world, place);
    case 'key':
      return await changeKey(stage, random, world, club);
    case 'account':
      return await changeAccount(stage, random, world);
    case 'tier': {
      const tier = random.pick(['free', 'coach', 'club', 'club', 'club'] as const);
      await stage.deps.db.execute(sql`UPDATE organizations SET tier = ${tier} WHERE org_id = ${club.org_id}`);
      club.tier = tier;
      return { title: `the tier of ${club.title} is ${tier}`, club, person: null };
    }
    case 'suspension':
      return await suspendClub(stage, random, club);
    case 'profile':
      return await changeProfile(stage, world, person);
    case 'delete activity':
      return random.chance(0.2) ? await deleteActivity(stage, random, world, person) : null;
  }
}

const KINDS = [
  ...(['settings', 'settings', 'settings', 'narrowing', 'narrowing', 'narrowing', 'marks', 'marks'] as const),
  ...(['offer', 'answer', 'answer', 'add', 'leave', 'lift', 'member', 'member', 'coach', 'key'] as const),
  ...(['key', 'account', 'tier', 'suspension', 'profile', 'delete activity'] as const),
] as const satisfies readonly [unknown, ...unknown[]];

async function changeSettings(stage: LeakStage, random: SeededRandom, person: Person): Promise<Change> {
  const changed = Object.fromEntries(
    SETTINGS.filter(() => random.chance(0.3)).map((name) => [name, random.chance(0.6)]),
  );
  await asPerson(stage, person, 'PUT', `/api/v1/users/${person.user_id}`, { privacy: changed });
  Object.assign(person.settings, changed);
  return { title: `${person.title} sets ${JSON.stringify(changed)}`, club: null, person };
}

async function narrow(stage: LeakStage, random: SeededRandom, { club, person }: Place): Promise<Change> {
  const changed = Object.fromEntries(
    SETTINGS.filter(() => random.chance(0.3)).map((name) => [name, random.chance(0.5)]),
  );
  await asPerson(stage, person, 'PUT', `${at(club)}/membership/privacy`, changed);
  const { closed } = relate(club, person);
  for (const name of SETTINGS) {
    if (changed[name] === true) closed.delete(name);
    if (changed[name] === false) closed.add(name);
  }
  return { title: `${person.title} sets ${JSON.stringify(changed)} for ${club.title}`, club, person };
}

async function markActivity(stage: LeakStage, random: SeededRandom, person: Person): Promise<Made> {
  const [activity] = person.activities.filter(({ is_deleted }) => !is_deleted && random.chance(0.4));
  if (activity === undefined) return null;
  const marks = { private: random.chance(0.4), is_race: random.chance(0.4) };
  await asPerson(stage, person, 'PATCH', `/api/v1/activities/${activity.id}`, marks);
  activity.is_private = marks.private;
  activity.is_race = marks.is_race;
  return { title: `${person.title} marks ${activity.id} ${JSON.stringify(marks)}`, club: null, person };
}

async function deleteActivity(
  stage: LeakStage,
  random: SeededRandom,
  { book }: PlantedWorld,
  person: Person,
): Promise<Made> {
  const [activity] = person.activities.filter(({ is_deleted }) => !is_deleted && random.chance(0.3));
  if (activity === undefined) return null;
  await asPerson(stage, person, 'DELETE', `/api/v1/activities/${activity.id}`);
  activity.is_deleted = true;
  for (const canary of book.all)
    if (canary.activities.includes(activity))
      // A file goes with the last of its activities.
      canary.is_gone = canary.what !== 'file' || canary.activities.every(({ is_deleted }) => is_deleted);
  return { title: `${person.title} deletes ${activity.id}`, club: null, person };
}

async function answer(
  stage: LeakStage,
  random: SeededRandom,
  world: PlantedWorld,
  place: Place,
): Promise<Change> {
  const { club, person } = place;
  const accepts = random.chance(0.7);
  const relation = relate(club, person);
  if (!accepts) retype(world, place);
  await asPerson(
    stage,
    person,
    'POST',
    `${at(club)}/membership/${accepts ? 'accept' : 'decline'}?role=member`,
  );
  relation.offers.delete('member');
  relation.is_member = accepts;
  relation.is_blocked = !accepts;
  return { title: `${person.title} ${accepts ? 'accepts' : 'declines'} ${club.title}`, ...place };
}

async function leave(
  stage: LeakStage,
  random: SeededRandom,
  world: PlantedWorld,
  place: Place,
): Promise<Change> {
  const { club, person } = place;
  const byThemself = !club.head.is_active || random.chance(0.5);
  await asPerson(stage, byThemself ? person : club.head, 'DELETE', `${at(club)}/members/${person.user_id}`);
  const relation = relate(club, person);
  relation.is_member = false;
  relation.is_suspended = false;
  relation.is_blocked ||= byThemself;
  retype(world, place);
  for (const canary of world.book.all)
    if (canary.subject === person && canary.club === club && OF_MEMBERSHIP.includes(canary.what))
      canary.is_withdrawn = true;
  return {
    title: byThemself ? `${person.title} leaves ${club.title}` : `${club.title} removes ${person.title}`,
    ...place,
  };
}

/** What ends with a membership. */
const OF_MEMBERSHIP: readonly What[] = [
  'feedback',
  'plan',
  'plan_computed',
  'comment',
  'message',
  'coach_note',
];

/** New words in the place of the old ones, which nobody may meet again. */
async function changeProfile(stage: LeakStage, { book }: PlantedWorld, person: Person): Promise<Change> {
  const replace = (what: 'public_name' | 'real_name' | 'portrait' | 'race_goal', field: string): string => {
    for (const canary of book.all)
      if (canary.subject === person && canary.field === field) canary.is_replaced = true;
    return book.text({ what, field, subject: person });
  };
  await asPerson(stage, person, 'PUT', `/api/v1/users/${person.user_id}`, {
    first_name: replace('real_name', 'first_name'),
    last_name: replace('real_name', 'last_name'),
    bio: replace('portrait', 'bio'),
    display_name: replace('public_name', 'display_name'),
  });
  return { title: `${person.title} changes their profile`, club: null, person };
}
