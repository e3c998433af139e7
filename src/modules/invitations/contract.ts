import Type, { type Static } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  DayOrTime,
  EXAMPLE_IDS,
  IDS,
  Message,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { LANGUAGES } from '../../shared/languages.ts';
import { Labels, Level, MemberOnRoster, Nickname } from '../organizations/index.ts';
import { Email } from '../users/index.ts';
import {
  DEFAULT_DAYS,
  INVITATION_KINDS,
  INVITATION_STATUSES,
  MAX_DAYS,
  MAX_MAILS_A_DAY_TO_ONE,
  MAX_MAILS_A_DAY_TO_ONE_BY_ONE,
  MAX_USES,
} from './invitation.ts';

const MAX_PAGE_SIZE = 500;
const MAX_URL = 2_048;

const MaxUses = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: MAX_USES,
  description: 'By how many people it can be accepted.',
  examples: [1],
});
const OrgName = Text(100, 'Name of the organization.', 'Riverside Running Club');

const fields = {
  id: IDS.invitation_id,
  org_id: IDS.org_id,
  kind: OneOf(INVITATION_KINDS, {
    description: 'Sent by mail, or a link that a coach passes on.',
    examples: ['email'],
  }),
  email: Nullable({
    ...Email,
    description:
      'To whom it was sent. Null for links, and from 30 days after it was revoked, was accepted or has expired.',
  }),
  status: OneOf(INVITATION_STATUSES, {
    description: '`accepted`: as often as it may be. Only a `pending` one can be accepted or revoked.',
    examples: ['pending'],
  }),
  max_uses: MaxUses,
  uses: Count('By how many people it has been accepted.', 0),
  display_name: {
    ...Nickname,
    description:
      'Nickname that the roster gives whoever accepts. Null for none, and once an invitation for one is accepted.',
  },
  member_level: Nullable({ ...Level, description: 'Training level that the roster gives whoever accepts.' }),
  labels: { ...Labels, description: 'Labels that the roster gives whoever accepts.' },
  created_by: Nullable({
    ...IDS.user_id,
    description: 'The coach who invites; null once they have deleted their account.',
    examples: [EXAMPLE_IDS.coach_id],
  }),
  created_at: timestamp('When it was made.', '2026-07-04T09:20:00.000Z'),
  expires_at: timestamp('When it ends.', '2026-07-18T09:20:00.000Z'),
};

export const Invitation = Shape(fields, {
  title: 'Invitation',
  description: 'To the roster of an organization, without its token.',
});
export type Invitation = Static<typeof Invitation>;

const EXAMPLE_TOKEN = 'Zr1nY0c7mQ4sT9vB2xK6wL8pD3fH5jG1uE0aO7iCqXk';

const CreatedInvitation = Shape(
  {
    ...fields,
    url: Type.Optional(
      Type.String({
        pattern: '^https?://\\S+/join\\?token=[A-Za-z0-9_-]{43}$',
        maxLength: MAX_URL,
        description:
          'Of a link, and shown this once: who opens it can accept. The one of an invitation by e-mail is in the mail alone.',
        examples: [`https://run.example.org/join?token=${EXAMPLE_TOKEN}`],
      }),
    ),
  },
  { title: 'CreatedInvitation', description: 'A new invitation; a link with its address.' },
);

export const CreatedInvitationResponse = Shape(
  { status: Ok, message: Message('Invitation created.'), data: Data({ invitation: CreatedInvitation }) },
  { title: 'CreatedInvitationResponse' },
);

export const CreateInvitationBody = Type.Object(
  {
    email: Type.Optional(
      Nullable({
        ...Email,
        description: `Invites by a mail to this address, which gets at most ${MAX_MAILS_A_DAY_TO_ONE} such mails a day, ${MAX_MAILS_A_DAY_TO_ONE_BY_ONE} of them from one coach: further ones wait, and are not sent when the invitation ends before. Null or missing: a link for you to pass on.`,
      }),
    ),
    max_uses: Type.Optional(
      Nullable({ ...MaxUses, description: 'Of a link; 1 when it is not said, and always by e-mail.' }),
    ),
    expires_at: Type.Optional(
      Nullable(
        DayOrTime(
          `In the future, at most ${MAX_DAYS} days from now; ${DEFAULT_DAYS} days when it is not said.`,
          '2026-07-18T09:20:00Z',
        ),
      ),
    ),
    display_name: Type.Optional(Nickname),
    member_level: Type.Optional(Nullable(Level)),
    labels: Type.Optional(Labels),
    language: Type.Optional(
      Nullable(
        OneOf(LANGUAGES, {
          description: 'Of the mail; your own when it is not said.',
          examples: ['ja'],
        }),
      ),
    ),
  },
  { title: 'CreateInvitation' },
);

export const InvitationQuery = Type.Object({
  status: Type.Optional(OneOf(INVITATION_STATUSES, { description: 'Only invitations in this state.' })),
  ...cursorQuery(MAX_PAGE_SIZE, MAX_PAGE_SIZE),
});

export const InvitationList = Shape(
  {
    status: Ok,
    data: Data({
      invitations: Type.Array(Invitation, { maxItems: MAX_PAGE_SIZE, description: 'The newest first.' }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'InvitationList' },
);

export const TokenParams = Type.Object({
  token: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    maxLength: 43,
    errorMessage: 'must have 43 characters, each a letter, a digit, a hyphen or an underscore',
    description: 'From the link of the invitation.',
    examples: [EXAMPLE_TOKEN],
  }),
});

export const OpenInvitationResponse = Shape(
  {
    status: Ok,
    data: Data({
      invitation: Shape(
        {
          org_id: IDS.org_id,
          org_name: OrgName,
          logo_url: Nullable({
            ...Text(MAX_URL, 'Address of its logo.', 'https://club.example.org/logo.png'),
          }),
          expires_at: timestamp('When the invitation ends.', '2026-07-18T09:20:00.000Z'),
        },
        { title: 'OpenInvitation', description: 'What everybody may see who has the token.' },
      ),
    }),
  },
  { title: 'OpenInvitationResponse' },
);

export const AcceptedInvitationResponse = Shape(
  {
    status: Ok,
    message: Message('You are a member of Riverside Running Club now.'),
    data: Data({
      organization: Shape(
        { org_id: IDS.org_id, org_name: OrgName },
        { title: 'JoinedOrganization', description: 'The organization that the athlete is a member of now.' },
      ),
      member: MemberOnRoster,
    }),
  },
  { title: 'AcceptedInvitationResponse' },
);
