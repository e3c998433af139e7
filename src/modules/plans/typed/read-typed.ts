import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { athleteCeiling } from '../../../privacy/index.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { measureForNobody } from '../../../training/plan-input/nobody.ts';
import { adaptSession } from '../../../training/planning/adapt-plan.ts';
import type { Measures } from '../../../training/planning/measure.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import { runnerOf } from '../../../training/planning/runner-facts.ts';
import { heartRatesOfZones, pacesOfZones } from '../../../training/planning/runner-of-zones.ts';
import { readTypedWorkout, type UnreadPart } from '../../../training/typed-workout/read-typed-workout.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { type Athlete, findAthletes } from '../../organizations/index.ts';
import { requirePlanner, workoutWords } from '../../planning/index.ts';
import { findActiveUser } from '../../users/index.ts';

type Session = { readonly workout_type: WorkoutType; readonly segments: readonly Segment[] };

type TypedForAthlete = Measures & {
  readonly user_id: string;
  readonly has_own_paces: boolean;
  readonly segments: readonly Segment[];
};

export type ReadTyped = {
  readonly workout: (Session & Measures & { readonly title: string }) | null;
  readonly is_rest: boolean;
  readonly unread: readonly UnreadPart[];
  readonly athletes: readonly TypedForAthlete[];
  readonly unknown_athlete_ids: readonly string[];
};

/**
 * Reads a line that a coach types, once without an athlete, and for each of some athletes at their own paces as far as they share these
 * with coaches. Nothing is written.
 *
 * @throws notFound; forbidden; featureNotEnabled
 */
export async function readTyped(
  { db }: { readonly db: Database },
  actor: UserActor,
  asked: {
    readonly org_id: string;
    readonly text: string;
    readonly language: Language | null;
    readonly athlete_ids: readonly string[];
  },
): Promise<ReadTyped> {
  const { org_id } = await requirePlanner(db, asked.org_id, actor);
  const coach = await findActiveUser(db, actor.user_id);
  if (coach === null) throw unauthenticated();
  const { unit_system, coach_persona: persona, language } = coach.preferences;
  const { workout_type, segments, is_rest, unread } = readTypedWorkout(asked.text, unit_system);
  const user_ids = [...new Set(asked.athlete_ids.map((id) => id.toLowerCase()))];
  const found = await findAthletes(db, { org_id, user_ids });
  const known = new Map(found.map((athlete) => [athlete.id, athlete]));
  const unknown_athlete_ids = user_ids.filter((id) => !known.has(id));
  if (workout_type === null) return { workout: null, is_rest, unread, athletes: [], unknown_athlete_ids };
  const session = { workout_type, segments };
  const voice = { language: asked.language ?? language, persona, unit_system };
  const title = workoutWords({ ...session, phase: 'base' }, voice).title.slice(0, MAX_TITLE);
  const athletes = user_ids
    .flatMap((id) => known.get(id) ?? [])
    .map((athlete) => ownSession(session, athlete));
  const workout = { ...session, title, ...measureForNobody(session) };
  return { workout, is_rest, unread, athletes, unknown_athlete_ids };
}

/** The workout with the paces that the athlete shares with coaches, else as for a runner of whom nothing is known. */
function ownSession(session: Session, { id, zones, privacy }: Athlete): TypedForAthlete {
  const shows = athleteCeiling({ settings: privacy, audience: 'coach' }).fields.shown.includes('zones');
  const paces = shows ? pacesOfZones(zones) : null;
  const heart_rates = shows ? heartRatesOfZones(zones) : null;
  const own = adaptSession(session, runnerOf({ paces, heart_rates }, 'intermediate'));
  return { user_id: id, has_own_paces: paces !== null, ...own };
}
