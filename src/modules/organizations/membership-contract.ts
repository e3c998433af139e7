import Type, { type Static } from 'typebox';
import {
  cursorQuery,
  Data,
  IDS,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { Labels, Level, MemberStatusField, Nickname } from './contract.ts';
import { BLOCK_REASONS, OFFERED_ROLES, OWN_ROLES } from './types.ts';

/** Longer than any name or address that an organization can have. */
const MAX_ORG_NAME = 200;
const MAX_URL = 2_048;
const MAX_PAGE_SIZE = 200;
/** One of each kind: member, coach, head coach. */
const MAX_OFFERS = 3;

const OfferedRoleField = OneOf(OFFERED_ROLES, {
  description: 'What you are asked to be. A coach and a head coach see the training of the members.',
  examples: ['member'],
});

const MembershipOffer = Shape(
  {
    role: OfferedRoleField,
    display_name: { ...Nickname, description: 'The nickname that a coach typed for you; null for none.' },
    member_level: Nullable(Level),
    labels: Labels,
    offered_at: timestamp('When you were asked.', '2026-03-05T18:50:02.014Z'),
  },
  {
    title: 'MembershipOffer',
    description: 'What an organization asks you to be, with what its roster will say.',
  },
);

const MembershipBlock = Shape(
  {
    reason: OneOf(BLOCK_REASONS, { description: 'What you did.', examples: ['left'] }),
    blocked_at: timestamp('When you did it.', '2026-03-05T18:50:02.014Z'),
  },
  { title: 'MembershipBlock', description: 'The organization may not ask you again until you lift this.' },
);

export const OwnMembership = Shape(
  {
    org_id: IDS.org_id,
    org_name: Text(MAX_ORG_NAME, 'Name of the organization.', 'Riverside Running Club'),
    logo_url: Nullable(Text(MAX_URL, 'From its settings.', 'https://club.example.org/logo.png')),
    sash_color: Nullable(
      Type.String({
        pattern: '^#[0-9A-Fa-f]{6}$',
        maxLength: 7,
        description: 'From its settings: the colour of its mark, where one is set that is written so.',
        examples: ['#E9F04B'],
      }),
    ),
    role: Nullable(
      OneOf(OWN_ROLES, {
        description:
          'What you are to it; null where you do not belong to it. A coach who is a member as well is a coach.',
        examples: ['member'],
      }),
    ),
    member_status: Nullable({
      ...MemberStatusField,
      description: 'On its roster; null where you are not on it.',
    }),
    offers: Type.Array(MembershipOffer, {
      maxItems: MAX_OFFERS,
      description: 'What it asks you and you have not answered.',
    }),
    block: Nullable(MembershipBlock),
  },
  { title: 'OwnMembership', description: 'What is between you and an organization.' },
);
export type OwnMembership = Static<typeof OwnMembership>;

export const OwnMembershipResponse = Shape(
  { status: Ok, data: Data({ membership: OwnMembership }) },
  { title: 'OwnMembershipResponse' },
);

export const OwnMembershipList = Shape(
  {
    status: Ok,
    data: Data({
      memberships: Type.Array(OwnMembership, { maxItems: MAX_PAGE_SIZE, description: 'In a lasting order.' }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'OwnMembershipList' },
);

export const OwnMembershipQuery = Type.Object({
  ...cursorQuery(50, MAX_PAGE_SIZE),
});

export const AnswerOfferQuery = Type.Object({
  role: Type.Optional({
    ...OfferedRoleField,
    description: 'Which of its offers you answer. May be left out where there is only one.',
  }),
});
