import {
  type ActivityCeiling,
  activityCeiling,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { SkippedAthlete, SkipReason } from './export-job.ts';

export type Candidate = {
  readonly user_id: string;
  /** Null for a current member. */
  readonly left_at: Date | null;
  readonly account_active: boolean;
  readonly privacy: PrivacySettings;
};

/** Athletes of whom the same fields are shown, so that one statement can read all of them. */
export type CeilingGroup = {
  readonly ceiling: ActivityCeiling;
  readonly user_ids: readonly string[];
  readonly without_races: readonly string[];
};
export type Selection = {
  readonly groups: readonly CeilingGroup[];
  readonly skipped: readonly SkippedAthlete[];
};

/**
 * Who goes into an export and who does not, with the reason. Pure.
 *
 * The order of the groups is the order of the archive's rows, so it follows from what every row shows, and from nothing
 * else: not from who hides races, nor from the settings of somebody without a row.
 *
 * @param request.athlete_ids the ids asked for, duplicates counting once; null means who was in the organization then
 * @param unreadable athletes whose rows the database could not read before
 */
export function selectAthletes(
  roster: readonly Candidate[],
  request: { readonly athlete_ids: readonly string[] | null; readonly created_at: Date },
  policies: SourcePolicies,
  unreadable: ReadonlySet<string>,
): Selection {
  const byId = new Map(roster.map((entry) => [entry.user_id, entry]));
  const wanted = request.athlete_ids ?? membersAt(roster, request.created_at);
  const groups = new Map<string, { ceiling: ActivityCeiling; user_ids: string[]; without_races: string[] }>();
  const skipped: SkippedAthlete[] = [];
  for (const uid of new Set(wanted)) {
    const entry = byId.get(uid);
    const ceiling = entry && activityCeiling({ settings: entry.privacy, policies, audience: 'export' });
    const reason = unreadable.has(uid) ? 'read_error' : reasonToSkip(entry, ceiling);
    if (reason !== null || ceiling === undefined) {
      skipped.push({ uid, reason: reason ?? 'not_a_member' });
      continue;
    }
    const key = ceiling.privacy_filtered.join();
    const group = groups.get(key) ?? {
      ceiling: { ...ceiling, show_races: true },
      user_ids: [],
      without_races: [],
    };
    group.user_ids.push(uid);
    if (!ceiling.show_races) group.without_races.push(uid);
    groups.set(key, group);
  }
  const inOrder = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return { groups: inOrder.map(([, group]) => group), skipped };
}

/** Those who left since are still meant, so that the export says why they are not in it. */
function membersAt(roster: readonly Candidate[], time: Date): string[] {
  return roster.filter(({ left_at }) => left_at === null || left_at > time).map(({ user_id }) => user_id);
}

/** Why somebody is left out of an archive as things are; null for who is in it. */
export function reasonToSkip(
  entry: Candidate | undefined,
  ceiling: ActivityCeiling | undefined,
): SkipReason | null {
  if (entry === undefined) return 'not_a_member';
  if (entry.left_at !== null) return 'left_organization';
  if (!entry.account_active) return 'account_inactive';
  return ceiling?.visible === true ? null : 'sharing_disabled';
}
