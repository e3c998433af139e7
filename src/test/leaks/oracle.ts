/**
 * Who may see what, from the specification's words alone: an oracle for the search for leaks that shares no code with
 * `src/privacy`, nor with any other part of the server.
 */
import type { Canary, What } from './canaries.ts';
import {
  type Activity,
  type Asker,
  type Club,
  coaches,
  type Key,
  type Person,
  POLICIES,
  relationOf,
  type Setting,
  type World,
} from './model.ts';

/** Where something came out. */
export type Door = {
  readonly surface: string;
  readonly operation_id: string;
  /** Of the address: what comes out there is one club's matter, whatever others would let the asker see. */
  readonly club: Club | null;
};

/** What was said when something happened stays as it was said: in the log of a club, and in what people were told. */
const RECORDS = [
  'listAuditLogs',
  'listAccesses',
  'listNotifications',
  'streamNotifications',
  'exportPersonalData',
  'outbox',
];
/** What is said between an athlete and one club. */
const WORDS: readonly What[] = ['comment', 'message'];
const NAMES: readonly What[] = ['public_name', 'real_name', 'typed'];
/** What platform admins read of anybody's profile. */
const PROFILE: readonly What[] = ['email', 'public_name', 'real_name', 'portrait', 'zones', 'race_goal'];
/** What platform admins see of clubs that they do not belong to. */
const OF_ANY_CLUB: readonly What[] = ['public_name', 'real_name', 'portrait', 'typed', 'groups', 'settings'];

const SCOPES: Readonly<Partial<Record<What, readonly string[]>>> = {
  public_name: ['athletes:read', 'exports:create'],
  real_name: ['athletes:read', 'exports:create'],
  portrait: ['athletes:read', 'exports:create'],
  zones: ['athletes:read', 'exports:create'],
  race_goal: ['athletes:read'],
  typed: ['athletes:read', 'exports:create'],
  activity: ['activities:read', 'exports:create'],
  pace: ['activities:read', 'exports:create'],
  best_efforts: ['activities:read', 'exports:create'],
  map: ['activities:read', 'exports:create'],
  load: ['activities:read', 'exports:create', 'metrics:read'],
  stream: ['streams:read'],
  stream_motion: ['streams:read'],
  stream_track: ['streams:read'],
  file: ['streams:read'],
  health: ['metrics:read'],
  health_activity: ['metrics:read'],
  availability: ['availability:read'],
  injury: ['availability:read'],
  feedback: ['feedback:read'],
  plan: ['plans:read'],
  plan_computed: ['plans:read'],
  planning: ['plans:read'],
  groups: ['groups:read'],
  session: ['sessions:read'],
};

export type Oracle = ReturnType<typeof createOracle>;

export function createOracle(world: World) {
  /** Names that a club or a person has been allowed to see at some time. */
  const known = new Map<Club | Person, Set<Canary>>();

  const now = (asker: Asker, canary: Canary, door: Door): boolean => {
    if (canary.is_gone || canary.what === 'secret') return false;
    // An archive keeps the words of when it was made, as long as it may be had at all.
    if (canary.is_replaced && door.operation_id !== 'old archive') return false;
    if (asker.kind === 'person') {
      if (!asker.person.is_active) return false;
      if (isOwn(asker.person, canary, door) || mayAsPerson(asker.person, canary, door)) return true;
    }
    return world.clubs
      .filter((club) => door.club === null || door.club === club)
      .some((club) => mayInClub(asker, canary, club, door));
  };

  return {
    may: (asker: Asker, canary: Canary, door: Door): boolean => {
      if (now(asker, canary, door)) return true;
      if (!RECORDS.includes(door.operation_id)) return false;
      if (asker.kind === 'person' && asker.person === canary.subject)
        return canary.what !== 'secret' && canary.what !== 'coach_note';
      if (!NAMES.includes(canary.what)) return false;
      const { club } = door;
      if (club !== null) return readsLog(asker, club) && known.get(club)?.has(canary) === true;
      return asker.kind === 'person' && known.get(asker.person)?.has(canary) === true;
    },
    /** To be called after each change: remembers who knows which names. */
    remember: (canaries: readonly Canary[]): void => {
      const door = { surface: '/api/v1', operation_id: 'any', club: null };
      const names = canaries.filter(({ what, is_replaced }) => NAMES.includes(what) && !is_replaced);
      const note = (who: Club | Person, canary: Canary): void => {
        const all = known.get(who) ?? new Set();
        known.set(who, all.add(canary));
      };
      for (const canary of names) {
        for (const person of world.people)
          if (now({ kind: 'person', person }, canary, door)) note(person, canary);
        for (const club of world.clubs) {
          const head: Asker = { kind: 'person', person: club.head };
          if (canary.subject === club.head || mayInClub(head, canary, club, door)) note(club, canary);
        }
      }
    },
  };
}

/**
 * What is about somebody is theirs to see, and in their archive what they wrote. But what coaches note down they have in their archive alone, and what is said in a club only
 * there, while they belong to it.
 */
function isOwn(person: Person, { what, subject, club, author, is_withdrawn }: Canary, door: Door): boolean {
  if (person === author && door.operation_id === 'exportPersonalData') return true;
  if (person !== subject) return false;
  if (what === 'coach_note') return door.operation_id === 'exportPersonalData';
  if (door.operation_id === 'exportPersonalData' || !WORDS.includes(what) || club === null) return true;
  // In the club that they were said in, by who is not suspended there.
  return !is_withdrawn && isAmong(club, person) && (door.club === null || door.club === club);
}

function readsLog(asker: Asker, club: Club): boolean {
  if (asker.kind === 'key') return asker.club === club && works(asker.key, club, '/api/v1', ['admin']);
  return (
    asker.kind === 'person' &&
    asker.person.is_active &&
    (asker.person.is_platform_admin || coaches(club, asker.person))
  );
}

function works(key: Key, club: Club, surface: string, scopes: readonly string[]): boolean {
  const isServed = surface === '/developer/v1' ? club.tier === 'club' : club.tier !== 'free';
  const isOpen = key.scopes.includes('admin') || scopes.some((scope) => grants(key.scopes, scope));
  // A suspension, of the club or of who leads it, stops all keys.
  return key.state === 'live' && !club.is_suspended && club.head.is_active && isServed && isOpen;
}

/** What `read` stands for. */
const READ = ['org:read', 'athletes:read', 'activities:read', 'plans:read', 'groups:read'];

function grants(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || (scopes.includes('read') && READ.includes(scope));
}

/** What somebody may see whatever they are to clubs. */
function mayAsPerson(person: Person, { what, subject, club }: Canary, { operation_id }: Door): boolean {
  switch (operation_id) {
    case 'listUsers':
      return person.is_platform_admin && (what === 'email' || what === 'public_name');
    case 'getUserProfile':
      return person.is_platform_admin && PROFILE.includes(what);
    // To whoever is signed in everybody has a public profile.
    case 'getPublicProfile':
      return what === 'public_name' || (what === 'portrait' && subject?.settings.share_profile_info === true);
    // What somebody reads and takes out about themself says in which groups they were put, and to which sessions they came.
    case 'listAccesses':
    case 'exportPersonalData':
      return (
        (what === 'groups' || (what === 'session' && operation_id === 'exportPersonalData')) &&
        club !== null &&
        relationOf(club, person).was_in_group
      );
    default:
      return false;
  }
}

type OrganizationAccess = 'coach' | 'member' | 'key' | 'platform' | null;

/** Who reads what a club writes for itself. */
const WRITTEN: Readonly<Partial<Record<What, readonly OrganizationAccess[]>>> = {
  settings: ['coach', 'member', 'platform'],
  session: ['coach', 'member', 'key'],
  session_comment: ['coach', 'member'],
  groups: ['coach', 'key', 'platform'],
  planning: ['coach', 'key'],
  coaches: ['coach'],
};

/** What an asker may see because of one club. */
function mayInClub(asker: Asker, canary: Canary, club: Club, door: Door): boolean {
  const { what, subject } = canary;
  if (canary.is_withdrawn || (canary.club !== null && canary.club !== club)) return false;
  if (asker.kind === 'person' && isAmong(club, asker.person) && ofOthers(canary, club, door)) return true;
  const access = standsIn(asker, club, what, door);
  const readers = WRITTEN[what];
  if (readers !== undefined) return readers.includes(access);
  if (subject === null) return false;
  return (
    ofCoach(asker, { what, subject, club, door }, access) ||
    (access !== null && access !== 'member' && ofMember(canary, subject, club, { access, door }))
  );
}

const isAmong = (club: Club, person: Person): boolean => {
  const { is_member, is_suspended } = relationOf(club, person);
  return person.is_active && is_member && !is_suspended;
};

/** What members see as such: the sessions of their club, and the names of who comes and shares their profile. */
function ofOthers({ what, subject }: Canary, club: Club, { surface, operation_id }: Door): boolean {
  if (surface === '/developer/v1') return false;
  if (what === 'session' || what === 'session_comment') return true;
  return (
    operation_id === 'listClubSessionCompanions' &&
    (what === 'public_name' || what === 'real_name') &&
    subject !== null &&
    relationOf(club, subject).is_member &&
    shares(subject, club, 'share_profile_info')
  );
}

type OfCoach = { readonly what: What; readonly subject: Person; readonly club: Club; readonly door: Door };

/** Whoever coaches stands on the page of the club that everybody reads, and their team and its keys know the name they share. */
function ofCoach(asker: Asker, { what, subject, club, door }: OfCoach, access: OrganizationAccess): boolean {
  if (!coaches(club, subject)) return false;
  if (what === 'public_name') return true;
  const isTeam =
    asker.kind === 'key'
      ? asker.club === club && works(asker.key, club, door.surface, ['org:read'])
      : access !== null;
  return what === 'real_name' && isTeam && shares(subject, club, 'share_profile_info');
}

type Looking = { readonly access: 'coach' | 'key' | 'platform'; readonly door: Door };

/** What the coaches of a club, its keys and platform admins may see of who is on its roster or was asked. */
function ofMember(canary: Canary, subject: Person, club: Club, looking: Looking): boolean {
  const { what } = canary;
  if (looking.access === 'platform' && !OF_ANY_CLUB.includes(what)) return false;
  const { is_member, offers } = relationOf(club, subject);
  if (what === 'typed') return is_member || offers.has('member');
  if (!is_member) return false;
  if (what === 'public_name') return true;
  if (what === 'real_name') return shares(subject, club, 'share_profile_info');
  return subject.is_active && ofAthlete(canary, subject, club, looking);
}

/** As what somebody asks about a club, if they are anything to it. */
function standsIn(asker: Asker, club: Club, what: What, { surface }: Door): OrganizationAccess {
  if (asker.kind === 'key') {
    const isTheirs = asker.club === club && works(asker.key, club, surface, SCOPES[what] ?? []);
    return isTheirs ? 'key' : null;
  }
  if (asker.kind !== 'person' || !asker.person.is_active) return null;
  // On the developer API there are keys alone.
  if (surface === '/developer/v1') return null;
  if (coaches(club, asker.person)) return 'coach';
  const { is_member, is_suspended } = relationOf(club, asker.person);
  if (asker.person.is_platform_admin) return 'platform';
  return is_member && !is_suspended ? 'member' : null;
}

/** Of a current member whose account is active. */
function ofAthlete(
  { what, activities }: Canary,
  subject: Person,
  club: Club,
  { access, door }: Looking,
): boolean {
  const on = (...settings: readonly Setting[]): boolean =>
    settings.every((setting) => shares(subject, club, setting));
  /** A consent that only programs need. */
  const byProgram = (setting: Setting): boolean => access === 'coach' || on(setting);
  const training = (): boolean =>
    on('share_activity_with_coach') &&
    activities.every((activity) => isOpen(activity, { races: on('share_race_history'), door }));
  switch (what) {
    case 'portrait':
      return on('share_profile_info');
    case 'zones':
      return on('share_pace_data');
    case 'race_goal':
      return on('share_race_goal');
    case 'activity':
      return training();
    case 'pace':
      return training() && on('share_pace_data');
    case 'best_efforts':
      return training() && on('share_pace_data', 'share_pb');
    case 'map':
      return training() && on('share_activity_map');
    case 'load':
      return training() && on('share_pace_data');
    case 'stream':
      return training() && byProgram('share_streams_with_api');
    case 'stream_motion':
      return training() && byProgram('share_streams_with_api') && on('share_pace_data', 'share_pb');
    case 'stream_track':
      return (
        training() &&
        byProgram('share_streams_with_api') &&
        on('share_pace_data', 'share_pb', 'share_activity_map')
      );
    case 'file':
      return (
        training() &&
        byProgram('share_streams_with_api') &&
        on('share_files_with_coach', 'share_profile_info') &&
        on('share_pace_data', 'share_pb', 'share_activity_map')
      );
    case 'health':
      return on('share_health_with_coach') && byProgram('share_health_with_api');
    case 'health_activity':
      return on('share_health_with_coach', 'share_activity_with_coach') && byProgram('share_health_with_api');
    case 'availability':
      return on('share_availability_with_coach') && byProgram('share_availability_with_api');
    case 'injury':
      return on('share_injuries_with_coach') && byProgram('share_availability_with_api');
    case 'race_upcoming':
      return access === 'coach' && on('share_race_goal');
    case 'race_past':
      return access === 'coach' && on('share_race_history');
    case 'feedback':
      return (
        (activities.length === 0 || training()) &&
        on('share_feedback_with_coach') &&
        byProgram('share_feedback_with_api')
      );
    // What is said is for people alone; about a workout, as long as coaches see it.
    case 'comment':
      return access === 'coach' && training();
    case 'message':
    case 'coach_note':
      return access === 'coach';
    case 'plan':
      return true;
    case 'plan_computed':
      return on('share_pace_data');
    default:
      return false;
  }
}

function isOpen(activity: Activity, { races, door }: { races: boolean; door: Door }): boolean {
  const policy = POLICIES[activity.source];
  if (activity.is_private || activity.is_deleted || policy?.show_to_coach !== true) return false;
  if (door.operation_id.endsWith('archive') && !policy.export) return false;
  return !activity.is_race || races;
}

/** The narrower of what somebody shares in general and with this club. */
function shares(person: Person, club: Club, setting: Setting): boolean {
  return person.settings[setting] && !relationOf(club, person).closed.has(setting);
}
