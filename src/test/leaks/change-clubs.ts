/** What clubs and the operator decide about people and keys. */
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import { accountClosing } from '../../app.ts';
import { setAccountStatus } from '../../modules/accounts/set-account-status.ts';
import { suspendOrganization } from '../../modules/organizations/suspend-organization.ts';
import { asPerson, at, type Change, type Made, MOST_ASKED, type Place, retype } from './change.ts';
import { type LeakStage, succeed } from './client.ts';
import { type Club, endKeysWithoutMaker, leads, type Person, relate } from './model.ts';
import { PASSWORD } from './plant-person.ts';
import { appoint, makeKey, type PlantedWorld } from './plant-world.ts';

export async function changeMember(
  stage: LeakStage,
  random: SeededRandom,
  world: PlantedWorld,
  place: Place,
): Promise<Made> {
  const { club, person } = place;
  if (!club.head.is_active) return null;
  const path = `${at(club)}/members/${person.user_id}`;
  if (random.chance(0.5)) {
    const is_suspended = random.chance(0.5);
    await asPerson(stage, club.head, 'PATCH', path, { status: is_suspended ? 'suspended' : 'active' });
    relate(club, person).is_suspended = is_suspended;
    return { title: `${person.title} is ${is_suspended ? '' : 'not '}suspended in ${club.title}`, ...place };
  }
  retype(world, place);
  const name = random.chance(0.5)
    ? world.book.text({ what: 'typed', field: 'nickname', subject: person, club })
    : null;
  await asPerson(stage, club.head, 'PATCH', path, { display_name: name, member_level: null, labels: [] });
  return { title: `${club.title} calls ${person.title} ${name}`, ...place };
}

export async function changeCoach(
  stage: LeakStage,
  random: SeededRandom,
  world: PlantedWorld,
  place: Place,
): Promise<Made> {
  const { club, person } = place;
  if (club.head === person || !club.head.is_active || person.is_platform_admin) return null;
  const relation = relate(club, person);
  if (relation.coach === null) {
    if (relation.is_blocked || relation.asked >= MOST_ASKED) return null;
    await appoint(stage, club, person, random.pick(['admin', 'admin', 'assistant_coach']));
    if (relation.coach === 'admin' && club.tier !== 'free') await makeKey(stage, club, ['admin'], person);
    return { title: `${person.title} coaches ${club.title}, as ${relation.coach}`, ...place };
  }
  if (random.chance(0.3)) {
    const role = random.pick(['admin', 'assistant_coach'] as const);
    await asPerson(stage, club.head, 'PUT', `${at(club)}/coaches/${person.user_id}`, { role });
    relation.coach = role;
    const ended = endKeysWithoutMaker(world);
    return { title: `${person.title} is ${role} of ${club.title}`, ...place, ended };
  }
  const resigns = random.chance(0.5);
  await asPerson(stage, resigns ? person : club.head, 'DELETE', `${at(club)}/coaches/${person.user_id}`);
  relation.coach = null;
  relation.is_blocked ||= resigns;
  const ended = endKeysWithoutMaker(world);
  return { title: `${person.title} coaches ${club.title} no more`, ...place, ended };
}

export async function changeKey(
  stage: LeakStage,
  random: SeededRandom,
  { people }: PlantedWorld,
  club: Club,
): Promise<Made> {
  const [head, ...others] = people.filter((person) => leads(club, person));
  if (head === undefined || club.tier === 'free') return null;
  const maker = random.pick([head, ...others]);
  const live = club.keys.filter(({ state }) => state === 'live');
  const [key] = live.filter(() => random.chance(0.3));
  if (key === undefined || live.length < 6) {
    const scopes = random.pick([
      ['admin'],
      ['admin'],
      ['read'],
      ['activities:read'],
      ['plans:read'],
      ['athletes:read'],
      ['streams:read'],
      ['metrics:read'],
      ['availability:read'],
      ['feedback:read'],
      ['sessions:read'],
    ]);
    await makeKey(stage, club, scopes, maker);
    return { title: `${maker.title} makes a key of ${club.title}`, club, person: null };
  }
  await asPerson(stage, maker, 'DELETE', `${at(club)}/api-keys/${key.id}`);
  key.state = 'revoked';
  const ended = [{ kind: 'key', key, club, as: 'header' } as const];
  return { title: `${maker.title} revokes a key of ${club.title}`, club, person: null, ended };
}

/** As the operator does. */
export async function changeAccount(
  stage: LeakStage,
  random: SeededRandom,
  world: PlantedWorld,
): Promise<Made> {
  const deps = { ...stage.deps, onClosing: accountClosing(stage.deps) };
  const closed = world.people.find(({ is_active }) => !is_active);
  if (closed !== undefined && random.chance(0.6)) {
    await setAccountStatus(deps, { email: closed.email, status: 'active' });
    const body = { email: closed.email, password: PASSWORD };
    const call = { method: 'POST', path: '/api/v1/auth/login', body };
    closed.token = (await succeed(stage, { kind: 'nobody' }, call)).access_token;
    closed.is_active = true;
    return { title: `the account of ${closed.title} is open again`, club: null, person: closed };
  }
  const person = random.pick(world.people as [Person, ...Person[]]);
  if (!person.is_active || (person.title.startsWith('head') && random.chance(0.5))) return null;
  const status = random.pick(['suspended', 'inactive', 'deactivated'] as const);
  await setAccountStatus(deps, { email: person.email, status });
  person.is_active = false;
  person.old_tokens.push(person.token);
  const ended = endKeysWithoutMaker(world);
  return { title: `the account of ${person.title} is ${status}`, club: null, person, ended };
}

/** As the operator does. */
export async function suspendClub(stage: LeakStage, random: SeededRandom, club: Club): Promise<Change> {
  const suspended = random.chance(0.4);
  await suspendOrganization(stage.deps, { org_id: club.org_id, suspended });
  club.is_suspended = suspended;
  return { title: `${club.title} is ${suspended ? '' : 'not '}suspended`, club, person: null };
}
