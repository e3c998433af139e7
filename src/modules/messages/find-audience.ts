import type { Queryable } from '../../infra/db/database.ts';
import { findStaffAndAthlete, findVoices } from './queries.ts';
import { type SubjectDeps, subjectOf } from './subjects/see.ts';
import type { Subject } from './subjects/subject.ts';
import type { Place, Reader } from './thread.ts';

/**
 * Everybody whom each word about something is for at this moment: the athlete, or who takes part, has written or is spoken to; and the
 * coaches while they see it.
 *
 * @param named others who belong to it if they may read it, such as those that a new post mentions
 */
export async function findAudience(
  deps: SubjectDeps,
  db: Queryable,
  place: Place,
  named: readonly string[] = [],
): Promise<Reader[]> {
  const { athlete, coach_ids } = await findStaffAndAthlete(db, place);
  const subject = subjectOf(deps, place.kind);
  const others = coach_ids.filter((user_id) => user_id !== athlete);
  const asCoach = { user_id: others[0] ?? '', side: 'coach' as const };
  const coachesSee =
    others.length > 0 &&
    (subject === undefined || (await subject.areSeen(db, [{ ...place, reader: asCoach }]))[0] === true);
  const coaches = coachesSee ? others : [];
  return [
    ...(athlete === null ? [] : [{ user_id: athlete, side: 'athlete' as const }]),
    ...coaches.map((user_id) => ({ user_id, side: 'coach' as const })),
    ...(await findParticipants(db, { subject, place, but: coaches, named })),
  ];
}

async function findParticipants(
  db: Queryable,
  asked: {
    readonly subject: Subject | undefined;
    readonly place: Place;
    readonly but: readonly string[];
    readonly named: readonly string[];
  },
): Promise<Reader[]> {
  const { subject, place, but, named } = asked;
  if (subject?.findParticipants === undefined) return [];
  const candidates = [
    ...(await subject.findParticipants(db, place)),
    ...(await findVoices(db, place)),
    ...named.map((user_id) => user_id.toLowerCase()),
  ];
  const readers = [...new Set(candidates)]
    .filter((user_id) => !but.includes(user_id))
    .map((user_id) => ({ user_id, side: 'participant' as const }));
  const seen = await subject.areSeen(
    db,
    readers.map((reader) => ({ ...place, reader })),
  );
  return readers.filter((_, index) => seen[index] === true);
}
