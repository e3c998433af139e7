import {
  type Audience,
  activityCeiling,
  athleteCeiling,
  type DailyPart,
  dailyCeiling,
  healthCeiling,
  type PrivacySettings,
  planCeiling,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { Scope } from '../../shared/access.ts';

type Input = { settings: PrivacySettings; policies: SourcePolicies; audience: Audience };
type Kind = {
  readonly scope: Scope;
  readonly audience?: Extract<Audience, 'export' | 'organization_api'>;
  readonly shows: (input: Input) => boolean;
};

const activities = (input: Input): boolean => {
  const { visible, sources } = activityCeiling(input);
  return visible && sources.shown.length > 0;
};
const activityFacet =
  (facet: keyof ReturnType<typeof activityCeiling>['shows']) =>
  (input: Input): boolean =>
    activities(input) && activityCeiling(input).shows[facet];
const daily =
  (part: DailyPart) =>
  (input: Input): boolean =>
    dailyCeiling(input).parts.shown.includes(part);
const athlete =
  (field: 'first_name' | 'zones') =>
  (input: Input): boolean =>
    athleteCeiling(input).fields.shown.includes(field);

/** Kinds of data that keys read, each with its scope and the sharing setting. */
const KINDS = {
  profile: { scope: 'athletes:read', shows: () => true },
  names: { scope: 'athletes:read', shows: athlete('first_name') },
  zones: { scope: 'athletes:read', shows: athlete('zones') },
  activities: { scope: 'activities:read', shows: activities },
  races: {
    scope: 'activities:read',
    shows: (input) => activities(input) && activityCeiling(input).show_races,
  },
  paces: { scope: 'activities:read', shows: activityFacet('pace') },
  best_efforts: { scope: 'activities:read', shows: activityFacet('best_efforts') },
  heart_rate: { scope: 'activities:read', shows: activityFacet('body') },
  maps: { scope: 'activities:read', shows: activityFacet('map') },
  streams: {
    scope: 'streams:read',
    shows: (input) => activities(input) && activityCeiling(input).stream_columns.shown.length > 0,
  },
  files: { scope: 'streams:read', shows: (input) => activities(input) && activityCeiling(input).shows_files },
  load: { scope: 'metrics:read', shows: activityFacet('load') },
  health: {
    scope: 'metrics:read',
    shows: (input) => {
      const { parts, sources } = healthCeiling(input);
      return parts.shown.length > 0 && sources.shown.length > 0;
    },
  },
  plans: { scope: 'plans:read', shows: (input) => planCeiling(input).visible },
  plan_paces: { scope: 'plans:read', shows: (input) => planCeiling(input).shows_computed },
  feedback: { scope: 'feedback:read', shows: daily('effort') },
  pain: { scope: 'feedback:read', shows: daily('pain') },
  availability: { scope: 'availability:read', shows: daily('availability') },
  injuries: { scope: 'availability:read', shows: daily('injuries') },
  attendance: { scope: 'sessions:read', shows: daily('attendance') },
  archives: { scope: 'exports:create', audience: 'export', shows: activities },
} as const satisfies Record<string, Kind>;
export type KeyKind = keyof typeof KINDS;
export const KEY_KINDS = Object.keys(KINDS) as readonly KeyKind[];

export type SeenByKey = { readonly kind: KeyKind; readonly scope: Scope; readonly athletes: number };

/**
 * What keys with these scopes see under the ceiling, by kind, in a fixed order.
 * @param groups athletes by their effective settings
 */
export function keySight(
  groups: readonly { readonly settings: PrivacySettings; readonly athletes: number }[],
  { scopes, policies }: { readonly scopes: readonly Scope[]; readonly policies: SourcePolicies },
): SeenByKey[] {
  const open = KEY_KINDS.filter((kind) => scopes.includes(KINDS[kind].scope));
  return open.map((kind) => {
    const { scope, shows, audience = 'organization_api' } = KINDS[kind] as Kind;
    const counts = groups.map(({ settings, athletes }) =>
      shows({ settings, policies, audience }) ? athletes : 0,
    );
    return { kind, scope, athletes: counts.reduce((sum, count) => sum + count, 0) };
  });
}
