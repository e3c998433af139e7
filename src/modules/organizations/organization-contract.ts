import Type, { type Static } from 'typebox';
import {
  AnyJson,
  cursorQuery,
  Data,
  IDS,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  TimeZone,
  timestamp,
} from '../../http/schemas.ts';
import { type Feature, featuresOf, TIERS } from '../../shared/access.ts';
import { Email } from '../users/index.ts';
import { MAX_SHOWN_NAME, MemberStatusField, NOT_BLANK } from './contract.ts';
import { MAX_NAME } from './organization-name.ts';
import { MAX_SETTINGS_BYTES, MAX_SETTINGS_DEPTH } from './settings.ts';
import { COACH_ROLES, MAX_COACHES, OFFERED_ROLES, OWN_ROLES } from './types.ts';

/** Limits that the specification leaves to the server, in characters. */
const MAX_DESCRIPTION = 2_000;
const MAX_URL = 2_048;
const MAX_PAGE_SIZE = 500;

const ALL_FEATURES: readonly Feature[] = featuresOf('club');

const Name = Type.String({
  ...NOT_BLANK,
  maxLength: MAX_NAME,
  description:
    'Unique on this server, regardless of case; spaces around it are cut off. Nothing invisible, and no marks that turn the direction of text.',
  examples: ['Riverside Running Club'],
});
const Description = Type.String({
  ...NO_NUL,
  maxLength: MAX_DESCRIPTION,
  description: 'What the organization is about; empty for none.',
  examples: ['Track on Tuesdays, long run on Sundays.'],
});

const Settings = Type.Record(Type.String(), AnyJson(MAX_SETTINGS_BYTES), {
  title: 'OrganizationSettings',
  description: 'Any keys. To everybody who is not of the team only `logo_url` is shown.',
  examples: [
    {
      logo_url: 'https://club.example.org/logo.png',
      contact_email: 'hello@club.example.org',
      timezone: 'Asia/Taipei',
      training_principle: 'Easy days easy, hard days hard.',
    },
  ],
});

const SettingsInput = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'OrganizationSettingsInput',
  additionalProperties: true,
  properties: {
    logo_url: {
      type: ['string', 'null'],
      maxLength: MAX_URL,
      pattern: '^https?://[^\\s/]+(/\\S*)?$',
      errorMessage: 'must be an address that begins with https:// or http://',
      description: 'Shown to everybody.',
      examples: ['https://club.example.org/logo.png'],
    },
    contact_email: {
      ...Nullable(Email),
      description:
        'Where answers to the mails of its campaigns go; without one they go nowhere. The whole team sees it. An international domain is written in its `xn--` form.',
      examples: ['hello@club.example.org'],
    },
    timezone: Nullable(
      TimeZone(
        'IANA name of the zone it is in: the times of day that its campaigns are scheduled for are of that zone, and without one of that of the coach who writes them.',
      ),
    ),
    training_principle: {
      ...NO_NUL,
      type: ['string', 'null'],
      maxLength: MAX_SETTINGS_BYTES,
      description: 'What generated plans should follow.',
      examples: ['Easy days easy, hard days hard.'],
    },
  },
  description: `Any keys, merged into what is there as a JSON Merge Patch (RFC 7396): objects are merged key by key at any depth, null removes a key, arrays and everything else replace what was there. Nulls in arrays stay. At most ${MAX_SETTINGS_BYTES} bytes of JSON in all, and ${MAX_SETTINGS_DEPTH} levels of objects and arrays, \`settings\` being the first.`,
});

const Coach = Shape(
  {
    user_id: { ...IDS.coach_id, examples: ['019cadb2-10f7-7d53-92ce-5b08e4a1c63f'] },
    name: Text(MAX_SHOWN_NAME, 'By which they are shown to you.', 'Mei-Ling Chen'),
    role: OneOf(COACH_ROLES, {
      description: 'An `admin` may also change the organization and manage its API keys.',
      examples: ['assistant_coach'],
    }),
  },
  { title: 'Coach', description: 'A coach beside the head coach.' },
);

const PendingCoach = Shape(
  {
    user_id: { ...IDS.coach_id, description: 'Of whoever was asked.' },
    role: OneOf(OFFERED_ROLES, { description: 'What they were asked to be.', examples: ['assistant_coach'] }),
    offered_at: timestamp('When they were asked.', '2026-03-02T08:15:03.570Z'),
  },
  { title: 'PendingCoach', description: 'Somebody who was asked to coach and has not answered.' },
);

export const Organization = Shape(
  {
    org_id: IDS.org_id,
    org_name: Name,
    description: Description,
    head_coach_user_id: Nullable({
      ...IDS.coach_id,
      description:
        'User id of the head coach. Null where nobody leads it; and, to everybody but the team, as long as whoever was named has not accepted.',
    }),
    coaches: Type.Array(Coach, {
      maxItems: MAX_COACHES,
      description:
        'Beside the head coach, in the order they were added. Their real names are shown to the team and its API keys only.',
    }),
    settings: Settings,
    created_at: timestamp('When it was made.', '2026-03-02T08:15:03.570Z'),
    tier: Type.Optional(
      OneOf(TIERS, {
        description: 'What it has subscribed to. Shown to the team and to its API keys.',
        examples: ['club'],
      }),
    ),
    features: Type.Optional(
      Type.Array(OneOf(ALL_FEATURES, { description: 'Name of a feature.' }), {
        maxItems: ALL_FEATURES.length,
        uniqueItems: true,
        examples: [ALL_FEATURES],
        description: 'What the tier includes. Shown to the team and to its API keys.',
      }),
    ),
    pending_coaches: Type.Optional(
      Type.Array(PendingCoach, {
        maxItems: MAX_COACHES + 1,
        description: 'Who was asked to coach or to lead it and has not answered. Shown to its coaches.',
      }),
    ),
  },
  { title: 'Organization', description: 'A club or a team.' },
);
export type Organization = Static<typeof Organization>;

export const OwnOrganization = Shape(
  {
    org_id: IDS.org_id,
    org_name: Name,
    logo_url: Nullable(Text(MAX_URL, 'From its settings.', 'https://club.example.org/logo.png')),
    role: OneOf(OWN_ROLES, {
      description: 'What you are to it. A coach who is a member as well is a coach.',
      examples: ['member'],
    }),
    member_status: Nullable({
      ...MemberStatusField,
      description: 'On its roster; null for coaches who are not on it.',
    }),
  },
  { title: 'OwnOrganization', description: 'An organization that you belong to.' },
);
export type OwnOrganization = Static<typeof OwnOrganization>;

export const OwnOrganizationQuery = Type.Object(cursorQuery(MAX_PAGE_SIZE, MAX_PAGE_SIZE));

export const OwnOrganizationList = Shape(
  {
    status: Ok,
    data: Data({
      organizations: Type.Array(OwnOrganization, {
        maxItems: MAX_PAGE_SIZE,
        description: 'The oldest organization first.',
      }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'OwnOrganizationList' },
);

export const OrganizationResponse = Shape(
  { message: Message('Organization updated.'), organization: Organization },
  { title: 'OrganizationResponse' },
);
export const TeamResponse = Shape(
  { status: Ok, message: Message('Coach appointed.'), data: Data({ organization: Organization }) },
  { title: 'TeamResponse' },
);

export const CreateOrganizationBody = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    head_coach_user_id: Type.Optional({
      ...IDS.coach_id,
      description:
        'Required with an app key: an active account with the `membership_role` coach, which leads at once and is asked to accept. With an access token it is the caller.',
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

export const DeleteOrganizationBody = Type.Object(
  {
    org_name: Type.String({
      ...NO_NUL,
      maxLength: 1_000,
      description:
        'The present name of the organization, exactly, in the same upper and lower case; spaces around it do not count. Any other text is 400, and nothing is deleted.',
      examples: ['Riverside Running Club'],
    }),
  },
  { title: 'DeleteOrganization' },
);

export const PutCoachBody = Type.Object(
  {
    role: OneOf(COACH_ROLES, {
      default: 'assistant_coach',
      description: 'An `admin` may also change the organization and manage its API keys.',
    }),
  },
  { title: 'PutCoach' },
);

export const ChangeHeadCoachBody = Type.Object(
  {
    user_id: {
      ...IDS.coach_id,
      description:
        'A coach of the organization; any other id is 404. Your own withdraws an offer that has not been answered.',
    },
  },
  { title: 'ChangeHeadCoach' },
);
