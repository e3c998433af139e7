import Type, { type Static } from 'typebox';
import {
  Count,
  CursorAsWell,
  Data,
  DayOrTime,
  Flag,
  IDS,
  Message,
  NextCursorAsWell,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  pageQuery,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { AUDIT_EVENTS, AuditLogEntry } from '../audit/index.ts';
import { Gender, ImageUrl, PrivacySettingsRecord, somePrivacySettings, Username } from '../users/index.ts';
import { MEMBER_STATUSES } from './types.ts';

/** Limits that the specification leaves to the server, in characters except where named otherwise. */
const MAX_LEVEL = 50;
const MAX_LABEL = 50;
const MAX_LABELS = 50;
/** As of a user's own display name. */
const MAX_NICKNAME = 50;
/** First and last name with a space between, where a user has chosen no other. */
export const MAX_SHOWN_NAME = 201;
const MAX_PAGE_SIZE = 500;
const MAX_LOG_PAGE_SIZE = 200;

export const NOT_BLANK = { minLength: 1, pattern: '\\S', errorMessage: 'must not be blank' };
export const Level = Type.String({
  ...NO_NUL,
  maxLength: MAX_LEVEL,
  description: 'Training level: any word.',
  examples: ['intermediate', 'beginner', 'advanced'],
});
const Label = Type.String({
  ...NOT_BLANK,
  maxLength: MAX_LABEL,
  description: 'Any word or two.',
  examples: ['marathon'],
});
export const Labels = Type.Array(Label, {
  maxItems: MAX_LABELS,
  description: 'What coaches sort members by.',
  examples: [['marathon', 'tuesday track']],
});
export const LabelFilter = Type.Array(Text(MAX_LABEL, 'A label.', 'marathon'), {
  maxItems: MAX_LABELS,
  description: 'Repeatable: only members who have all of them.',
});
export const Nickname = Nullable(
  Type.String({
    ...NO_NUL,
    maxLength: MAX_NICKNAME,
    description: "Nickname that coaches see instead of the athlete's own name. Null or blank: none.",
    examples: ['Yuki T.'],
  }),
);
const PENDING = 'pending';

export const MemberStatusField = OneOf(MEMBER_STATUSES, {
  description: 'A suspended member stays on the roster but sees no more of the organization than everybody.',
});

export const ShownName = Text(
  MAX_SHOWN_NAME,
  'The nickname that a coach gave, or else the name the athlete goes by.',
  'Yuki T.',
);

const ProfileStatus = Shape(
  {
    has_strava: Flag('Whether Strava is connected.'),
    has_garmin: Flag('Whether Garmin is connected.'),
    has_pace_zones: Flag('Whether there are pace zones. Needs `share_pace_data`.'),
    has_hr_zones: Flag('Whether there are heart-rate zones. Needs `share_pace_data`.', false),
    has_next_race: Flag(
      'Whether they train for a race whose day is not over in their time zone. Needs `share_race_goal`.',
    ),
    has_training_plan: Flag(
      'Whether a plan that this organization gave them is in force: not taken back, and its last day is not over in their time zone.',
    ),
    has_mbti: Flag('Whether their MBTI type is known. Needs `share_profile_info`.', false),
    profile_image_url: Nullable({
      ...ImageUrl,
      description: 'Address of their picture; null: none. Needs `share_profile_info`.',
    }),
    gender: Nullable({
      ...Gender,
      description: 'As they say it; null: they do not. Needs `share_profile_info`.',
    }),
  },
  {
    title: 'ProfileStatus',
    description:
      'What there is of a profile. What the athlete’s privacy settings withhold, or belongs to an account that is not active, answers exactly like what is not there: `false` or null.',
  },
);

export const Member = Shape(
  {
    user_id: IDS.user_id,
    username: Nullable({ ...Username, description: 'Null as long as they are `pending`.' }),
    display_name: Nullable({
      ...ShownName,
      description:
        'The nickname that a coach gave, or else the name the athlete goes by; of who is `pending` only the nickname, or null.',
    }),
    member_level: Nullable(Level),
    labels: Labels,
    status: OneOf([...MEMBER_STATUSES, PENDING], {
      description:
        'A suspended member stays on the roster but sees no more of the organization than everybody. Who is `pending` has not accepted: the organization sees only what its coach typed.',
    }),
    coach_id: Nullable({ ...IDS.coach_id, description: 'The coach this member is assigned to.' }),
    joined_at: Nullable({
      ...timestamp('When they joined; null as long as they are `pending`.', '2026-03-05T18:50:02.014Z'),
    }),
    offered_at: Type.Optional(
      timestamp('When they were asked: of who is `pending`.', '2026-03-05T18:50:02.014Z'),
    ),
    profile_status: Type.Optional(ProfileStatus),
  },
  { title: 'Member', description: 'Somebody on the roster.' },
);
export type Member = Static<typeof Member>;

export const MemberResponse = Shape(
  { message: Message('Member updated.'), member: Member },
  { title: 'MemberResponse' },
);
export const ChangedMemberResponse = Shape(
  { status: Ok, message: Message('Member updated.'), data: Data({ member: Member }) },
  { title: 'ChangedMemberResponse' },
);
export const MessageResponse = Shape({ message: Message('Removed.') }, { title: 'MessageResponse' });
/** Where there is nothing to answer, and the specification has no shape of its own. */
export const DoneResponse = Shape({ status: Ok, message: Message('Removed.') }, { title: 'DoneResponse' });

export const MemberList = Shape(
  {
    members: Type.Array(Member, { maxItems: MAX_PAGE_SIZE, description: 'By date of joining.' }),
    count: Count('How many match in all, whatever the page is.', 1),
    next_cursor: NextCursorAsWell,
  },
  { title: 'MemberList' },
);

export const AddMemberBody = Type.Object(
  {
    user_id: { ...IDS.user_id, description: 'An unknown user is 404, one who is a member already 409.' },
    display_name: Type.Optional(Nickname),
    member_level: Type.Optional(Nullable(Level)),
    labels: Type.Optional(Labels),
  },
  { title: 'AddMember' },
);

export const UpdateMemberBody = Type.Object(
  {
    display_name: Type.Optional(Nickname),
    member_level: Type.Optional(Nullable(Level)),
    labels: Type.Optional(Labels),
    status: Type.Optional(MemberStatusField),
    coach_id: Type.Optional(
      Nullable({
        ...IDS.coach_id,
        description: 'The head coach or another coach of the organization; null for none.',
      }),
    ),
  },
  { title: 'UpdateMember', description: 'What is left out stays as it is.' },
);

export const MemberQuery = Type.Object({
  status: Type.Optional(
    OneOf([...MEMBER_STATUSES, PENDING], {
      description:
        'Only members in this state. Those who have not accepted yet are in no list but that of `pending`; nobody coaches them, and they have no `profile_status`.',
    }),
  ),
  level: Type.Optional({ ...Level, description: 'Exactly this `member_level`.' }),
  label: Type.Optional(LabelFilter),
  coach_id: Type.Optional({ ...IDS.coach_id, description: 'Only members assigned to this coach.' }),
  include_profile_status: Type.Optional(Flag('Whether each member comes with a `profile_status`.')),
  ...pageQuery(MAX_PAGE_SIZE, MAX_PAGE_SIZE),
  cursor: CursorAsWell,
});

export const MembershipPrivacyInput = somePrivacySettings(
  'MembershipPrivacyInput',
  'False closes a setting for this organization, true takes that back; what is left out stays as it is.',
);
export const MembershipPrivacyResponse = Shape(
  {
    status: Ok,
    data: Data({
      privacy: somePrivacySettings(
        'MembershipPrivacy',
        'What is closed for this organization: each setting that is named is false. `effective` beside it is what holds there: true where the general setting is and nothing is closed.',
      ),
      effective: PrivacySettingsRecord,
    }),
  },
  { title: 'MembershipPrivacyResponse' },
);

export const AuditLogQuery = Type.Object({
  event_type: Type.Optional(OneOf(AUDIT_EVENTS, { description: 'Only events of this kind.' })),
  actor_id: Type.Optional({ ...IDS.coach_id, description: 'Only what this user or API key did.' }),
  target_id: Type.Optional({
    ...IDS.user_id,
    description: 'Only what is about this user, group, key, export, invitation or organization.',
  }),
  before: Type.Optional(DayOrTime('Only entries older than this.', '2026-07-01T08:00:00Z')),
  limit: pageQuery(50, MAX_LOG_PAGE_SIZE).limit,
  cursor: CursorAsWell,
});

export const AuditLogList = Shape(
  {
    logs: Type.Array(AuditLogEntry, { maxItems: MAX_LOG_PAGE_SIZE, description: 'Newest first.' }),
    count: Count('How many are in `logs`; as many as `limit` means that there may be more.', 1),
    next_cursor: NextCursorAsWell,
  },
  { title: 'AuditLogList' },
);
