import type { Queryable } from '../../infra/db/database.ts';
import { findStaffAndAthlete } from './queries.ts';
import { type SubjectDeps, subjectOf } from './subjects/see.ts';
import type { Place, Reader } from './thread.ts';

/** Everybody who may read what is said about something at this moment: the athlete or the participants, and the coaches while they see it. */
export async function findAudience(deps: SubjectDeps, db: Queryable, place: Place): Promise<Reader[]> {
  const { athlete, coach_ids } = await findStaffAndAthlete(db, place);
  const subject = subjectOf(deps, place.kind);
  const participants = (await subject?.findParticipants?.(db, place)) ?? [];
  const others = coach_ids.filter((user_id) => user_id !== athlete);
  const asCoach = { user_id: others[0] ?? '', side: 'coach' as const };
  const coachesSee =
    others.length > 0 &&
    (subject === undefined || (await subject.areSeen(db, [{ ...place, reader: asCoach }]))[0] === true);
  const coaches = coachesSee ? others : [];
  return [
    ...(athlete === null ? [] : [{ user_id: athlete, side: 'athlete' as const }]),
    ...coaches.map((user_id) => ({ user_id, side: 'coach' as const })),
    ...participants
      .filter((user_id) => !coaches.includes(user_id))
      .map((user_id) => ({ user_id, side: 'participant' as const })),
  ];
}
