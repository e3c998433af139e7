import type { Audience } from './audience.ts';
import { allOn, namesOf, pick, type Split, split } from './mask.ts';
import type { PrivacySetting, PrivacySettings } from './settings.ts';
import { SOURCES, type Source, type SourcePolicies } from './source-policy.ts';

/** Parts of a day of somebody's health, with what each needs before a coach sees it. */
const HEALTH_PARTS = {
  activity: ['share_health_with_coach', 'share_activity_with_coach'],
  sleep: ['share_health_with_coach'],
  hrv: ['share_health_with_coach'],
  heart_rate: ['share_health_with_coach'],
} as const satisfies Record<string, readonly PrivacySetting[]>;
export type HealthPart = keyof typeof HEALTH_PARTS;

/** What an audience needs besides; who is not named sees nothing, whatever is shared. */
const BESIDES: Partial<Record<Audience, readonly PrivacySetting[]>> = {
  coach: [],
  // Programs of a club see no more than its people do, and only with a consent of its own.
  organization_api: ['share_health_with_api'],
};

/** What one audience may see of what is kept of an athlete's days: the same for every one of them. */
export type HealthCeiling = {
  readonly sources: Split<Source>;
  readonly parts: Split<HealthPart>;
};

/**
 * The ceiling over daily health. Pure; turning a setting or a permission off never shows more.
 *
 * Only the athlete and, each with a consent of its own, coaches who are people and keys of an organization: no archive, no
 * language model and nobody else, whatever is shared.
 */
export function healthCeiling(input: {
  settings: PrivacySettings;
  policies: SourcePolicies;
  audience: Audience;
}): HealthCeiling {
  const { settings, policies, audience } = input;
  const isSelf = audience === 'self';
  const besides = BESIDES[audience];
  const opens = (part: HealthPart): boolean =>
    isSelf || (besides !== undefined && allOn(settings, [...HEALTH_PARTS[part], ...besides]));
  const parts = split(namesOf(HEALTH_PARTS), opens);
  return {
    sources: split(
      SOURCES,
      (source) => isSelf || (parts.shown.length > 0 && policies[source].show_to_coach === true),
    ),
    parts,
  };
}

/**
 * Of what one source tells of a day that which the ceiling's audience may see: a new object with nothing but parts; null
 * where nothing is left, which is as if the source had told nothing.
 */
export function viewHealthReport<T extends Readonly<Record<HealthPart, unknown>>>(
  { sources, parts }: HealthCeiling,
  report: T & { readonly source: Source },
): Partial<Pick<T, HealthPart>> | null {
  if (!sources.shown.includes(report.source)) return null;
  const shown = parts.shown.filter((name) => report[name] !== null && report[name] !== undefined);
  return shown.length === 0 ? null : pick<T, HealthPart>(report, shown);
}
