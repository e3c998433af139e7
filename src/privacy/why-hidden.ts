import type { Audience } from './audience.ts';
import { DEFAULT_PRIVACY, PRIVACY_SETTINGS, type PrivacySetting, type PrivacySettings } from './settings.ts';
import {
  SOURCES,
  type Source,
  type SourcePermission,
  type SourcePolicies,
  type SourcePolicy,
} from './source-policy.ts';

type Input = {
  readonly settings: PrivacySettings;
  readonly policies: SourcePolicies;
  readonly audience: Audience;
};

/** One cause why an audience does not see something; of several all have to go before it shows. */
export type WhyHidden =
  | { readonly code: 'switch'; readonly setting: PrivacySetting }
  | { readonly code: 'consent'; readonly setting: PrivacySetting }
  | { readonly code: 'source_policy'; readonly source: Source; readonly permission: SourcePermission }
  | { readonly code: 'audience' };

const OPEN_SETTINGS = Object.fromEntries(
  PRIVACY_SETTINGS.map((setting) => [setting, true]),
) as PrivacySettings;
const OPEN_POLICY: SourcePolicy = { show_to_coach: true, use_in_ai: true, export: true, keep_days: null };
const PERMISSIONS: readonly SourcePermission[] = ['show_to_coach', 'use_in_ai', 'export'];
const OPEN_POLICIES = policiesFrom(() => OPEN_POLICY);

/**
 * Why something is hidden, found by asking the ceiling itself: a setting or a permission is a cause where all others being open does
 * not help. So the causes cannot differ from what the ceiling does.
 *
 * @param shows whether the ceiling shows it; it must only ever narrow
 * @param sources those that the thing comes from, where it comes from any: one of them open is enough
 * @returns nothing where it shows; `audience` alone where opening everything does not help
 */
export function whyHidden(
  { settings, policies, audience }: Input,
  shows: (input: Input) => boolean,
  sources: readonly Source[] = SOURCES,
): WhyHidden[] {
  if (shows({ settings, policies, audience })) return [];
  const open = { settings: OPEN_SETTINGS, policies: OPEN_POLICIES, audience };
  if (!shows(open)) return [{ code: 'audience' }];
  const off = PRIVACY_SETTINGS.filter(
    (setting) =>
      settings[setting] !== true && !shows({ ...open, settings: { ...OPEN_SETTINGS, [setting]: false } }),
  ).map(
    (setting): WhyHidden => ({ code: DEFAULT_PRIVACY[setting] === true ? 'switch' : 'consent', setting }),
  );
  const closed = PERMISSIONS.filter(
    (permission) =>
      !shows({ ...open, policies }) &&
      !shows({
        ...open,
        policies: policiesFrom((source) => ({ ...OPEN_POLICY, [permission]: policies[source][permission] })),
      }),
  ).flatMap((permission) =>
    sources
      .filter((source) => !policies[source][permission])
      .map((source): WhyHidden => ({ code: 'source_policy', source, permission })),
  );
  return [...off, ...closed];
}

function policiesFrom(policyOf: (source: Source) => SourcePolicy): SourcePolicies {
  return Object.fromEntries(SOURCES.map((source) => [source, policyOf(source)])) as Record<
    Source,
    SourcePolicy
  >;
}
