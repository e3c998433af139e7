import { defineError } from '../../shared/errors.ts';

export const noSuchSession = defineError('not_found', 404, 'There is no such session.');
export const noSuchParticipant = defineError('not_found', 404, 'There is no such member.');
export const sessionOver = defineError(
  'session_over',
  409,
  'The session has begun or is over. Answers are taken before it begins; who came is said in the register.',
);
export const sessionCancelled = defineError('session_cancelled', 409, 'The session is cancelled.');
export const answersClosed = defineError(
  'answers_closed',
  409,
  'Answers were taken until a time that is over. Ask a coach to answer for you.',
);
export const onlyMembersAnswer = defineError(
  'forbidden',
  403,
  'Only members of the organization answer. Join its roster to take part.',
);
export const tooManySessions = defineError(
  'too_many_sessions',
  409,
  'The organization has as many sessions to come as are kept (2,000). Delete some, or add these later.',
);
export const notComing = defineError(
  'conflict',
  409,
  'Only who has said yes, and has a place, can have the session stand for a planned workout.',
);
export const noSuchOwnWorkout = defineError(
  'not_found',
  404,
  'There is no such workout on that day in a plan of yours.',
);
