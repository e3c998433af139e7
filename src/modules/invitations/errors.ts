import { type AppError, defineError } from '../../shared/errors.ts';
import { type InvitationStatus, MAX_MAILS_AN_HOUR, MAX_PENDING } from './invitation.ts';

export const noSuchInvitation = defineError(
  'not_found',
  404,
  'The organization has no such invitation, or it is not pending any more.',
);
export const unknownToken = defineError(
  'not_found',
  404,
  'There is no invitation with this token: it was copied incompletely, or is no longer kept.',
);
export const invitedAlready = defineError(
  'conflict',
  409,
  'An invitation to this e-mail address is pending. Revoke it first to send another one.',
);
export const tooManyInvitations = defineError(
  'conflict',
  409,
  `An organization has at most ${MAX_PENDING} pending invitations. Revoke some, or invite with one link that can be used many times.`,
);
export const invitationMailLimit = defineError(
  'rate_limited',
  429,
  `At most ${MAX_MAILS_AN_HOUR} invitations an hour are sent by e-mail. Wait, or invite with a link.`,
);
export const ownMembership = defineError('conflict', 409, 'You are a member of this organization already.');
export const cannotReturn = defineError(
  'conflict',
  409,
  'You left this organization, or were taken off its roster, after this invitation was made. Ask a coach for a new one.',
);
export const invitationEnded = defineError(
  'conflict',
  409,
  'This invitation has ended. Ask the club for a new one.',
);

const WHY = {
  accepted: 'This invitation has been used up. Ask the club for a new one.',
  revoked: 'This invitation has been revoked. Ask the club for a new one.',
  expired: 'This invitation has expired. Ask the club for a new one.',
} as const satisfies Record<Exclude<InvitationStatus, 'pending'>, string>;

/** What to answer to the token of an invitation that cannot be accepted any more. */
export function endedAs(status: keyof typeof WHY): AppError {
  return invitationEnded({ message: WHY[status] });
}
