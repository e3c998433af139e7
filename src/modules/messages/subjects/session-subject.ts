import { idParams } from '../../../http/schemas.ts';
import { findInvolvedInSession, findSeenSessions, holdSession } from '../../sessions/index.ts';
import type { Subject } from './subject.ts';

/** A session of the club, which is nobody's own: coaches and whoever it is for see what is said about it. */
export const sessionSubject: Subject = {
  kind: 'session',
  path: '/sessions/:club_session_id',
  params: idParams('org_id', 'club_session_id'),
  operations: 'ClubSession',
  in_words: 'a club session',
  has_laps: false,
  placeOf: ({ club_session_id = '' }) => ({ athlete_id: null, key: club_session_id.toLowerCase() }),
  idsOf: (session_id) => ({ session_id }),
  areSeen: (db, asked) =>
    findSeenSessions(
      db,
      asked.map(({ org_id, key, reader: { user_id, side } }) => ({
        org_id,
        session_id: key,
        user_id,
        is_coach: side === 'coach',
      })),
    ),
  hold: (tx, { org_id, key }) => holdSession(tx, { org_id, session_id: key }),
  findParticipants: (db, { org_id, key }) => findInvolvedInSession(db, { org_id, session_id: key }),
};
