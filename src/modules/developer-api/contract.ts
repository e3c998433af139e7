import Type, { type TSchema } from 'typebox';
import { Id, Nullable, OneOf, Shape, Timestamp } from '../../http/schemas.ts';
import { DATE_MS_IN_WORDS, MAX_DATE_MS } from '../../shared/date-range.ts';

/** The envelope of every success: `{success: true, data: {…}}`. */
export function Success<const P extends Record<string, TSchema>>(data: P, description: string) {
  return Shape({ success: Type.Literal(true), data: Shape(data) }, { description });
}

export const OrganizationObject = Shape(
  {
    id: Id,
    name: Type.String({ examples: ['Riverside Runners'] }),
    athlete_count: Type.Integer({
      minimum: 0,
      description: 'Current members with an active account, whatever their privacy settings.',
    }),
  },
  { title: 'Organization' },
);

const PrivacyFiltered = Type.Array(Type.String(), {
  description: 'Names of the fields that the athlete’s privacy settings removed from this object.',
  examples: [['zones']],
});

export const AthleteObject = Type.Object(
  {
    id: Id,
    username: Type.String(),
    display_name: Type.String({ description: 'The nickname the coach gave, else the athlete’s own name.' }),
    first_name: Type.Optional(Nullable(Type.String({ description: 'Needs `share_profile_info`.' }))),
    last_name: Type.Optional(Nullable(Type.String({ description: 'Needs `share_profile_info`.' }))),
    profile_image_url: Type.Optional(Nullable(Type.String({ description: 'Needs `share_profile_info`.' }))),
    member_level: Nullable(Type.String({ examples: ['intermediate'] })),
    labels: Type.Array(Type.String()),
    status: OneOf(['active', 'inactive', 'suspended']),
    joined_at: Timestamp,
    group_ids: Type.Array(Id),
    timezone: Nullable(Type.String({ description: 'IANA name.', examples: ['Asia/Taipei'] })),
    unit_system: Nullable(Type.String({ description: '`metric` or `imperial`.' })),
    zones: Type.Optional(
      Type.Object({}, { description: 'Heart-rate, pace and VDOT zones. Needs `share_pace_data`.' }),
    ),
    connected_providers: Type.Array(Type.String(), { examples: [['garmin']] }),
    privacy_filtered: PrivacyFiltered,
  },
  { title: 'Athlete', additionalProperties: false },
);

const RangeMs = (edge: string) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_DATE_MS,
    errorMessage: DATE_MS_IN_WORDS,
    description: `${edge} of the range, epoch milliseconds UTC, inclusive.`,
  });

export const RangeQuery = {
  start_date: Type.Optional(RangeMs('Start')),
  end_date: Type.Optional(RangeMs('End')),
};

export const AthleteIdParameter = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'User id of a member of the key’s organization.',
});

export const EXPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'deleted'] as const;
const EXPORT_FORMATS = ['csv', 'json', 'both'] as const;
/** Ids of a whole large club fit; more is a mistake. */
const MAX_ATHLETE_IDS = 10_000;

export const CreateExportBody = Type.Object(
  {
    start_date: Type.Optional(Nullable(RangeMs('Start'))),
    end_date: Type.Optional(Nullable(RangeMs('End'))),
    format: Type.Optional(
      OneOf(EXPORT_FORMATS, { default: 'both', description: 'Which files the archive holds.' }),
    ),
    athlete_ids: Type.Optional(
      Nullable(
        Type.Array(Type.String({ maxLength: 100 }), {
          minItems: 1,
          maxItems: MAX_ATHLETE_IDS,
          description:
            'Only these athletes; null or absent means all. Who is no member is skipped with a reason.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);

export const ExportObject = Shape(
  {
    id: Id,
    requester_uid: Type.String({ description: '`api-key:<key_id>`' }),
    org_id: Nullable(Id),
    export_type: Type.String({ examples: ['org_activities'] }),
    params: Shape(
      {
        start_date: Nullable(RangeMs('Start')),
        end_date: Nullable(RangeMs('End')),
        format: OneOf(EXPORT_FORMATS),
        athlete_ids: Nullable(Type.Array(Type.String())),
        actor_type: Type.Literal('api_key'),
        api_key_id: Id,
      },
      { title: 'ExportParams' },
    ),
    status: OneOf(EXPORT_STATUSES),
    file_size_bytes: Nullable(Type.Integer({ minimum: 0 })),
    schema_version: Nullable(Type.String({ examples: ['1.0'] })),
    error_message: Nullable(Type.String()),
    skipped_athletes: Nullable(
      Type.Array(
        Shape(
          {
            uid: Type.String(),
            reason: OneOf([
              'not_a_member',
              'left_organization',
              'account_inactive',
              'sharing_disabled',
              'read_error',
            ]),
          },
          { title: 'SkippedAthlete' },
        ),
      ),
    ),
    created_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
  },
  { title: 'ExportJob' },
);
