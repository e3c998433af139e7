import { invalidField } from '../../../../shared/errors.ts';
import type { NewSample } from '../../health/store-health-samples.ts';
import { MAX_SAMPLES, MAX_WORKOUTS, type SampleInput, type SyncBody, type Workout } from './contract.ts';
import { checkWorkout, type PhoneWorkout } from './phone-workout.ts';
import { readMetrics } from './read-metrics.ts';
import { readRecords } from './read-records.ts';
import { readExportedWorkout, readNativeWorkout } from './read-workouts.ts';
import type { PhoneSync, Reading } from './reading.ts';
import { readStages } from './sleep-stages.ts';
import { has, listIn, type Members, readMoment } from './wire.ts';

/**
 * Reads the body of a sync in any of its forms. A body with an unreadable part is refused as a whole, naming the place: the phone keeps
 * its data, and sends them again once that is fixed.
 *
 * @throws AppError 400
 */
export function readSync(body: SyncBody, reading: Reading): PhoneSync {
  const { workouts, heart_rate_samples, hrv_samples, sync_date, data } = body;
  if (data === undefined && [workouts, heart_rate_samples, hrv_samples].every((list) => list === undefined)) {
    throw invalidField('workouts', 'is required, or heart_rate_samples, hrv_samples or data');
  }
  if (sync_date != null) readMoment(sync_date, 'sync_date', reading.now);
  const batch = data === undefined ? NOTHING : readBatch(data, reading);
  const sync = {
    workouts: [...(workouts ?? []).map((one, index) => readWorkout(one, index, reading)), ...batch.workouts],
    samples: [
      ...readSamples(heart_rate_samples ?? [], 'heart_rate_samples', 'heart_rate_bpm', reading),
      ...readSamples(hrv_samples ?? [], 'hrv_samples', 'hrv_sdnn_ms', reading),
      ...batch.samples,
    ],
    days: batch.days,
  };
  requireAtMost('workouts', sync.workouts.length, MAX_WORKOUTS);
  requireAtMost('samples', sync.samples.length, MAX_SAMPLES);
  return sync;
}

const NOTHING: PhoneSync = { workouts: [], samples: [], days: [] };

function requireAtMost(what: 'workouts' | 'samples', count: number, limit: number): void {
  if (count <= limit) return;
  throw invalidField(what, `are ${count}; send at most ${limit} at once, and the others after them`);
}

function readWorkout(workout: Workout, index: number, { now }: Reading): PhoneWorkout {
  const path = `workouts.${index}`;
  return checkWorkout(
    {
      path,
      uuid: workout.uuid || null,
      kind: workout.workout_type,
      is_indoor: false,
      start: readMoment(workout.start_date, `${path}.start_date`, now),
      end: readMoment(workout.end_date, `${path}.end_date`, now),
      moving_time_s: null,
      distance_m: workout.total_distance ?? null,
      energy_kcal: workout.total_energy_burned ?? null,
      average_heart_rate_bpm: workout.heart_rate_avg ?? null,
      max_heart_rate_bpm: workout.heart_rate_max ?? null,
      elevation_gain_m: null,
      elevation_loss_m: null,
      origin: workout.source_bundle_id ?? '',
      device_name: workout.source_name ?? null,
      samples: [],
    },
    { end: 'end_date', distance: 'total_distance' },
  );
}

function readSamples(
  samples: readonly SampleInput[],
  list: string,
  kind: NewSample['kind'],
  { now }: Reading,
): NewSample[] {
  return samples.map(({ date, value, source_bundle_id }, index) => ({
    kind,
    taken_at: readMoment(date, `${list}.${index}.date`, now).at,
    origin: source_bundle_id ?? '',
    value,
    lowest: null,
    highest: null,
  }));
}

function readBatch(data: Members, reading: Reading): PhoneSync {
  const metrics = readMetrics(listIn(data, 'metrics', 'data'), reading);
  const records = readRecords(listIn(data, 'records', 'data'), reading);
  return {
    workouts: listIn(data, 'workouts', 'data').map(({ item, path }) =>
      has(item, 'startDate')
        ? readNativeWorkout(item, path, reading)
        : readExportedWorkout(item, path, reading),
    ),
    samples: [...metrics.samples, ...records.samples],
    days: [...metrics.days, ...records.days, ...readStages(listIn(data, 'sleep', 'data'), reading)],
  };
}
