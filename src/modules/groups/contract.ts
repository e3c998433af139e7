import Type, { type Static } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  IDS,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  Shape,
  timestamp,
} from '../../http/schemas.ts';
import { MAX_MEMBERS } from '../organizations/index.ts';

const MAX_PAGE_SIZE = 500;

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  errorMessage: 'must not be blank',
  description: 'Unique in the organization, regardless of case; spaces around it are cut off.',
  examples: ['Marathon'],
});
const Description = Type.String({
  ...NO_NUL,
  maxLength: 2_000,
  description: 'What the group is about; empty for none.',
  examples: ['Everybody who runs in Taipei in December.'],
});
const Color = Nullable(
  Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    maxLength: 7,
    errorMessage: 'must be a color such as #1f6feb',
    description: 'As `#rrggbb`; null for none.',
    examples: ['#1f6feb'],
  }),
);

const SUMMARY = {
  id: IDS.group_id,
  org_id: IDS.org_id,
  name: Name,
  description: Description,
  color: Color,
  member_count: Count('How many members are in it.', 1),
  created_at: timestamp('When it was made.', '2026-03-09T19:30:12.045Z'),
  updated_at: timestamp('When it last changed.', '2026-03-09T19:34:50.611Z'),
};

export const GroupSummary = Shape(SUMMARY, {
  title: 'GroupSummary',
  description: 'A group without the people in it.',
});

export const Group = Shape(
  {
    ...SUMMARY,
    members: Type.Array(IDS.user_id, {
      maxItems: MAX_MEMBERS,
      description: 'User ids, in the order they were put in.',
    }),
  },
  { title: 'Group', description: 'A group of members.' },
);
export type Group = Static<typeof Group>;

export const GroupResponse = Shape({ status: Ok, data: Data({ group: Group }) }, { title: 'GroupResponse' });

export const ChangedGroupResponse = Shape(
  { status: Ok, message: Message('Group updated.'), data: Data({ group: Group }) },
  { title: 'ChangedGroupResponse' },
);

export const GroupList = Shape(
  {
    status: Ok,
    data: Data({
      groups: Type.Array(Group, { maxItems: MAX_PAGE_SIZE, description: 'The oldest first.' }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'GroupList' },
);

export const GroupQuery = Type.Object(cursorQuery(MAX_PAGE_SIZE, MAX_PAGE_SIZE));

export const CreateGroupBody = Type.Object(
  { name: Name, description: Type.Optional(Description), color: Type.Optional(Color) },
  { title: 'CreateGroup' },
);

export const UpdateGroupBody = Type.Object(
  { name: Type.Optional(Name), description: Type.Optional(Description), color: Type.Optional(Color) },
  { title: 'UpdateGroup', description: 'What is left out stays as it is.' },
);
