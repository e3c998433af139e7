import Type, { type Static } from 'typebox';
import {
  AnyJson,
  Count,
  EXAMPLE_IDS,
  IDS,
  Id,
  Nullable,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import { MAX_DATA_BYTES } from '../contract.ts';
import { AUDIT_EVENTS } from '../events.ts';
import { READ_KINDS } from './queries.ts';

const Reading = Shape(
  {
    data: OneOf(READ_KINDS, {
      description:
        'What was read, as far as you share it: your profile as an athlete, activities with what is summed from them, their samples over time, the files you uploaded, plans, days of health, what you said of workouts and of your days, your races, or the notes of its coaches on you.',
      examples: ['activities'],
    }),
    times: Count('How often on that day (UTC).', 12),
    last_at: timestamp('When for the last time on that day.', '2026-07-01T21:40:02.000Z'),
  },
  { title: 'Reading' },
);

const TakenOut = Shape(
  {
    from: Nullable(
      timestamp('Only workouts that began then or later; null for all.', '2026-06-01T00:00:00.000Z'),
    ),
    to: Nullable(
      timestamp('Only workouts that began then or before; null for all.', '2026-06-30T23:59:59.999Z'),
    ),
    format: OneOf(['csv', 'json', 'both'], {
      description: 'Which files the archive holds.',
      examples: ['both'],
    }),
    downloads: Count('How many links to the archive were handed out.', 1),
    last_downloaded_at: Nullable(timestamp('When the last one was.', '2026-07-15T02:31:00.000Z')),
  },
  { title: 'TakenOut' },
);

export const Access = Shape(
  {
    id: { ...Id, examples: [EXAMPLE_IDS.export_id] },
    at: timestamp('When it happened; of what was read on a day, the first time.', '2026-07-15T02:30:02.087Z'),
    event: OneOf(['data_read', 'data_exported', ...AUDIT_EVENTS], {
      description:
        'What happened: something of yours was read, or left in an archive; all others are those of the audit log of the ' +
        'organization that were about you.',
      examples: ['data_exported'],
    }),
    organization: Shape(
      {
        org_id: IDS.org_id,
        org_name: Nullable(Text(100, 'Its name; null when it was deleted since.', 'Riverside Running Club')),
      },
      { description: 'For which organization.' },
    ),
    actor: Shape(
      {
        type: OneOf(['user', 'api_key', 'app', 'system'], {
          description:
            'Who it was: a person, an API key, an application with an app key, or the server itself.',
          examples: ['api_key'],
        }),
        id: Nullable({ ...Id, description: 'The user id or the key id.', examples: [EXAMPLE_IDS.key_id] }),
        name: Nullable(
          Text(
            256,
            'The name of the person or of the key; null when there is none any more.',
            'Weekly report',
          ),
        ),
        key_prefix: Nullable(Text(64, 'How the key begins; it opens nothing.', 'ekiden_4rT9')),
      },
      { description: 'Who did it.' },
    ),
    read: Nullable({ ...Reading, description: 'What was read; null for other events.' }),
    exported: Nullable({ ...TakenOut, description: 'What left; null for other events.' }),
    data: Type.Record(Type.String(), AnyJson(MAX_DATA_BYTES), {
      description: 'More about an event of the audit log, such as the names of the fields that changed.',
      examples: [{}],
    }),
  },
  { title: 'Access', description: 'Something of yours that somebody else read, took out or changed.' },
);
export type Access = Static<typeof Access>;
