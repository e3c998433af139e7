/**
 * The world of the search for leaks as plain data: who is what where, and what everybody has decided. The search changes it
 * together with the server. Nothing of the server's is imported.
 */

export const SETTINGS = [
  'share_activity_in_profile',
  'share_activity_with_coach',
  'share_activity_with_public',
  'share_profile_info',
  'share_race_goal',
  'share_pb',
  'share_pace_data',
  'share_race_history',
  'share_activity_map',
  'share_health_with_coach',
  'share_health_with_api',
  'share_streams_with_api',
  'share_files_with_coach',
  'share_feedback_with_coach',
  'share_feedback_with_api',
  'share_injuries_with_coach',
  'share_availability_with_coach',
  'share_availability_with_api',
  'share_sessions_with_api',
  'paticipate_leaderboard',
] as const;
export type Setting = (typeof SETTINGS)[number];

/** What the server of the search is told of its sources (`SOURCE_POLICY`), so that each rule keeps something back. */
export const POLICIES: Readonly<Record<string, { show_to_coach: boolean; export: boolean }>> = {
  garmin: { show_to_coach: true, export: true },
  upload: { show_to_coach: true, export: true },
  apple_health: { show_to_coach: true, export: true },
  strava: { show_to_coach: true, export: false },
  coros: { show_to_coach: false, export: true },
};

export type World = {
  readonly people: readonly Person[];
  readonly clubs: readonly Club[];
};

export type Person = {
  /** For stories, such as `athlete 3`. */
  readonly title: string;
  readonly user_id: string;
  readonly email: string;
  readonly is_platform_admin: boolean;
  token: string;
  /** Access tokens that ended with a closed account. */
  readonly old_tokens: string[];
  is_active: boolean;
  readonly settings: Record<Setting, boolean>;
  readonly activities: Activity[];
};

export type Activity = {
  readonly id: string;
  readonly source: string;
  is_private: boolean;
  is_race: boolean;
  is_deleted: boolean;
};

export type Club = {
  readonly title: string;
  readonly org_id: string;
  readonly head: Person;
  tier: 'free' | 'coach' | 'club';
  /** By the operator. */
  is_suspended: boolean;
  readonly keys: Key[];
  /** By person: no entry is no relation at all. */
  readonly relations: Map<Person, Relation>;
  /** Ids of what the club has, by the names of parameters. */
  readonly ids: Record<string, string[]>;
  /** By athlete: the change of the plans of many in which their workouts are named. */
  readonly calendar_jobs: Map<Person, string>;
  /** Archives that have been made, with the key and the link. */
  readonly archives: { readonly key: Key; readonly id: string; readonly link: string }[];
};

export type Relation = {
  is_member: boolean;
  is_suspended: boolean;
  coach: 'admin' | 'assistant_coach' | null;
  readonly offers: Set<'member' | 'admin' | 'assistant_coach'>;
  is_blocked: boolean;
  was_in_group: boolean;
  /** How often the club has asked them anything. */
  asked: number;
  readonly closed: Set<Setting>;
};

export type Key = {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
  /** With whose role and account the key ends for good. */
  readonly maker: Person;
  state: 'live' | 'revoked' | 'expired';
};

/** Who asks. A key is sent in either of the two headers. */
export type Asker =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'invalid'; readonly token: string }
  | { readonly kind: 'app' }
  | KeyAsker
  | { readonly kind: 'person'; readonly person: Person };

export type KeyAsker = {
  readonly kind: 'key';
  readonly key: Key;
  readonly club: Club;
  readonly as: 'bearer' | 'header';
};

const NO_RELATION: Relation = {
  is_member: false,
  is_suspended: false,
  coach: null,
  offers: new Set(),
  is_blocked: false,
  was_in_group: false,
  asked: 0,
  closed: new Set(),
};

export function relationOf(club: Club, person: Person): Readonly<Relation> {
  return club.relations.get(person) ?? NO_RELATION;
}

/** The relation to write into. */
export function relate(club: Club, person: Person): Relation {
  const relation = club.relations.get(person) ?? { ...NO_RELATION, offers: new Set(), closed: new Set() };
  club.relations.set(person, relation);
  return relation;
}

export function coaches(club: Club, person: Person): boolean {
  return club.head === person || relationOf(club, person).coach !== null;
}

/** Who may make keys: the head coach and the coaches with the role `admin`. */
export function leads(club: Club, person: Person): boolean {
  return person.is_active && (club.head === person || relationOf(club, person).coach === 'admin');
}

/**
 * Keys do not come back with the role or the account of who made them.
 *
 * @returns those that have just ended
 */
export function endKeysWithoutMaker({ clubs }: World): KeyAsker[] {
  return clubs.flatMap((club) => {
    const ended = club.keys.filter((key) => key.state === 'live' && !leads(club, key.maker));
    for (const key of ended) key.state = 'revoked';
    return ended.map((key): KeyAsker => ({ kind: 'key', key, club, as: 'bearer' }));
  });
}

export function titleOf(asker: Asker): string {
  if (asker.kind === 'person') return asker.person.title;
  if (asker.kind !== 'key') return asker.kind;
  return `${asker.key.state} key of ${asker.club.title} (${asker.key.scopes.join(' ')})`;
}
