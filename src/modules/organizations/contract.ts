import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, pageQuery, Shape, Timestamp } from '../../http/schemas.ts';
import { type Feature, featuresOf, TIERS } from '../../shared/access.ts';
import { AUDIT_EVENTS, AuditLogEntry } from '../audit/index.ts';
import { MAX_SETTINGS_BYTES } from './settings.ts';
import { COACH_ROLES, MEMBER_STATUSES } from './types.ts';

/** Limits that the specification leaves to the server, in characters except where named otherwise. */
const MAX_DESCRIPTION = 2_000;
const MAX_URL = 2_048;
const MAX_LEVEL = 50;
const MAX_LABEL = 50;
const MAX_LABELS = 50;
/** As of a user's own display name. */
const MAX_NICKNAME = 50;

const NOT_BLANK = { minLength: 1, pattern: '\\S', errorMessage: 'must not be blank' };
const ALL_FEATURES: readonly Feature[] = featuresOf('club');

const Name = Type.String({
  ...NOT_BLANK,
  maxLength: 100,
  description: 'Unique on this server, regardless of case; spaces around it are cut off.',
  examples: ['Riverside Running Club'],
});
const Description = Type.String({
  maxLength: MAX_DESCRIPTION,
  examples: ['Track on Tuesdays, long run on Sundays.'],
});

const Settings = Type.Record(Type.String(), Type.Unknown(), {
  title: 'OrganizationSettings',
  description: 'Any keys. To everybody who is not of the team only `logo_url` is shown.',
  examples: [
    { logo_url: 'https://club.example.org/logo.png', training_principle: 'Easy days easy, hard days hard.' },
  ],
});

const SettingsInput = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'OrganizationSettingsInput',
  properties: {
    logo_url: {
      type: ['string', 'null'],
      maxLength: MAX_URL,
      pattern: '^https?://[^\\s/]+(/\\S*)?$',
      errorMessage: 'must be an address that begins with https:// or http://',
      description: 'Shown to everybody.',
    },
    training_principle: { type: ['string', 'null'], description: 'What generated plans should follow.' },
  },
  description: `Any keys, merged at the top level: a key that is given replaces the whole value under it, null removes it, the others stay. At most ${MAX_SETTINGS_BYTES} bytes of JSON in all.`,
});

export const Organization = Shape(
  {
    org_id: Id,
    org_name: Name,
    description: Description,
    head_coach_user_id: Id,
    coaches: Type.Array(Shape({ user_id: Id, name: Type.String(), role: OneOf(COACH_ROLES) }), {
      description:
        'Beside the head coach, in the order they were added. Their real names are shown to the team and its API keys only.',
    }),
    settings: Settings,
    created_at: Timestamp,
    tier: Type.Optional(OneOf(TIERS, { description: 'Shown to the team and to its API keys.' })),
    features: Type.Optional(
      Type.Array(OneOf(ALL_FEATURES), {
        description: 'What the tier includes. Shown to the team and to its API keys.',
      }),
    ),
  },
  { title: 'Organization' },
);
export type Organization = Static<typeof Organization>;

export const OrganizationResponse = Shape(
  { message: Type.String(), organization: Organization },
  { title: 'OrganizationResponse' },
);

export const CreateOrganizationBody = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    head_coach_user_id: Type.Optional({
      ...Id,
      description: 'Required with an app key. With an access token it is the caller.',
    }),
    settings: Type.Optional(SettingsInput),
  },
  { title: 'CreateOrganization' },
);

export const UpdateOrganizationBody = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    settings: Type.Optional(SettingsInput),
  },
  { title: 'UpdateOrganization', description: 'What is left out stays as it is.' },
);

export const PutCoachBody = Type.Object(
  {
    role: Type.Optional(
      OneOf(COACH_ROLES, {
        default: 'assistant_coach',
        description: 'An `admin` may also change the organization and manage its API keys.',
      }),
    ),
  },
  { title: 'PutCoach' },
);

const Level = Type.String({
  maxLength: MAX_LEVEL,
  description: 'Training level: any word.',
  examples: ['beginner', 'intermediate', 'advanced'],
});
const Label = Type.String({ ...NOT_BLANK, maxLength: MAX_LABEL });
const Labels = Type.Array(Label, { maxItems: MAX_LABELS, examples: [['marathon', 'tuesday track']] });
const Nickname = Nullable(
  Type.String({
    maxLength: MAX_NICKNAME,
    description: "Nickname that coaches see instead of the athlete's own name. Null or blank: none.",
    examples: ['Speedy'],
  }),
);
const Status = OneOf(MEMBER_STATUSES, {
  description: 'A suspended member stays on the roster but sees no more of the organization than everybody.',
});

export const Member = Shape(
  {
    user_id: Id,
    username: Type.String(),
    display_name: Type.String({
      description: "The coach's nickname, or else the name the athlete goes by.",
    }),
    member_level: Nullable(Level),
    labels: Labels,
    status: Status,
    coach_id: Nullable({ ...Id, description: 'The coach this member is assigned to.' }),
    joined_at: Timestamp,
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

export const MemberResponse = Shape({ message: Type.String(), member: Member }, { title: 'MemberResponse' });
export const MessageResponse = Shape({ message: Type.String() }, { title: 'MessageResponse' });

export const MemberList = Shape(
  {
    members: Type.Array(Member, { description: 'By date of joining.' }),
    count: Type.Integer({ description: 'How many match in all, whatever `limit` and `offset` are.' }),
  },
  { title: 'MemberList' },
);

export const AddMemberBody = Type.Object(
  {
    user_id: { ...Id, description: 'An unknown user is 404, one who is a member already 409.' },
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
    status: Type.Optional(Status),
    coach_id: Type.Optional(
      Nullable({ ...Id, description: 'The head coach or another coach of the organization; null for none.' }),
    ),
  },
  { title: 'UpdateMember', description: 'What is left out stays as it is.' },
);

export const MemberQuery = Type.Object({
  status: Type.Optional(OneOf(MEMBER_STATUSES)),
  level: Type.Optional(Type.String({ maxLength: MAX_LEVEL, description: 'Exactly this `member_level`.' })),
  label: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_LABEL }), {
      maxItems: MAX_LABELS,
      description: 'Repeatable: only members who have all of them.',
    }),
  ),
  coach_id: Type.Optional({ ...Id, description: 'Only members assigned to this coach.' }),
  ...pageQuery(500, 500),
});

export const AuditLogQuery = Type.Object({
  event_type: Type.Optional(OneOf(AUDIT_EVENTS)),
  before: Type.Optional(
    Type.String({
      description: 'Only entries older than this: ISO 8601 with `Z` or an offset, or a date (midnight UTC).',
      examples: ['2026-07-01T06:30:00.000Z'],
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});

export const AuditLogList = Shape(
  {
    logs: Type.Array(AuditLogEntry, { description: 'Newest first.' }),
    count: Type.Integer({
      description: 'How many are in `logs`; as many as `limit` means that there may be more.',
    }),
  },
  { title: 'AuditLogList' },
);
