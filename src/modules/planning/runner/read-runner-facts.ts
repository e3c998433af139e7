import { type Database, SNAPSHOT, type Transaction } from '../../../infra/db/database.ts';
import {
  type Audience,
  activityCeiling,
  athleteCeiling,
  type PrivacySettings,
  SOURCES,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import { planPaces } from '../../../training/planning/paces.ts';
import { factsOf, type RunnerFacts } from '../../../training/planning/runner-facts.ts';
import { highestHeartRate } from '../../../training/planning/runner-of-zones.ts';
import { recentFitness } from '../../../training/recent-fitness.ts';
import { findMembership } from '../../organizations/index.ts';
import { findActiveUser, type User } from '../../users/index.ts';
import { findRecentRuns, findRunningHistories } from './queries.ts';

type Asked = {
  readonly org_id: string;
  readonly user_id: string;
  /** The audiences of what is made of the facts; only what all of them may know is read. */
  readonly audiences: readonly Audience[];
};

/**
 * The facts for a plan that others see before it is the athlete's: of each fact what every audience may know. Null for somebody who is
 * not an athlete of the organization.
 */
export async function readRunnerFacts(
  deps: { readonly db: Database; readonly sourcePolicies: SourcePolicies },
  asked: Asked,
  now: Date,
): Promise<RunnerFacts | null> {
  // One snapshot, so that the privacy settings belong to the same state as the data.
  return await deps.db.transaction(async (tx) => {
    const membership = await findMembership(tx, asked);
    const user = membership && (await findActiveUser(tx, asked.user_id));
    if (membership === null || user === null) return null;
    const { privacy: settings } = membership;
    const seen = seenBy(asked.audiences, settings, deps.sourcePolicies);
    const { user_id } = asked;
    const counted = { user_ids: [user_id], counted: seen, now };
    const history = seen.visible ? ((await findRunningHistories(tx, counted)).get(user_id) ?? null) : null;
    const facts = factsOf(user, user.preferences.workout_days, history);
    const shows = shownTo(asked.audiences, settings);
    return {
      ...(await readPaces(tx, { user, facts, seen, shows, now })),
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

/** What all of the audiences may know of activities, since sums and paces reveal the activities behind them. */
function seenBy(audiences: readonly Audience[], settings: PrivacySettings, policies: SourcePolicies) {
  const ceilings = audiences.map((audience) => activityCeiling({ settings, policies, audience }));
  return {
    visible: ceilings.every(({ visible }) => visible),
    private: ceilings.every(({ show_private }) => show_private),
    races: ceilings.every(({ show_races }) => show_races),
    sources: SOURCES.filter((source) => ceilings.every(({ sources }) => sources.shown.includes(source))),
    shows: (facet: 'pace' | 'body' | 'best_efforts') => ceilings.every(({ shows }) => shows[facet]),
  };
}

/** The paces of the zones; without zones, those of recent runs, as far as all audiences may know them. */
async function readPaces(
  tx: Transaction,
  known: {
    readonly user: User;
    readonly facts: RunnerFacts;
    readonly seen: ReturnType<typeof seenBy>;
    readonly shows: (field: Shown) => boolean;
    readonly now: Date;
  },
): Promise<Pick<RunnerFacts, 'paces' | 'paces_from'>> {
  const { user, facts, seen, shows, now } = known;
  const { paces, paces_from } = facts;
  if (paces !== null && shows('zones')) return { paces, paces_from };
  const unknown = { paces: null, paces_from: 'level' } as const;
  if (!seen.visible || !seen.shows('pace')) return unknown;
  const runs = await findRecentRuns(tx, { user_id: user.user_id, counted: seen, now });
  const max_bpm = shows('zones') && seen.shows('body') ? highestHeartRate(user.zones) : null;
  const shown = seen.shows('best_efforts') ? runs : runs.map((run) => ({ ...run, best_efforts: [] }));
  const fitness = recentFitness(shown, max_bpm);
  return fitness === null ? unknown : { paces: planPaces(fitness.vdot), paces_from: fitness.source };
}
