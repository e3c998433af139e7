import type { Logger } from 'pino';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { cleanFileName } from '../../infra/object-store/content-disposition.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { activityCeiling, DEFAULT_PRIVACY, type SourcePolicies } from '../../privacy/index.ts';
import {
  fewRecords,
  type LeavingPerson,
  type PersonalData,
  type PersonalFile,
  pagesOf,
} from '../users/index.ts';
import { isAsUploaded } from './check-upload.ts';
import {
  type ActivityPlace,
  deleteAllActivities,
  findActivityPage,
  findFilePage,
  findOwnRulings,
  findRecordPage,
  findRecordStreams,
  findStreamPage,
  type OwnFile,
  type OwnRecord,
  type OwnStreams,
} from './own-data-queries.ts';
import { unpackStreams } from './pack-streams.ts';
import { removeUploads } from './remove-uploads.ts';

/** Few, since each may have hundreds of laps. */
const ACTIVITIES_A_PAGE = 100;
const FILES_A_PAGE = 500;

const TABLES = [
  'activities',
  'activity_counts',
  'activity_files',
  'activity_streams',
  'activity_records',
  'activity_rulings',
  'activity_heirs',
  'loads_to_fill',
  'latest_starts',
];

type Deps = {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly logger: Pick<Logger, 'error'>;
  readonly sourcePolicies: SourcePolicies;
  readonly jobs: Pick<Jobs, 'enqueue'>;
};

/** Workouts with their streams, and the files they came from. */
export function activityData(deps: Deps): PersonalData {
  return {
    name: 'activities',
    columns: TABLES.map((table) => `${table}.user_id`),
    files: {
      'activities.json':
        'Your activities with all laps and best efforts, private ones as well, the newest first.',
      'streams/':
        'The samples of each activity over time, as a column for each kind of value; named by its id, and by that of the ' +
        'record where another source told of the same workout.',
      'activity_records.json':
        'What each source told of your workouts, and of which activity it is; of deleted ones only what they are ' +
        'recognised by, of those that a source took back also what you had set by hand, and of those that its terms ' +
        'let be kept no longer only their id there.',
      'activity_rulings.json': 'Which of these records you said are of one workout, or are not.',
      'recordings.json': 'The recordings you uploaded, and which activities came from each.',
      'recordings/': 'Those recordings, byte by byte as you uploaded them.',
    },
    async *collect(user_id) {
      yield { name: 'activities.json', records: activityTexts(deps, user_id) };
      yield* streamFiles(deps, user_id);
      yield { name: 'activity_records.json', records: recordTexts(deps, user_id) };
      yield { name: 'activity_rulings.json', records: fewRecords(() => findOwnRulings(deps.db, user_id)) };
      yield { name: 'recordings.json', records: recordingTexts(deps, user_id) };
      yield* recordingFiles(deps, user_id);
    },
    async release(tx, { user_id }: LeavingPerson) {
      await deleteAllActivities(tx, user_id);
      await deps.jobs.enqueue(tx, removeUploads, { user_id });
    },
  };
}

async function* activityTexts({ db, sourcePolicies }: Deps, user_id: string): AsyncGenerator<string[]> {
  // Owners see everything, whatever their settings are.
  const ceiling = activityCeiling({ settings: DEFAULT_PRIVACY, policies: sourcePolicies, audience: 'self' });
  const pages = pagesOf<ActivityPlace & { json: string }>(ACTIVITIES_A_PAGE, (page) =>
    findActivityPage(db, { user_id, ceiling, ...page }),
  );
  for await (const page of pages) yield page.map(({ json }) => json);
}

async function* streamFiles({ db }: Deps, user_id: string): AsyncGenerator<PersonalFile> {
  const pages = pagesOf<OwnStreams>(FILES_A_PAGE, (page) => findStreamPage(db, { user_id, ...page }));
  for await (const page of pages) {
    for (const { id, activity_id, is_shown } of page) {
      const packed = await findRecordStreams(db, { record_id: id, user_id });
      const name = is_shown ? activity_id : `${activity_id}-${id}`;
      // An activity deleted since the page was read is left out.
      if (packed) yield { name: `streams/${name}.json`, content: unpacked(packed) };
    }
  }
}

async function* recordTexts({ db }: Deps, user_id: string): AsyncGenerator<string[]> {
  const pages = pagesOf<OwnRecord>(ACTIVITIES_A_PAGE, (page) => findRecordPage(db, { user_id, ...page }));
  for await (const page of pages) yield page.map((record) => JSON.stringify(presentRecord(record)));
}

function presentRecord(record: OwnRecord): object {
  return {
    id: record.id,
    activity_id: record.activity_id,
    source: record.source,
    external_id: record.external_id,
    recording_id: record.file_id,
    ...(record.expired_at === null ? recognised(record) : {}),
    told: record.told,
    first_told_at: record.created_at.toISOString(),
    told_at: record.updated_at.toISOString(),
    expired_at: record.expired_at?.toISOString() ?? null,
  };
}

function recognised(record: OwnRecord): object {
  return {
    start_time: record.start_time.toISOString(),
    start_is: record.start_is,
    timezone: record.timezone,
    sport_type: record.sport_type,
    duration_s: record.duration_s,
    distance_m: record.distance_m,
    set_by_hand: record.edits,
  };
}

async function* unpacked(packed: Buffer): AsyncGenerator<string> {
  yield await unpackStreams(packed);
}

async function* recordingTexts({ db }: Deps, user_id: string): AsyncGenerator<string[]> {
  const pages = pagesOf<OwnFile>(FILES_A_PAGE, (page) => findFilePage(db, { user_id, ...page }));
  for await (const page of pages) yield page.map((file) => JSON.stringify(presentFile(file)));
}

function presentFile(file: OwnFile): object {
  return {
    id: file.id,
    file: recordingName(file),
    file_name: file.file_name,
    size_bytes: file.size_bytes,
    sha256: file.sha256.toString('hex'),
    uploaded_at: file.created_at.toISOString(),
    activity_ids: file.activity_ids,
  };
}

/** The uploaded name, without unsafe characters, after an id that keeps names distinct. */
function recordingName({ id, file_name }: OwnFile): string {
  return `recordings/${id}-${cleanFileName(file_name.replaceAll(/[<>:"|?*]/g, '_'))}`;
}

async function* recordingFiles({ db, store, logger }: Deps, user_id: string): AsyncGenerator<PersonalFile> {
  const pages = pagesOf<OwnFile>(FILES_A_PAGE, (page) => findFilePage(db, { user_id, ...page }));
  for await (const page of pages) {
    for (const file of page) {
      // Checked first, since nothing written to the archive can be taken back.
      const sound = await isAsUploaded({ store, logger }, file);
      yield { name: recordingName(file), content: sound ? objectBytes(store, file.object_key) : null };
    }
  }
}

/** Opened when it is read, so that nothing stays open of a file that nobody comes to. */
async function* objectBytes(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  const object = await store.get(key);
  if (object === null) throw new Error('An uploaded file went away while its owner took it out.');
  for await (const chunk of object.body) yield chunk;
}
