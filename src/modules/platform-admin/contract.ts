import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  EXAMPLE_IDS,
  Flag,
  IDS,
  Id,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { TIERS } from '../../shared/access.ts';
import { LOOKUP_LISTS } from '../audit/index.ts';
import { DisplayName, Email, MembershipRoleField, USER_STATUSES, Username } from '../users/index.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
const MAX_SEARCH_CHARS = 100;

const page = {
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
};

const search = (description: string, example: string) =>
  Type.Optional(Text(MAX_SEARCH_CHARS, description, example));

const Tier = OneOf(TIERS, { description: 'What the organization may use.', examples: ['club'] });
const Status = OneOf(USER_STATUSES, { description: 'Of the account. Only an `active` one can sign in.' });

export const UserListQuery = Type.Object({
  q: search('Part of the e-mail address, the user name or the display name, whatever its case.', 'tanaka'),
  status: Type.Optional(Status),
  membership_role: Type.Optional(MembershipRoleField),
  is_platform_admin: Type.Optional(Flag('Only platform admins, or only who is none.')),
  ...page,
});

export const UserInList = Shape(
  {
    user_id: IDS.user_id,
    email: Email,
    username: Username,
    display_name: Nullable(DisplayName),
    status: Status,
    membership_role: MembershipRoleField,
    is_platform_admin: Flag('Whether they are a platform admin.', false),
    is_verified: Flag('Whether the e-mail address is proven to be theirs.'),
    created_at: timestamp('When the account was made.', '2026-03-14T09:26:53.000Z'),
    last_login_at: Nullable(timestamp('When they last signed in.', '2026-07-15T05:02:11.000Z')),
  },
  { title: 'UserInList' },
);

export const UserList = Shape({
  status: Ok,
  data: Data({
    users: Type.Array(UserInList, { maxItems: MAX_PAGE_SIZE, description: 'The newest accounts first.' }),
    next_cursor: NextCursor,
  }),
});

export const OrganizationListQuery = Type.Object({
  q: search('Part of the name, whatever its case.', 'riverside'),
  tier: Type.Optional(Tier),
  suspended: Type.Optional(
    Flag('Only those whose API keys the operator keeps from working, or only the others.'),
  ),
  ...page,
});

export const OrganizationInList = Shape(
  {
    org_id: IDS.org_id,
    org_name: Text(100, 'Its name.', 'Riverside Running Club'),
    tier: Tier,
    head_coach_user_id: Nullable({ ...IDS.coach_id, description: 'Who leads it; null where nobody does.' }),
    head_coach_accepted: Flag('Whether the head coach has agreed to be it.'),
    suspended_at: Nullable({
      ...timestamp('Since when its API keys do not work.', '2026-07-01T08:00:00.000Z'),
      examples: [null],
    }),
    members: Count('Current members.', 42),
    coaches: Count('Coaches beside the head coach.', 3),
    created_at: timestamp('When it was created.', '2026-03-10T17:45:00.000Z'),
  },
  { title: 'OrganizationInList' },
);

export const OrganizationList = Shape({
  status: Ok,
  data: Data({
    organizations: Type.Array(OrganizationInList, {
      maxItems: MAX_PAGE_SIZE,
      description: 'The newest first.',
    }),
    next_cursor: NextCursor,
  }),
});

export const LookupListQuery = Type.Object(page);

export const AdminLookup = Shape(
  {
    id: { ...Id, examples: [EXAMPLE_IDS.notification_id] },
    actor_id: { ...IDS.user_id, description: 'The platform admin.' },
    listed: OneOf(LOOKUP_LISTS, { description: 'What was listed.', examples: ['users'] }),
    filters: Type.Array(Text(50, 'Name of a query parameter.', 'q'), {
      maxItems: 10,
      description: 'By what the list was narrowed, sorted; what was looked for is not kept.',
    }),
    shown_ids: Type.Array(Id, {
      maxItems: MAX_PAGE_SIZE,
      description: 'Of the users or organizations on the page, in its order.',
    }),
    looked_at: timestamp('When.', '2026-07-15T05:10:40.000Z'),
  },
  { title: 'AdminLookup', description: 'A list that a platform admin was shown.' },
);

export const LookupList = Shape({
  status: Ok,
  data: Data({
    lookups: Type.Array(AdminLookup, { maxItems: MAX_PAGE_SIZE, description: 'Newest first.' }),
    next_cursor: NextCursor,
  }),
});
