import type { Queryable } from '../../../infra/db/queryable.ts';
import { athleteCeiling, type Narrowing, narrowedTo, SOURCES } from '../../../privacy/index.ts';
import type { Language } from '../../../shared/languages.ts';
import type { RunningHistory } from '../../../training/planning/brief.ts';
import { factsOf, type RunnerFacts } from '../../../training/planning/runner-facts.ts';
import { findNarrowings } from '../../organizations/index.ts';
import { findUsers, type User } from '../../users/index.ts';
import { findRunningHistories } from './queries.ts';

export type OwnRunner = RunnerFacts & {
  readonly user_id: string;
  /** Whether coaches of the organization may see the athlete's paces and heart rates. */
  readonly shows_zones: boolean;
  readonly language: Language;
  readonly persona: 'rex' | 'joy';
  readonly unit_system: 'metric' | 'imperial';
  readonly timezone: string;
};

/**
 * The people with active accounts, by user id, with all facts about them. It serves what becomes their own, such as an assignment. It
 * takes three statements for any number of people. For what coaches or a model may see there is `readRunnerFacts`.
 */
export async function findRunners(
  db: Queryable,
  { org_id, user_ids, now }: { org_id: string; user_ids: readonly string[]; now: Date },
): Promise<Map<string, OwnRunner>> {
  const users = await findUsers(db, user_ids);
  const active = [...users.values()].filter(({ status }) => status === 'active');
  const histories = await findRunningHistories(db, {
    user_ids: active.map(({ user_id }) => user_id),
    counted: { private: true, races: true, sources: SOURCES },
    now,
  });
  const narrowings = await findNarrowings(db, { org_id, user_ids });
  return new Map(
    active.map((user) => {
      const { user_id } = user;
      return [user_id, ownRunner(user, histories.get(user_id) ?? null, narrowings.get(user_id))];
    }),
  );
}

/** @param narrowing what the athlete hides from the organization; undefined for somebody who does not belong to it */
function ownRunner(user: User, history: RunningHistory | null, narrowing: Narrowing | undefined): OwnRunner {
  const { language, coach_persona, unit_system, timezone } = user.preferences;
  return {
    user_id: user.user_id,
    ...factsOf(user, user.preferences.workout_days, history),
    shows_zones: narrowing !== undefined && showsZones(narrowedTo(user.privacy, narrowing)),
    language,
    persona: coach_persona,
    unit_system,
    timezone,
  };
}

function showsZones(settings: User['privacy']): boolean {
  return athleteCeiling({ settings, audience: 'coach' }).fields.shown.includes('zones');
}
