import {
  comparePlannedWithDone,
  type PlannedAgainstDone,
} from '../../../training/planned-against-done/compare.ts';
import type { DoneRecording, DoneSamples } from '../../../training/planned-against-done/done-run.ts';
import type { PlannedSession } from '../../../training/planned-against-done/steps.ts';
import type { Runner } from '../../../training/planning/paces.ts';

/** A task for the thread. Samples are passed as stored text, which transfers much faster than lists. */
export type MatchTask = {
  readonly planned: PlannedSession;
  readonly recordings: readonly (Omit<DoneRecording, 'samples'> & {
    readonly streams: string | null;
    /** What hills cost is known of running alone. */
    readonly is_run: boolean;
  })[];
  readonly runner: Pick<Runner, 'paces' | 'heart_rates'>;
};

/** On a thread of `createStepMatcher`, or in place. */
export function matchSteps({ planned, recordings, runner }: MatchTask): PlannedAgainstDone {
  const done = recordings.map(({ activity_id, whole, laps, streams, is_run }) => ({
    activity_id,
    whole,
    laps,
    samples: samplesOf(streams, is_run),
  }));
  return comparePlannedWithDone(planned, done, runner);
}

function samplesOf(streams: string | null, is_run: boolean): DoneSamples | null {
  if (streams === null) return null;
  const { time_s, altitude_m, ...others }: Partial<DoneSamples> = JSON.parse(streams);
  return time_s === undefined ? null : { time_s, ...others, ...(is_run ? { altitude_m } : {}) };
}
