import {
  type Audience,
  type Narrowing,
  narrowedTo,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { Scope } from '../../shared/access.ts';
import type { OwnMembership } from './queries.ts';

/** Under what one audience looks. */
export type Sight = {
  readonly audience: Audience;
  readonly settings: PrivacySettings;
  readonly policies: SourcePolicies;
  readonly membership: OwnMembership | null;
  readonly scopes: readonly Scope[] | null;
};

const OF_ORGANIZATIONS = ['coach', 'organization_api', 'export', 'ai'] as const satisfies readonly Audience[];

/** All who look: the athlete first, then each organization's audiences, then a model and the public without one. */
export function sightsOf(input: {
  readonly settings: PrivacySettings;
  readonly policies: SourcePolicies;
  readonly memberships: readonly OwnMembership[];
  readonly scopes: readonly Scope[];
}): Sight[] {
  const { settings, policies, memberships, scopes } = input;
  const alone = (audience: Audience): Sight => ({
    audience,
    settings,
    policies,
    membership: null,
    scopes: null,
  });
  const ofOrganizations = memberships.flatMap((membership) => {
    const narrowed = narrowedTo(settings, membership.narrowing);
    return OF_ORGANIZATIONS.map((audience) => ({
      audience,
      settings: narrowed,
      policies,
      membership,
      scopes: audience === 'organization_api' ? scopes : null,
    }));
  });
  return [alone('self'), ...ofOrganizations, alone('ai'), alone('public')];
}

/** What would be closed for an organization with the changes: false closes, true takes that back. */
export function changedNarrowing(narrowing: Narrowing, changes: Partial<PrivacySettings>): Narrowing {
  const kept = Object.entries(narrowing).filter(([setting]) => !Object.hasOwn(changes, setting));
  const closed = Object.entries(changes).filter(([, value]) => value === false);
  return Object.fromEntries([...kept, ...closed].map(([setting]) => [setting, false])) as Narrowing;
}
