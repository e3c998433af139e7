/** What an organization API key may do. Order is the order of the specification, then what it does not have. */
export const SCOPES = [
  'org:read',
  'athletes:read',
  'activities:read',
  'plans:read',
  'groups:read',
  'exports:create',
  'exports:read',
  'streams:read',
  'metrics:read',
  'feedback:read',
  'availability:read',
  'sessions:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Legacy names that stand for several scopes. `read` stands for those of the specification, and will not grow. */
export const SCOPE_ALIASES = {
  read: ['org:read', 'athletes:read', 'activities:read', 'plans:read', 'groups:read'],
  admin: SCOPES,
} as const satisfies Record<string, readonly Scope[]>;
export type ScopeAlias = keyof typeof SCOPE_ALIASES;

/** The scopes that a list of scopes and aliases grants, without repetition, in the order of `SCOPES`. */
export function expandScopes(granted: readonly string[]): Scope[] {
  const names = new Set<string>();
  for (const name of granted) {
    const alias = name === 'read' || name === 'admin' ? SCOPE_ALIASES[name] : [name];
    for (const scope of alias) names.add(scope);
  }
  return SCOPES.filter((scope) => names.has(scope));
}

export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

export const ORGANIZATION_CREATORS = ['coaches', 'admins'] as const;
export type OrganizationCreators = (typeof ORGANIZATION_CREATORS)[number];

export const TIERS = ['free', 'coach', 'club'] as const;
export type Tier = (typeof TIERS)[number];

const FEATURES_BY_TIER = {
  free: ['member_management', 'groups'],
  coach: ['member_management', 'groups', 'security_settings', 'coach_agent'],
  club: ['member_management', 'groups', 'security_settings', 'coach_agent', 'developer_api'],
} as const satisfies Record<Tier, readonly string[]>;
export type Feature = (typeof FEATURES_BY_TIER)['club'][number];

export function featuresOf(tier: Tier): readonly Feature[] {
  return FEATURES_BY_TIER[tier];
}

/** Roles of an account; `coach` follows the profile's `membership_role`, `admin` is granted on the command line only. */
export type Role = 'user' | 'coach' | 'admin';

/** The highest limit of requests or exports, the server's or one key's: as good as none, and far from what counters hold. */
export const MOST_PER_WINDOW = 1_000_000_000;

/** What one key may do on the developer API, where it is other than the server's limits; null where it is not. */
export type KeyLimits = {
  readonly requests_per_minute: number | null;
  readonly requests_per_hour: number | null;
  readonly exports_per_hour: number | null;
};

export const SERVER_LIMITS: KeyLimits = {
  requests_per_minute: null,
  requests_per_hour: null,
  exports_per_hour: null,
};
