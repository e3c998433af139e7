import {
  type ActivityCeiling,
  activityCeiling,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { SkippedAthlete, SkipReason } from './export-job.ts';

type Candidate = {
  readonly user_id: string;
  readonly left: boolean;
  readonly account_active: boolean;
  readonly privacy: PrivacySettings;
};

/** Athletes who share the same things, so that one statement can read all of them. */
export type CeilingGroup = { readonly ceiling: ActivityCeiling; readonly user_ids: readonly string[] };
export type Selection = {
  readonly groups: readonly CeilingGroup[];
  readonly skipped: readonly SkippedAthlete[];
};

/**
 * Who goes into an export and who does not, with the reason. Pure.
 *
 * @param wanted the ids asked for, duplicates counting once; null means everyone on the roster who has not left
 */
export function selectAthletes(
  roster: readonly Candidate[],
  wanted: readonly string[] | null,
  policies: SourcePolicies,
): Selection {
  const byId = new Map(roster.map((entry) => [entry.user_id, entry]));
  const ids =
    wanted === null ? roster.filter(({ left }) => !left).map(({ user_id }) => user_id) : [...new Set(wanted)];
  const groups = new Map<string, { ceiling: ActivityCeiling; user_ids: string[] }>();
  const skipped: SkippedAthlete[] = [];
  for (const uid of ids) {
    const entry = byId.get(uid);
    const ceiling = entry && activityCeiling({ settings: entry.privacy, policies, audience: 'export' });
    const reason = reasonToSkip(entry, ceiling);
    if (reason !== null || ceiling === undefined) {
      skipped.push({ uid, reason: reason ?? 'not_a_member' });
      continue;
    }
    const key = JSON.stringify(ceiling);
    const group = groups.get(key) ?? { ceiling, user_ids: [] };
    group.user_ids.push(uid);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], skipped };
}

function reasonToSkip(entry: Candidate | undefined, ceiling: ActivityCeiling | undefined): SkipReason | null {
  if (entry === undefined) return 'not_a_member';
  if (entry.left) return 'left_organization';
  if (!entry.account_active) return 'account_inactive';
  return ceiling?.visible === true ? null : 'sharing_disabled';
}
