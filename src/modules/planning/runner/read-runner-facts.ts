import { type Database, SNAPSHOT, type Transaction } from '../../../infra/db/database.ts';
import {
  type Audience,
  activityCeiling,
  athleteCeiling,
  type PrivacySettings,
  SOURCES,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import type { RunningHistory } from '../../../training/planning/brief.ts';
import { findMembership } from '../../organizations/index.ts';
import { findActiveUser } from '../../users/index.ts';
import { factsOf } from './find-runners.ts';
import { findRunningHistories } from './queries.ts';
import type { RunnerFacts } from './runner.ts';

type Asked = {
  readonly org_id: string;
  readonly user_id: string;
  /** Each of them gets what is made of the facts, so they are what all of them may know. */
  readonly audiences: readonly Audience[];
};

/**
 * What may go into a plan that others see before it is the athlete's: of each fact what every audience may know. Null of
 * somebody who is no athlete of the organization.
 */
export async function readRunnerFacts(
  deps: { readonly db: Database; readonly sourcePolicies: SourcePolicies },
  asked: Asked,
  now: Date,
): Promise<RunnerFacts | null> {
  // In one snapshot, so that the settings that decide are those of what they decide about.
  return await deps.db.transaction(async (tx) => {
    const membership = await findMembership(tx, asked);
    const user = membership && (await findActiveUser(tx, asked.user_id));
    if (membership === null || user === null) return null;
    const { privacy: settings } = membership;
    const history = await readHistory(tx, asked, {
      settings,
      policies: deps.sourcePolicies,
      now,
    });
    const facts = factsOf(user, history);
    const shows = shownTo(asked.audiences, settings);
    return {
      paces: shows('zones') ? facts.paces : null,
      heart_rates: shows('zones') ? facts.heart_rates : null,
      history,
      next_race: shows('next_race') ? facts.next_race : null,
      workout_days: shows('workout_days') ? facts.workout_days : [],
    };
  }, SNAPSHOT);
}

type Shown = 'zones' | 'next_race' | 'workout_days';

function shownTo(audiences: readonly Audience[], settings: PrivacySettings): (field: Shown) => boolean {
  const ceilings = audiences.map((audience) => athleteCeiling({ settings, audience }));
  return (field) => ceilings.every(({ fields }) => fields.shown.includes(field));
}

/** Sums tell of activities: an activity that one of the audiences may not know of is in none. */
async function readHistory(
  tx: Transaction,
  { user_id, audiences }: Asked,
  { settings, policies, now }: { settings: PrivacySettings; policies: SourcePolicies; now: Date },
): Promise<RunningHistory | null> {
  const ceilings = audiences.map((audience) => activityCeiling({ settings, policies, audience }));
  if (!ceilings.every(({ visible }) => visible)) return null;
  const counted = {
    private: ceilings.every(({ show_private }) => show_private),
    races: ceilings.every(({ show_races }) => show_races),
    sources: SOURCES.filter((source) => ceilings.every(({ sources }) => sources.shown.includes(source))),
  };
  const histories = await findRunningHistories(tx, { user_ids: [user_id], counted, now });
  return histories.get(user_id) ?? null;
}
