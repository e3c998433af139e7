import type { Static } from 'typebox';
import type { View } from './contract.ts';
import type { Cause, Part, Withheld } from './parts.ts';
import type { PrivacyPreview } from './preview-privacy.ts';
import type { Sight } from './sights.ts';

type SeenProfile = Static<typeof View>['profile'];

export function presentPreview({ subject, settings, views, has_more_organizations }: PrivacyPreview) {
  return {
    subject: {
      activity_id: subject.activity?.id ?? null,
      week_start: subject.week.from,
      day: subject.health[0]?.day ?? null,
      timezone: subject.week.timezone,
    },
    settings: { ...settings },
    views: views.map(({ sight, ...parts }) => {
      const { membership, audience, scopes } = sight;
      const shown = <Value>(part: Part<Value>) => presentPart(part, sight, settings);
      return {
        audience,
        organization: membership && { org_id: membership.org_id, org_name: membership.org_name },
        scopes: scopes && [...scopes],
        activity: shown(parts.activity),
        week: shown(parts.week),
        profile: shown(parts.profile) as SeenProfile,
        health: shown(parts.health),
        feedback: shown(parts.feedback),
        availability: shown(parts.availability),
      };
    }),
    has_more_organizations,
  };
}

type General = PrivacyPreview['settings'];

function presentPart<Value>({ value, withheld }: Part<Value>, sight: Sight, general: General) {
  return { value, withheld: withheld.map((one) => presentWithheld(one, sight, general)) };
}

function presentWithheld({ field, causes }: Withheld, sight: Sight, general: General) {
  return { field, causes: causes.map((cause) => presentCause(cause, sight, general)) };
}

const NOTHING = { setting: null, closed_in: null, source: null, permission: null, scope: null } as const;

function presentCause(cause: Cause, { membership }: Sight, general: General) {
  const { code } = cause;
  if (code === 'scope') return { ...NOTHING, code, scope: cause.scope };
  if (code === 'source_policy')
    return { ...NOTHING, code, source: cause.source, permission: cause.permission };
  if (code !== 'switch' && code !== 'consent') return { ...NOTHING, code };
  const { setting } = cause;
  const isClosed = membership !== null && Object.hasOwn(membership.narrowing, setting);
  const where = isClosed ? (general[setting] ? 'organization' : 'both') : 'general';
  return { ...NOTHING, code, setting, closed_in: where as 'general' | 'organization' | 'both' };
}
