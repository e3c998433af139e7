import Type, { type Static } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  EXAMPLE_IDS,
  Flag,
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
} from '../../../http/schemas.ts';
import { MAX_DATE_MS } from '../../../shared/date-range.ts';
import { MemberStatusField, ShownName } from '../../organizations/index.ts';
import { ChannelField, Deliveries, Skipped, textField, titleField } from '../delivery/contract.ts';
import { CHANNELS, FEW_PEOPLE } from '../delivery/outgoing.ts';
import { CAMPAIGN_STATES, MAX_BODY, MAX_DAYS_AHEAD, MAX_GROUPS, MAX_LABELS, MAX_NAMED } from './campaign.ts';
import { SCHEDULE_PATTERN, TIME_IN_WORDS } from './read-schedule.ts';

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;
/** Characters of a level or a label, as on the roster. */
const MAX_WORD = 50;

const Title = titleField(
  'Of the push, and subject of the mail. Spaces around it are cut off.',
  'Saturday starts at 8',
);
const Body = textField(
  MAX_BODY,
  'Plain text, in which an empty line begins a paragraph. Spaces around it are cut off. A push shows its beginning.',
  'We meet at the river, not at the track.\n\nBring a light: it is dark until seven.',
);
const Channels = Type.Array(ChannelField, {
  minItems: 1,
  maxItems: CHANNELS.length,
  uniqueItems: true,
  description:
    'By which it goes out, to each member as their settings have it. Answers to its mails go to `contact_email` of the ' +
    'settings of the organization, where that is an address; else to nobody.',
  examples: [['push', 'email']],
});

const SEGMENT = {
  level: Type.Optional({
    ...Text(MAX_WORD, 'Exactly this `member_level`.', 'intermediate'),
  }),
  labels: Type.Optional(
    Type.Array(Text(MAX_WORD, 'A label.', 'marathon'), {
      minItems: 1,
      maxItems: MAX_LABELS,
      description: 'Who has at least one of these labels.',
      examples: [['marathon']],
    }),
  ),
  group_ids: Type.Optional(
    Type.Array(IDS.group_id, {
      minItems: 1,
      maxItems: MAX_GROUPS,
      description: 'Who is in at least one of these groups.',
      examples: [[EXAMPLE_IDS.group_id]],
    }),
  ),
  status: Type.Optional({ ...MemberStatusField, description: 'Only members in this state.' }),
};
const Named = Type.Array(IDS.user_id, {
  minItems: 1,
  maxItems: MAX_NAMED,
  description: 'These members; ids of anybody else are left out.',
  examples: [[EXAMPLE_IDS.user_id]],
});

export type AudienceField =
  | 'all'
  | {
      readonly segment?: Static<ReturnType<typeof Type.Object<typeof SEGMENT>>>;
      readonly user_ids?: readonly string[];
    };

/** One schema for the word and the objects, so that errors name the place. Unknown fields are refused: a slip would send to everybody. */
const audience = (named: object) =>
  Type.Unsafe<AudienceField>({
    type: ['string', 'object'],
    maxLength: 40,
    pattern: '^all$',
    errorMessage: 'must be "all", or an object with either segment or user_ids',
    additionalProperties: false,
    properties: {
      segment: {
        ...Type.Object(SEGMENT),
        additionalProperties: false,
        errorMessage: 'is no part of a segment, which has level, labels, group_ids and status',
        description: 'Who is all of this, of what is said.',
      },
      user_ids: named,
    },
    description:
      'Whom it is for, of the members: `"all"`, or an object with either `segment` or `user_ids`. Who they are is found out when ' +
      'it goes out: who has left gets nothing, who has come meanwhile does. Members who are suspended get nothing either, unless ' +
      '`segment.status` says `suspended` or `user_ids` names them; who wants no messages of the organization gets none.',
    examples: [{ segment: { labels: ['marathon'], status: 'active' } }],
  });

const SCHEDULE =
  'In the future, within ' +
  `${MAX_DAYS_AHEAD} days: epoch milliseconds, ISO 8601 with \`Z\` or an offset, or without one a date and time of day where the ` +
  'organization is (`timezone` of its settings, else where you are). A time of day that a clock change leaves out is as much later as the clock ' +
  'jumps; of one that comes twice, the first counts.';

const scheduledAt = (description: string) =>
  Type.Unsafe<string | number | null>({
    type: ['integer', 'string', 'null'],
    format: 'int64',
    minimum: 0,
    maximum: MAX_DATE_MS,
    maxLength: 40,
    pattern: `^${SCHEDULE_PATTERN}$`,
    errorMessage: TIME_IN_WORDS,
    description,
    examples: ['2026-12-01T09:00'],
  });

export const CreateCampaignBody = Type.Object(
  {
    title: Title,
    body: Body,
    channels: Channels,
    audience: audience(Named),
    scheduled_at: Type.Optional(
      scheduledAt(
        `When it goes out. Null or missing: at once, or with a draft, when it is sent. ${SCHEDULE}`,
      ),
    ),
    draft: Type.Optional(
      Nullable(
        Type.Boolean({ description: 'Whether it is only kept, until it is sent.', examples: [false] }),
      ),
    ),
  },
  { title: 'CreateCampaign' },
);

export const ChangeCampaignBody = Type.Object(
  {
    title: Type.Optional(Title),
    body: Type.Optional(Body),
    channels: Type.Optional(Channels),
    audience: Type.Optional(audience(Named)),
    scheduled_at: Type.Optional(
      scheduledAt(
        `When it goes out. Null: when it is sent, so that what was scheduled is a draft again. ${SCHEDULE}`,
      ),
    ),
  },
  { title: 'ChangeCampaign', description: 'What is left out stays as it is.' },
);

export const Campaign = Shape(
  {
    id: IDS.campaign_id,
    org_id: IDS.org_id,
    title: Title,
    body: Body,
    channels: Channels,
    audience: audience({ ...Named, minItems: 0 }),
    state: OneOf(CAMPAIGN_STATES, {
      description:
        '`draft` until it is sent, `scheduled` until its time has come, `sending` until it has gone out to everybody: then `sent`. ' +
        '`cancelled`: what had not gone out by then does not any more.',
      examples: ['scheduled'],
    }),
    scheduled_at: Nullable(
      timestamp(
        'When it goes out; null where that is not said: at once, or when the draft is sent.',
        '2026-12-01T01:00:00.000Z',
      ),
    ),
    time_zone: TimeZone('Of the organization, in which `scheduled_at` was taken.'),
    created_by: Nullable({
      ...IDS.coach_id,
      description: 'The coach who wrote it; null once they have deleted their account.',
    }),
    created_at: timestamp('When it was made.', '2026-11-26T18:04:12.345Z'),
    updated_at: timestamp('When it last changed.', '2026-11-26T18:04:12.345Z'),
    sent_at: Nullable({
      ...timestamp('When it had gone out to everybody; null before.', '2026-12-01T01:00:31.502Z'),
      examples: [null],
    }),
    is_resolved: Flag(
      'Whether everybody whom it is for has been found, so that `recipients` grow no more. False before it begins.',
      false,
    ),
    deliveries: Deliveries,
  },
  { title: 'Campaign', description: 'A message of an organization to its members.' },
);
export type Campaign = Static<typeof Campaign>;

export const CampaignResponse = Shape(
  { status: Ok, data: Data({ campaign: Campaign }) },
  { title: 'CampaignResponse' },
);

export const CancelledCampaignResponse = Shape(
  {
    status: Ok,
    data: Data({
      campaign: Type.Unsafe<Campaign | null>({
        anyOf: [Campaign, { type: 'null' }],
        description:
          'Null for platform admins who are no coaches of the organization: they do not read what it writes.',
      }),
    }),
  },
  { title: 'CancelledCampaignResponse' },
);

export const PreviewCampaignBody = Type.Object(
  { channels: Channels, audience: audience(Named) },
  { title: 'PreviewCampaign' },
);
export const PreviewQuery = Type.Object({ ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE) });

export const CampaignPreviewResponse = Shape(
  {
    status: Ok,
    data: Data({
      people: Count('Members with an active account whom it is for now.', 34),
      reached: Count('Those of them whom at least one channel reaches.', 31),
      channels: Type.Array(
        Shape(
          {
            channel: ChannelField,
            reached: Count('People whom it reaches by this channel.', 29),
            not_reached: Count('People whom it does not.', 5),
            skipped: Type.Union([Skipped, Type.Null()], {
              description: `Why not, in people; null of fewer than ${FEW_PEOPLE} people, and of those who are named one by one.`,
            }),
          },
          { title: 'ChannelReach' },
        ),
        { maxItems: CHANNELS.length, description: 'The channels that are asked for.' },
      ),
      members: Type.Array(
        Shape(
          { user_id: IDS.user_id, name: ShownName },
          { title: 'AudienceMember', description: 'Somebody in the audience, reached or not.' },
        ),
        { maxItems: MAX_PAGE_SIZE, description: 'Who is in the audience, by the date they joined.' },
      ),
      next_cursor: NextCursor,
    }),
  },
  { title: 'CampaignPreviewResponse' },
);

export const CampaignQuery = Type.Object({
  state: Type.Optional(OneOf(CAMPAIGN_STATES, { description: 'Only campaigns in this state.' })),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});

export const CampaignListResponse = Shape(
  {
    status: Ok,
    data: Data({
      campaigns: Type.Array(Campaign, {
        maxItems: MAX_PAGE_SIZE,
        description: 'The newest first, then by id.',
      }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'CampaignListResponse' },
);

export const DeletedCampaignResponse = Shape(
  { status: Ok, message: Message('Campaign deleted.') },
  { title: 'DeletedCampaignResponse' },
);

export const UnsubscribeQuery = Type.Object({
  token: Type.Optional(Type.String({ ...NO_NUL, maxLength: 1_000, description: 'From the link of a mail.' })),
});
