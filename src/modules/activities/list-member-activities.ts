import type { Database } from '../../infra/db/database.ts';
import {
  type Audience,
  activityCeiling,
  PRIVACY_SETTINGS,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { SportType } from '../../training/sport.ts';
import { findMemberSettings, listMemberActivitiesJson } from './queries.ts';

/**
 * A page of a member's activities as JSON texts, as the organization's keys or coaches may see them, with the total where
 * asked for; null for a non-member. The settings choose the statement, which reads them again in its own snapshot: if
 * they have changed, the list is made anew.
 */
export async function listMemberActivities(
  deps: { readonly db: Database; readonly sourcePolicies: SourcePolicies },
  page: {
    org_id: string;
    user_id: string;
    audience: Extract<Audience, 'organization_api' | 'coach'>;
    has_total: boolean;
    start_date_ms: number | undefined;
    end_date_ms: number | undefined;
    updated_since_ms?: number | undefined;
    sport_type?: SportType | undefined;
    limit: number;
    offset: number;
    after: PagePosition | null;
  },
): Promise<{ readonly activities: readonly string[]; readonly total: number | null } | null> {
  const { db, sourcePolicies: policies } = deps;
  let settings = await findMemberSettings(db, page);
  // Ends unless the settings change between every two reads.
  while (settings !== null) {
    const ceiling = activityCeiling({ settings, policies, audience: page.audience });
    const found = await listMemberActivitiesJson(db, { ...page, ceiling });
    if (found === null || equal(found.settings, settings)) return found;
    settings = found.settings;
  }
  return null;
}

function equal(a: PrivacySettings, b: PrivacySettings): boolean {
  return PRIVACY_SETTINGS.every((setting) => a[setting] === b[setting]);
}
