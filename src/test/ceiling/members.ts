/** Who is in a club or was, as it knows them. */
import type { Membership, Person, World } from './world.ts';

export type Member = { readonly person: Person; readonly membership: Membership };

export function shares(person: Person, setting: string): boolean {
  return person.privacy[setting] === true;
}

/** What is closed for a club is off there, whatever it is in general: and what is off in general stays so. */
function asKnownThere(person: Person, { closed }: Membership): Person {
  const off = Object.fromEntries(closed.map((setting) => [setting, false]));
  return { ...person, privacy: { ...person.privacy, ...off } };
}

/** Who is in the club or was: by the date of joining, then id. */
export function everMembers(world: World, place: number): Member[] {
  return world.people
    .flatMap((person) => {
      const membership = person.memberships.find(({ club }) => club === place);
      return membership === undefined ? [] : [{ person: asKnownThere(person, membership), membership }];
    })
    .sort(
      (a, b) =>
        a.membership.joined_at.getTime() - b.membership.joined_at.getTime() ||
        (a.person.id < b.person.id ? -1 : 1),
    );
}

export const idsOf = (activities: readonly { readonly id?: unknown }[] = []): Set<string> =>
  new Set(activities.map(({ id }) => String(id)));

export function nameOf(person: Person, membership: Membership): string {
  const { display_name, first_name, last_name, username } = person.profile;
  const realName = [first_name, last_name].filter((name) => name !== null).join(' ');
  const ownName = display_name ?? ((shares(person, 'share_profile_info') && realName) || username);
  return membership.nickname ?? ownName;
}
