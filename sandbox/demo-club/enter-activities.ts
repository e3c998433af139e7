import {
  activitiesStored,
  anchorsOf,
  type NewRecording,
  type PackedStreams,
  packStreams,
  storeRecording,
} from '../../src/modules/activities/index.ts';
import { findUsers } from '../../src/modules/users/index.ts';
import { newId } from '../../src/shared/ids.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/shared/time.ts';
import { type TrainingAnchors, trainingLoad } from '../../src/training/activity-load.ts';
import type { DemoActivity } from './club.ts';
import { signUpTime } from './enter-people.ts';
import type { Entering } from './entering.ts';

/** Rows in one statement: fewer are slower, more only take memory. */
const BATCH = 250;
/** From the end of an activity until a platform has sent it. */
const DELIVERY_MS = 3 * MINUTE_MS;

type Owner = { readonly user_id: string; readonly signed_up_at: Date; readonly anchors: TrainingAnchors };
type NewActivity = NewRecording['activities'][number];

export type FillProgress = (step: { stage: string; done: number; total: number; unit: string }) => void;

/** Stores everybody's activities, with the streams of the recent ones, each heard of when it came. @returns how many */
export async function enterActivities(
  { tx, club, days, userIdOf }: Entering,
  {
    progress,
    signal,
  }: { readonly progress?: FillProgress | undefined; readonly signal?: AbortSignal | undefined },
): Promise<number> {
  let count = 0;
  const ids = club.athletes.map(({ key }) => userIdOf(key));
  const users = await findUsers(tx, ids);
  for (const [index, athlete] of club.athletes.entries()) {
    progress?.({ stage: 'seasons', done: index, total: club.athletes.length, unit: 'athletes' });
    signal?.throwIfAborted();
    const user = users.get(userIdOf(athlete.key));
    if (user === undefined) throw new Error(`${athlete.key} is not in the database.`);
    const { user_id } = user;
    const owner = { user_id, signed_up_at: signUpTime(club, athlete), anchors: anchorsOf(user) };
    count += await enterSeason({ tx, days }, owner, club.activities(athlete));
  }
  return count;
}

async function enterSeason(
  { tx, days }: Pick<Entering, 'tx' | 'days'>,
  owner: Owner,
  season: Iterable<DemoActivity>,
): Promise<number> {
  const { user_id } = owner;
  let activities: NewActivity[] = [];
  // Packed on other threads while the next activities are generated.
  let streams: Promise<PackedStreams>[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    count += activities.length;
    await storeRecording(tx, { user_id, activities, streams: await Promise.all(streams) });
    activities = [];
    streams = [];
  };
  for (const { streams: samples, ...activity } of season) {
    const stored = toStored(activity, owner);
    activities.push(stored);
    await days.eventsAt(stored.created_at).emit(tx, activitiesStored, { user_id });
    if (samples !== null) streams.push(pack(stored, samples));
    if (activities.length === BATCH) await flush();
  }
  await flush();
  return count;
}

async function pack(
  { id, user_id }: NewActivity,
  samples: NonNullable<DemoActivity['streams']>,
): Promise<PackedStreams> {
  return { record_id: id, user_id, data: await packStreams(samples) };
}

function toStored(
  { session_index: _, ...activity }: Omit<DemoActivity, 'streams'>,
  { user_id, signed_up_at, anchors }: Owner,
): NewActivity {
  const finished = activity.start_time.getTime() + activity.duration_s * SECOND_MS;
  // What was recorded before the athlete signed up came with the first synchronization.
  const created_at = new Date(Math.max(finished, signed_up_at.getTime()) + DELIVERY_MS);
  const training_load = trainingLoad(activity, anchors);
  return { ...activity, id: newId(), user_id, training_load, created_at, updated_at: created_at };
}
