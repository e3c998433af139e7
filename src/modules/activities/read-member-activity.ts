import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { UserActor } from '../../http/actor.ts';
import { type Queryable, SNAPSHOT } from '../../infra/db/database.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import {
  type ActivityCeiling,
  type Audience,
  activityCeiling,
  admits,
  admitsFile,
  DEFAULT_PRIVACY,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { loadOrganizationAccess, requireAllowed } from '../organizations/index.ts';
import type { StoredActivity } from './activity.ts';
import { isAsUploaded } from './check-upload.ts';
import { noSuchActivity, noSuchFile } from './errors.ts';
import { unpackStreams } from './pack-streams.ts';
import { mayReadTraining } from './policy.ts';
import { type ActivityView, viewStoredActivity } from './present.ts';
import { type StreamsView, viewStreamsText } from './present-streams.ts';
import {
  type FileOfActivity,
  findActivity,
  findFilesOfActivity,
  findMemberActivity,
  findStreamsWithSource,
} from './queries.ts';
import type { ReadDeps } from './read-activities.ts';

export type FileDeps = ReadDeps & {
  readonly store: ObjectStore;
  readonly logger: Pick<Logger, 'error'>;
};

type MemberActivityId = {
  readonly org_id: string;
  readonly user_id?: string;
  readonly activity_id: string;
};
type Audiences = Extract<Audience, 'coach' | 'organization_api'>;
type Asked = MemberActivityId & { readonly audience: Audiences };

type Of<What> = What & { readonly athlete_id: string };

/** @throws AppError 403, 404 unless the caller coaches the organization */
export async function requireTrainingReader(
  { db }: Pick<ReadDeps, 'db'>,
  actor: UserActor,
  org_id: string,
): Promise<void> {
  const access = await loadOrganizationAccess(db, org_id, actor);
  requireAllowed(mayReadTraining(access), 'Only coaches of the organization may read training.');
}

/** @throws noSuchActivity also where it is hidden, or its owner is no athlete of the organization */
export async function readMemberActivity(
  deps: ReadDeps,
  asked: Asked,
): Promise<Of<{ readonly activity: ActivityView }>> {
  const { activity, ceiling } = await findShown(deps.db, deps.sourcePolicies, asked);
  const view = viewStoredActivity(ceiling, activity);
  if (view === null) throw noSuchActivity();
  return { activity: view, athlete_id: activity.user_id };
}

/** @throws noSuchActivity as above */
export async function readMemberStreams(
  deps: ReadDeps,
  asked: Asked,
): Promise<Of<StreamsView & { readonly made_of: readonly (string | Uint8Array)[] }>> {
  // One transaction: what is added after sharing ended must not be seen under the former settings.
  const { activity, ceiling, packed } = await deps.db.transaction(async (tx) => {
    const shown = await findShown(tx, deps.sourcePolicies, asked);
    const { id, user_id } = shown.activity;
    return { ...shown, packed: await findStreamsWithSource(tx, { activity_id: id, user_id }) };
  }, SNAPSHOT);
  // A merged activity has the samples of one source.
  const isOpen = packed !== null && admits(ceiling, { ...activity, source: packed.source });
  const text = isOpen && ceiling.stream_columns.shown.length > 0 ? await unpackStreams(packed.data) : null;
  const view = viewStreamsText(ceiling, activity, text);
  if (view === null) throw noSuchActivity();
  // The packed samples determine the text, and are a fifth as long; but they change with what is withheld as well.
  const isWhole = isOpen && ceiling.stream_columns.hidden.length === 0;
  const made_of = [isWhole ? packed.data : view.json];
  return { ...view, made_of, athlete_id: activity.user_id };
}

export type OpenFile = {
  readonly file_name: string;
  readonly size_bytes: number;
  readonly body: Readable;
};

export async function openMemberFile(deps: FileDeps, asked: Asked): Promise<Of<OpenFile>> {
  const { activity, ceiling, files } = await deps.db.transaction(async (tx) => {
    const shown = await findShown(tx, deps.sourcePolicies, asked);
    const { id, user_id } = shown.activity;
    return { ...shown, files: await findFilesOfActivity(tx, { activity_id: id, user_id }) };
  }, SNAPSHOT);
  return { ...(await openFirst(deps, ceiling, files)), athlete_id: activity.user_id };
}

/** Of an athlete's own activity. @throws noSuchActivity, noSuchFile */
export async function openOwnFile(
  deps: FileDeps,
  { user_id }: UserActor,
  activity_id: string,
): Promise<OpenFile> {
  // Owners see everything, whatever their settings are.
  const ceiling = activityCeiling({
    settings: DEFAULT_PRIVACY,
    policies: deps.sourcePolicies,
    audience: 'self',
  });
  if ((await findActivity(deps.db, { activity_id, user_id })) === null) throw noSuchActivity();
  return await openFirst(deps, ceiling, await findFilesOfActivity(deps.db, { activity_id, user_id }));
}

async function findShown(
  db: Queryable,
  policies: SourcePolicies,
  { audience, ...id }: Asked,
): Promise<{ activity: StoredActivity; ceiling: ActivityCeiling }> {
  const found = await findMemberActivity(db, id);
  if (found === null) throw noSuchActivity();
  const ceiling = activityCeiling({ settings: found.settings, policies, audience });
  if (!admits(ceiling, found.activity)) throw noSuchActivity();
  return { activity: found.activity, ceiling };
}

/** The first readable one, where several files belong to an activity. */
async function openFirst(
  deps: FileDeps,
  ceiling: ActivityCeiling,
  files: readonly FileOfActivity[],
): Promise<OpenFile> {
  const file = files.find((one) => admitsFile(ceiling, { ...one, source: 'upload' }));
  // Checked first, since nothing sent can be taken back.
  if (file === undefined || !(await isAsUploaded(deps, file))) throw noSuchFile();
  const object = await deps.store.get(file.object_key);
  if (object === null) throw noSuchFile();
  return { file_name: file.file_name, size_bytes: object.size_bytes, body: object.body };
}
