import type { Queryable } from '../../../infra/db/queryable.ts';
import { athleteCeiling, SOURCES } from '../../../privacy/index.ts';
import type { RunningHistory } from '../../../training/planning/brief.ts';
import { findUsers, type User } from '../../users/index.ts';
import { findRunningHistories } from './queries.ts';
import type { OwnRunner, RunnerFacts } from './runner.ts';
import { heartRatesOfZones, pacesOfZones } from './zones-of-runner.ts';

/**
 * Those of the people whose accounts are active, by user id, with everything that is known of them: for what becomes their
 * own, such as a plan they are given. Two statements, however many there are. What coaches or a model get to see is
 * `readRunnerFacts`.
 */
export async function findRunners(
  db: Queryable,
  { user_ids, now }: { user_ids: readonly string[]; now: Date },
): Promise<Map<string, OwnRunner>> {
  const users = await findUsers(db, user_ids);
  const active = [...users.values()].filter(({ status }) => status === 'active');
  const histories = await findRunningHistories(db, {
    user_ids: active.map(({ user_id }) => user_id),
    counted: { private: true, races: true, sources: SOURCES },
    now,
  });
  return new Map(active.map((user) => [user.user_id, ownRunner(user, histories.get(user.user_id) ?? null)]));
}

function ownRunner(user: User, history: RunningHistory | null): OwnRunner {
  const { language, coach_persona, unit_system, timezone } = user.preferences;
  return {
    user_id: user.user_id,
    ...factsOf(user, history),
    shows_zones: athleteCeiling({ settings: user.privacy, audience: 'coach' }).fields.shown.includes('zones'),
    language,
    persona: coach_persona,
    unit_system,
    timezone,
  };
}

/** What follows from a profile and what was run, whoever may know it. */
export function factsOf(
  { zones, next_race, preferences }: Pick<User, 'zones' | 'next_race' | 'preferences'>,
  history: RunningHistory | null,
): RunnerFacts {
  return {
    paces: pacesOfZones(zones),
    heart_rates: heartRatesOfZones(zones),
    history,
    next_race: next_race && {
      date: next_race.date,
      distance_m: next_race.distance_m,
      goal_time_s: next_race.goal_time_s,
    },
    workout_days: preferences.workout_days,
  };
}
