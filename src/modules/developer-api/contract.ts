import Type, { type TSchema } from 'typebox';
import {
  Count,
  DATE_RANGE,
  DATE_RANGE_MS,
  Data,
  EXAMPLE_IDS,
  IDS,
  NO_NUL,
  Nullable,
  OneOf,
  Shape,
  Text,
  TimeOrMs,
  TimeZone,
  timestamp,
} from '../../http/schemas.ts';
import { SOURCES } from '../../privacy/index.ts';
import { readTimeMs } from '../../shared/read-time.ts';
import { Include as IncludeOfPeople } from '../exports/index.ts';
import { MAX_GROUPS } from '../groups/index.ts';
import {
  Labels,
  Level,
  MAX_MEMBERS,
  MemberStatusField,
  type PresentedAthlete,
  ShownName,
} from '../organizations/index.ts';
import {
  FirstName,
  ImageUrl,
  LastName,
  PROVIDERS,
  UnitSystem,
  Username,
  ZonesRecord,
} from '../users/index.ts';

export function Success<const P extends Record<string, TSchema>>(data: P, description: string) {
  return Shape(
    {
      success: Type.Literal(true, { description: 'Tells a success from a failure.' }),
      data: Data(data),
    },
    { description },
  );
}

/** How many a page of this API has, unless asked for otherwise and at the most. */
export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 100;

export const OrganizationObject = Shape(
  {
    id: IDS.org_id,
    name: Text(100, 'Its name.', 'Riverside Running Club'),
    athlete_count: Count('Current members with an active account, whatever their privacy settings.', 34),
  },
  { title: 'Organization', description: 'The organization that the key belongs to.' },
);

export const SourcePolicyObject = Shape(
  {
    source: OneOf(SOURCES, { description: 'Where activities come from.', examples: ['strava'] }),
    show_to_coach: Type.Boolean({
      description:
        'Coaches and keys see its activities as far as athletes share them. The others need this one too.',
      examples: [true],
    }),
    use_in_ai: Type.Boolean({ description: 'They may be put before a language model.', examples: [false] }),
    export: Type.Boolean({
      description: 'They may leave in an archive. If not, `left_out` of an export counts them.',
      examples: [false],
    }),
    keep_days: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 36_500,
        description: 'Days after which each is deleted; null: not by itself.',
        examples: [null],
      }),
    ),
  },
  { title: 'SourcePolicy', description: 'What may be done with the activities of one source.' },
);

const needsProfile = (schema: TSchema & { description?: string }) =>
  Type.Optional(Nullable({ ...schema, description: `${schema.description} Needs \`share_profile_info\`.` }));

const HIDEABLE = ['first_name', 'last_name', 'profile_image_url', 'zones'] as const;

export const AthleteObject = Type.Unsafe<PresentedAthlete>(
  Type.Object(
    {
      id: { ...IDS.athlete_id, description: 'User id: what other operations take as `athlete_id`.' },
      username: Username,
      display_name: ShownName,
      first_name: needsProfile(FirstName),
      last_name: needsProfile(LastName),
      profile_image_url: needsProfile(ImageUrl),
      member_level: Nullable(Level),
      labels: Labels,
      status: MemberStatusField,
      joined_at: timestamp('When they joined the organization.', '2026-03-05T18:50:02.014Z'),
      group_ids: Type.Array(IDS.group_id, {
        maxItems: MAX_GROUPS,
        uniqueItems: true,
        description: 'The groups they are in.',
      }),
      timezone: Nullable(TimeZone('IANA name of the zone the athlete lives in.')),
      unit_system: Nullable(UnitSystem),
      zones: Type.Optional({
        ...ZonesRecord,
        description:
          'Training zones, by what they are measured in; each is absent until it is set. Needs `share_pace_data`.',
      }),
      connected_providers: Type.Array(OneOf(PROVIDERS, { description: 'Name of a platform.' }), {
        maxItems: PROVIDERS.length,
        uniqueItems: true,
        description: 'Platforms from which activities come in by themselves.',
        examples: [['garmin']],
      }),
      privacy_filtered: Type.Array(OneOf(HIDEABLE, { description: 'Name of a field.' }), {
        maxItems: HIDEABLE.length,
        uniqueItems: true,
        description:
          'Names of the fields that the athlete’s privacy settings hide and that are therefore absent.',
        examples: [[]],
      }),
    },
    {
      title: 'Athlete',
      additionalProperties: false,
      description:
        'A current member as far as they share. What is not known is null; what privacy hides is absent and named in ' +
        '`privacy_filtered`. The e-mail address is never shown.',
    },
  ),
);

const AnyId = { ...NO_NUL, maxLength: 100, examples: [EXAMPLE_IDS.athlete_id] } as const;
export const AthleteIdParameter = Type.String({
  ...AnyId,
  minLength: 1,
  description: 'User id of a member of the key’s organization.',
});

export const UpdatedSince = Type.Optional(
  TimeOrMs('Only what has changed at that time or later.', 1_780_272_000_000),
);

export function readUpdatedSince(query: { updated_since?: number | string | undefined }): number | undefined {
  const { updated_since } = query;
  return updated_since === undefined ? undefined : readTimeMs('updated_since', updated_since);
}

export const EXPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'deleted'] as const;
const EXPORT_FORMATS = ['csv', 'json', 'both'] as const;
/** Ids of a whole large club fit; more is a mistake. */
const MAX_ATHLETE_IDS = 10_000;

const Include = {
  ...IncludeOfPeople,
  description:
    'What the archive holds besides athletes, activities and laps: `feedback` needs the scope `feedback:read`, `availability` (with ' +
    'injuries) `availability:read`, `sessions` (with attendance) `sessions:read`. Of each athlete what they share.',
};

export const CreateExportBody = Type.Object(
  {
    start_date: Type.Optional(Nullable(DATE_RANGE.start_date)),
    end_date: Type.Optional(Nullable(DATE_RANGE.end_date)),
    format: OneOf(EXPORT_FORMATS, { default: 'both', description: 'Which files the archive holds.' }),
    include: Type.Optional(Include),
    athlete_ids: Type.Optional(
      Nullable(
        Type.Array(Type.String({ ...AnyId, description: 'User id.' }), {
          minItems: 1,
          maxItems: MAX_ATHLETE_IDS,
          description:
            'Only these athletes; null or absent means all. Who is no member is skipped with a reason. Each counts once.',
          examples: [[EXAMPLE_IDS.athlete_id]],
        }),
      ),
    ),
  },
  {
    title: 'CreateExport',
    additionalProperties: false,
    description: 'All members may be left out; then it is everything of everybody.',
  },
);

const SKIP_REASONS = [
  'not_a_member',
  'left_organization',
  'account_inactive',
  'sharing_disabled',
  'read_error',
] as const;

const SkippedAthlete = Shape(
  {
    uid: Type.String({ ...AnyId, description: 'User id, or what was sent as one.' }),
    reason: OneOf(SKIP_REASONS, {
      description:
        'Why: no member of the organization, no longer one, an account that is not active, nothing shared with the ' +
        'organization, or a record that could not be read.',
      examples: ['left_organization'],
    }),
  },
  { title: 'SkippedAthlete', description: 'An athlete who is not in the archive.' },
);

const EXAMPLE_LEFT_OUT = [
  { source: 'strava', reason: 'source_policy', athletes: 21, activities: 1_408 },
] as const;

const LeftOut = Shape(
  {
    source: OneOf(SOURCES, { description: 'Where the activities came from.', examples: ['strava'] }),
    reason: OneOf(['source_policy'], {
      description:
        'Why: the terms of the source, as the operator set them, do not let its activities leave in an archive.',
    }),
    athletes: Nullable(
      Count('Athletes in the archive who share such activities; null where `activities` is.', 21),
    ),
    activities: Nullable(
      Count(
        'Activities that the athletes share and that are not in the archive. What athletes hide is not counted. Null where the ' +
          'terms of the source also hide from coaches and keys whether there are any.',
        1_408,
      ),
    ),
  },
  {
    title: 'LeftOut',
    description: 'Activities that are not in the archive although their athletes share them.',
  },
);

const ExportParams = Shape(
  {
    start_date: Nullable(DATE_RANGE_MS.start_date),
    end_date: Nullable(DATE_RANGE_MS.end_date),
    format: OneOf(EXPORT_FORMATS, { description: 'Which files the archive holds.', examples: ['both'] }),
    athlete_ids: Nullable(
      Type.Array(Type.String({ ...AnyId, description: 'User id.' }), {
        maxItems: MAX_ATHLETE_IDS,
        description: 'As asked for, each once; null means all.',
        examples: [null],
      }),
    ),
    include: Type.Optional({ ...Include, description: 'What besides, as asked for; absent: nothing.' }),
    actor_type: Type.Literal('api_key', { description: 'Recorded by the server: an API key asked for it.' }),
    api_key_id: { ...IDS.key_id, description: 'Recorded by the server: which key.' },
  },
  { title: 'ExportParams', description: 'What was asked for, and by which key.' },
);

const COMPLETED = {
  id: EXAMPLE_IDS.export_id,
  requester_uid: `api-key:${EXAMPLE_IDS.key_id}`,
  org_id: EXAMPLE_IDS.org_id,
  export_type: 'org_activities',
  params: {
    start_date: 1_780_272_000_000,
    end_date: 1_782_863_999_999,
    format: 'both',
    athlete_ids: null,
    actor_type: 'api_key',
    api_key_id: EXAMPLE_IDS.key_id,
  },
  status: 'completed',
  file_size_bytes: 284_713,
  schema_version: '1.0',
  error_message: null,
  skipped_athletes: [{ uid: '019cd8f3-40a6-7e1d-b25c-96f7e03d18ba', reason: 'sharing_disabled' }],
  left_out: EXAMPLE_LEFT_OUT,
  created_at: '2026-07-15T02:30:00.512Z',
  completed_at: '2026-07-15T02:30:02.087Z',
  expires_at: '2026-07-22T02:30:02.087Z',
} as const;

/** The same export at three moments of its life. */
export const EXPORT_EXAMPLES = {
  completed: COMPLETED,
  pending: {
    ...COMPLETED,
    status: 'pending',
    file_size_bytes: null,
    schema_version: null,
    skipped_athletes: null,
    left_out: null,
    completed_at: null,
    expires_at: null,
  },
  failed: {
    ...COMPLETED,
    status: 'failed',
    file_size_bytes: null,
    schema_version: null,
    error_message:
      'The export could not be completed. Create a new one; if that fails too, ask the operator.',
    skipped_athletes: null,
    left_out: null,
    expires_at: null,
  },
} as const;

export const ExportObject = Shape(
  {
    id: IDS.export_id,
    requester_uid: Type.String({
      pattern: '^api-key:[0-9a-f-]{36}$',
      maxLength: 44,
      description: 'Who asked for it: `api-key:<key_id>`.',
    }),
    org_id: Nullable(IDS.org_id),
    export_type: Type.String({
      pattern: '^[a-z_]+$',
      maxLength: 50,
      description: 'What is exported: `org_activities`.',
    }),
    params: ExportParams,
    status: OneOf(EXPORT_STATUSES, {
      description: 'Poll until it is `completed` or `failed`. Deleted exports are not shown any more.',
    }),
    file_size_bytes: Nullable(
      Type.Integer({
        format: 'int64',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Size of the archive; null until it is `completed`.',
      }),
    ),
    schema_version: Nullable(
      Type.String({
        pattern: '^[0-9]+\\.[0-9]+$',
        maxLength: 10,
        description: 'Version of the format of the archive; null until it is `completed`.',
      }),
    ),
    error_message: Nullable(
      Text(1_000, 'What went wrong, when it is `failed`.', EXPORT_EXAMPLES.failed.error_message),
    ),
    skipped_athletes: Nullable(
      Type.Array(SkippedAthlete, {
        maxItems: MAX_MEMBERS,
        description: 'Who is not in the archive, and why; null until it is `completed`.',
      }),
    ),
    left_out: Nullable(
      Type.Array(LeftOut, {
        maxItems: SOURCES.length,
        description:
          'What the terms of sources keep out of the archive, by source: an archive without activities may be whole all the ' +
          'same. Empty when nothing was left out; null until it is `completed`.',
        examples: [EXAMPLE_LEFT_OUT],
      }),
    ),
    created_at: Nullable(timestamp('When it was asked for.', COMPLETED.created_at)),
    completed_at: Nullable(timestamp('When it was `completed` or `failed`.', COMPLETED.completed_at)),
    expires_at: Nullable(
      timestamp('When the archive is removed: seven days after completion.', COMPLETED.expires_at),
    ),
  },
  {
    title: 'ExportJob',
    description: 'An export, from being asked for to its archive.',
    examples: [EXPORT_EXAMPLES.completed, EXPORT_EXAMPLES.pending, EXPORT_EXAMPLES.failed],
  },
);
