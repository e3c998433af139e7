import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  DayOrTime,
  EXAMPLE_IDS,
  Flag,
  IDS,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { SOURCES } from '../../privacy/index.ts';
import { MAX_MEMBERS } from '../organizations/index.ts';
import { DOWNLOAD_URL_LIFETIME_S, EXPORT_INCLUDES } from './export-job.ts';

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;
const MAX_ATHLETE_IDS = 10_000;
const FORMATS = ['csv', 'json', 'both'] as const;
const STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
const SKIP_REASONS = [
  'not_a_member',
  'left_organization',
  'account_inactive',
  'sharing_disabled',
  'read_error',
] as const;

const Format = OneOf(FORMATS, { description: 'Which files the archive holds.', examples: ['both'] });

/** What an archive holds besides athletes, activities and laps; `Include` in what is asked for. */
const Included = Type.Array(
  OneOf(EXPORT_INCLUDES, { description: 'What besides.', examples: ['feedback'] }),
  {
    maxItems: EXPORT_INCLUDES.length,
    uniqueItems: true,
    examples: [['feedback']],
  },
);
export const Include = {
  ...Included,
  minItems: 1,
  description:
    'What the archive holds besides athletes, activities and laps: `feedback`, `availability` (with injuries), `sessions` (of the club, with ' +
    'attendance). Of each athlete what they share with programs.',
};

export const AskForExportBody = Type.Object(
  {
    from: Type.Optional(
      DayOrTime('Only activities that began then or later. Left out: from the first.', '2026-06-01'),
    ),
    to: Type.Optional(
      DayOrTime('Only those that began by then, a day to its end. Left out: to the last.', '2026-06-30'),
    ),
    format: Type.Optional({ ...Format, default: 'both' }),
    include: Type.Optional(Include),
    athlete_ids: Type.Optional(
      Nullable(
        Type.Array(IDS.athlete_id, {
          minItems: 1,
          maxItems: MAX_ATHLETE_IDS,
          description:
            'Only these athletes; null or left out: all. Who is no member is skipped with a reason. Each counts once.',
          examples: [[EXAMPLE_IDS.athlete_id]],
        }),
      ),
    ),
  },
  { title: 'AskForExport', description: 'All of it may be left out; then it is everything of everybody.' },
);

const Skipped = Shape(
  {
    user_id: Type.String({
      ...NO_NUL,
      maxLength: 100,
      description: 'User id, or what was sent as one.',
      examples: [EXAMPLE_IDS.athlete_id],
    }),
    reason: OneOf(SKIP_REASONS, {
      description:
        'Why: no member of the organization, no longer one, an account that is not active, nothing shared with the organization, or a ' +
        'record that could not be read.',
      examples: ['sharing_disabled'],
    }),
  },
  { title: 'AthleteNotInArchive', description: 'An athlete who is not in the archive.' },
);

const LeftOut = Shape(
  {
    source: OneOf(SOURCES, { description: 'Where the activities came from.', examples: ['strava'] }),
    reason: OneOf(['source_policy'], {
      description: 'Why: the terms of the source, as the operator has set them.',
    }),
    athletes: Nullable(Count('Athletes in the archive who share such activities.', 21)),
    activities: Nullable(
      Count(
        'Activities that the athletes share and that are not in the archive; null where the terms also hide whether there are any.',
        1_408,
      ),
    ),
  },
  {
    title: 'ActivitiesNotInArchive',
    description: 'Activities that are not in the archive although they are shared.',
  },
);

const OrganizationExport = Shape(
  {
    id: IDS.export_id,
    org_id: IDS.org_id,
    from: Nullable(
      timestamp('Only activities from then on; null: from the first.', '2026-06-01T00:00:00.000Z'),
    ),
    to: Nullable(timestamp('Only activities up to then; null: to the last.', '2026-06-30T23:59:59.999Z')),
    format: Format,
    include: {
      ...Included,
      description: 'What it holds besides athletes, activities and laps, as asked for; empty: nothing.',
    },
    athlete_ids: Nullable(
      Type.Array(Skipped.properties.user_id, {
        maxItems: MAX_ATHLETE_IDS,
        description: 'As asked for, each once; null means all.',
        examples: [null],
      }),
    ),
    status: OneOf(STATUSES, {
      description: 'Ask again every few seconds until it is `completed` or `failed`.',
      examples: ['completed'],
    }),
    is_downloadable: Flag('Whether its archive is there and has not expired.'),
    file_size_bytes: Nullable(
      Type.Integer({
        format: 'int64',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Of the archive; null until it is `completed`.',
        examples: [284_713],
      }),
    ),
    error_message: Nullable({
      ...Text(1_000, 'Why it failed; null unless it did.', 'The export could not be completed.'),
      examples: [null],
    }),
    skipped_athletes: Nullable(
      Type.Array(Skipped, {
        maxItems: MAX_MEMBERS + MAX_ATHLETE_IDS,
        description: 'Who is not in it, and why; null until it is `completed`.',
      }),
    ),
    left_out: Nullable(
      Type.Array(LeftOut, {
        maxItems: SOURCES.length,
        description: 'Activities that the terms of their sources keep out; null until it is `completed`.',
      }),
    ),
    created_at: timestamp('When it was asked for.', '2026-07-15T02:30:00.512Z'),
    completed_at: Nullable(timestamp('When it ended; null before.', '2026-07-15T02:30:02.087Z')),
    expires_at: Nullable(timestamp('When its archive goes.', '2026-07-22T02:30:02.087Z')),
  },
  {
    title: 'OrganizationExport',
    description: 'An archive of what athletes share, as one person asked for it.',
  },
);

export const ExportResponse = Shape(
  { status: Ok, data: Data({ export: OrganizationExport }) },
  { title: 'OrganizationExportResponse' },
);
export const ExportsQuery = Type.Object({
  status: Type.Optional(OneOf(STATUSES, { description: 'Only exports in this state.' })),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});
export const ExportsResponse = Shape(
  {
    status: Ok,
    data: Data({
      exports: Type.Array(OrganizationExport, { maxItems: MAX_PAGE_SIZE, description: 'Newest first.' }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'OrganizationExportsResponse' },
);
export const DownloadResponse = Shape(
  {
    status: Ok,
    data: Data({
      download_url: Type.String({
        format: 'uri',
        maxLength: 4_096,
        description: 'Whoever has it may download.',
        examples: ['https://files.example.org/exports/019f639c.zip?expires=1784083500&signature=x4mPl3'],
      }),
      expires_in_seconds: Type.Literal(DOWNLOAD_URL_LIFETIME_S, {
        description: 'How long the link works, from now.',
      }),
    }),
  },
  { title: 'OrganizationExportLink' },
);
