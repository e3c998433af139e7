import Type, { type Static } from 'typebox';
import { Id, Nullable, pageQuery, Shape, Timestamp } from '../../http/schemas.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  errorMessage: 'must not be blank',
  description: 'Unique in the organization, regardless of case; spaces around it are cut off.',
  examples: ['Marathon'],
});
const Description = Type.String({
  maxLength: 2_000,
  examples: ['Everybody who runs in Taipei in December.'],
});
const Color = Nullable(
  Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    errorMessage: 'must be a color such as #1f6feb',
    description: 'As `#rrggbb`; null for none.',
    examples: ['#1f6feb'],
  }),
);

const SUMMARY = {
  id: Id,
  org_id: Id,
  name: Name,
  description: Description,
  color: Color,
  member_count: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** Without the people in it: the developer API never lists them. */
export const GroupSummary = Shape(SUMMARY, { title: 'GroupSummary' });

export const Group = Shape(
  { ...SUMMARY, members: Type.Array(Id, { description: 'User ids, in the order they were put in.' }) },
  { title: 'Group' },
);
export type Group = Static<typeof Group>;

export const GroupResponse = Shape({ message: Type.String(), group: Group }, { title: 'GroupResponse' });

export const GroupList = Shape(
  {
    groups: Type.Array(Group, { description: 'The oldest first.' }),
    count: Type.Integer({ description: 'How many there are in all, whatever `limit` and `offset` are.' }),
  },
  { title: 'GroupList' },
);

export const GroupQuery = Type.Object(pageQuery(500, 500));

export const CreateGroupBody = Type.Object(
  { name: Name, description: Type.Optional(Description), color: Type.Optional(Color) },
  { title: 'CreateGroup' },
);

export const UpdateGroupBody = Type.Object(
  { name: Type.Optional(Name), description: Type.Optional(Description), color: Type.Optional(Color) },
  { title: 'UpdateGroup', description: 'What is left out stays as it is.' },
);
