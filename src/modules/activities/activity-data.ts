import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { cleanFileName } from '../../infra/object-store/content-disposition.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { activityCeiling, DEFAULT_PRIVACY, type SourcePolicies } from '../../privacy/index.ts';
import { type LeavingPerson, type PersonalData, type PersonalFile, pagesOf } from '../users/index.ts';
import {
  type ActivityPlace,
  deleteAllActivities,
  findActivityPage,
  findFilePage,
  findStreamPage,
  type OwnFile,
} from './own-data-queries.ts';
import { unpackStreams } from './pack-streams.ts';
import { findStreams } from './queries.ts';
import { removeUploads } from './remove-uploads.ts';

/** Few, since each may have hundreds of laps. */
const ACTIVITIES_A_PAGE = 100;
const FILES_A_PAGE = 500;

type Deps = {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly sourcePolicies: SourcePolicies;
  readonly jobs: Pick<Jobs, 'enqueue'>;
};

/** Workouts with their streams, and the files they came from. */
export function activityData(deps: Deps): PersonalData {
  return {
    name: 'activities',
    columns: ['activities.user_id', 'activity_files.user_id', 'activity_streams.user_id'],
    files: {
      'activities.json':
        'Your activities with all laps and best efforts, private ones as well, the newest first.',
      'streams/':
        'The samples of each activity over time, as a column for each kind of value; named by its id.',
      'recordings.json': 'The recordings you uploaded, and which activities came from each.',
      'recordings/': 'Those recordings, byte by byte as you uploaded them.',
    },
    async *collect(user_id) {
      yield { name: 'activities.json', records: activityTexts(deps, user_id) };
      yield* streamFiles(deps, user_id);
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
  const pages = pagesOf<ActivityPlace>(FILES_A_PAGE, (page) => findStreamPage(db, { user_id, ...page }));
  for await (const page of pages) {
    for (const { id } of page) {
      const packed = await findStreams(db, { activity_id: id, user_id });
      // Deleted since the page was read: then it is no longer theirs to take along.
      if (packed) yield { name: `streams/${id}.json`, content: unpacked(packed) };
    }
  }
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

/** The name as uploaded, without what some system does not take, behind an id that keeps two of them apart. */
function recordingName({ id, file_name }: OwnFile): string {
  return `recordings/${id}-${cleanFileName(file_name.replaceAll(/[<>:"|?*]/g, '_'))}`;
}

async function* recordingFiles({ db, store }: Deps, user_id: string): AsyncGenerator<PersonalFile> {
  const pages = pagesOf<OwnFile>(FILES_A_PAGE, (page) => findFilePage(db, { user_id, ...page }));
  for await (const page of pages) {
    for (const file of page) {
      const found = (await store.head(file.object_key)) !== null;
      yield { name: recordingName(file), content: found ? objectBytes(store, file.object_key) : null };
    }
  }
}

/** Opened when it is read, so that nothing stays open of a file that nobody comes to. */
async function* objectBytes(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  const object = await store.get(key);
  if (object === null) throw new Error('An uploaded file went away while its owner took it out.');
  for await (const chunk of object.body) yield chunk;
}
