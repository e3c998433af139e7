import type { Database } from '../../infra/db/database.ts';
import {
  type Audience,
  activityCeiling,
  DEFAULT_PRIVACY,
  PRIVACY_SETTINGS,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { SportType } from '../../training/sport.ts';
import { listMemberActivitiesJson } from './queries.ts';

/** The settings each athlete was last seen with by each organization, in memory. Guesses only: they are never relied upon. */
export type PrivacyGuesses = Map<string, PrivacySettings>;

/** Enough for the athletes a busy server is asked about; past it the longest known is forgotten. */
const MAX_GUESSES = 10_000;

/**
 * The JSON texts of a page of a member's activities as the organization's keys, or its coaches, may see them, with how many there are on
 * all pages where that is asked for; null for who is no member.
 *
 * The settings decide the statement, and reading them first would cost a round trip a request. So the statement is made
 * for the settings that are expected, and reads the real ones in the same snapshot; if they differ, its list is thrown
 * away and made anew.
 */
export async function listMemberActivities(
  deps: { readonly db: Database; readonly sourcePolicies: SourcePolicies; readonly guesses: PrivacyGuesses },
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
  const { db, sourcePolicies: policies, guesses } = deps;
  // An athlete may close more for one organization than for another.
  const place = `${page.org_id} ${page.user_id}`;
  let settings = guesses.get(place) ?? DEFAULT_PRIVACY;
  // Ends, unless the athlete changes the settings between every two looks.
  for (;;) {
    const ceiling = activityCeiling({ settings, policies, audience: page.audience });
    const found = await listMemberActivitiesJson(db, { ...page, ceiling });
    if (found === null) return null;
    if (equal(found.settings, settings)) return found;
    settings = found.settings;
    remember(guesses, place, settings);
  }
}

function equal(a: PrivacySettings, b: PrivacySettings): boolean {
  return PRIVACY_SETTINGS.every((setting) => a[setting] === b[setting]);
}

function remember(guesses: PrivacyGuesses, place: string, settings: PrivacySettings): void {
  guesses.delete(place);
  guesses.set(place, settings);
  const [oldest] = guesses.keys();
  if (guesses.size > MAX_GUESSES && oldest !== undefined) guesses.delete(oldest);
}
