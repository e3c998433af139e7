import type { Queryable } from '../../../infra/db/queryable.ts';
import { athleteCeiling, type Narrowing, narrowedTo, SOURCES } from '../../../privacy/index.ts';
import type { RunningHistory } from '../../../training/planning/brief.ts';
import { heartRatesOfZones, pacesOfZones } from '../../../training/planning/runner-of-zones.ts';
import { findNarrowings } from '../../organizations/index.ts';
import { findUsers, type User } from '../../users/index.ts';
import { findRunningHistories } from './queries.ts';
import type { OwnRunner, RunnerFacts } from './runner.ts';

/**
 * Those of the people whose accounts are active, by user id, with everything that is known of them: for what becomes their
 * own, such as a plan that the organization gives them. Three statements, however many there are. What coaches or a model get to
 * see is `readRunnerFacts`.
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

/** @param narrowing what they close for the organization; undefined: they have nothing to do with it */
function ownRunner(user: User, history: RunningHistory | null, narrowing: Narrowing | undefined): OwnRunner {
  const { language, coach_persona, unit_system, timezone } = user.preferences;
  return {
    user_id: user.user_id,
    ...factsOf(user, history),
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

/** What follows from a profile and what was run, whoever may know it. */
export function factsOf(
  { zones, next_race, preferences }: Pick<User, 'zones' | 'next_race' | 'preferences'>,
  history: RunningHistory | null,
): RunnerFacts {
  const paces = pacesOfZones(zones);
  return {
    paces,
    paces_from: paces === null ? 'level' : 'zones',
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
