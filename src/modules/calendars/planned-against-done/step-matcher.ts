import { fileURLToPath } from 'node:url';
import { createThreads, ThreadEnded } from '../../../infra/threads/index.ts';
import {
  comparePlannedWithDone,
  type PlannedAgainstDone,
} from '../../../training/planned-against-done/compare.ts';
import { shuttingDown } from '../../activities/index.ts';
import { type MatchTask, matchSteps } from './match-worker.ts';

/** Compares plans with recordings on a thread: hours of samples take tens of milliseconds. */
export type StepMatcher = {
  /**
   * @param user_id whose it is: where several wait, one of each goes in turn
   * @throws shuttingDown
   */
  match(task: MatchTask, user_id: string): Promise<PlannedAgainstDone>;
  close(): Promise<void>;
};

/** A hundred times what half a day of samples takes. */
const TIMEOUT_MS = 20_000;
const MEMORY_MB = 96;
const YOUNG_MEMORY_MB = 16;
/** Laps alone are compared in place, which costs no more than a thread. */
const FEW_LAPS = 40;

export function createStepMatcher(): StepMatcher {
  const threads = createThreads<MatchTask, PlannedAgainstDone>({
    filename: fileURLToPath(new URL('./match-worker.ts', import.meta.url)),
    name: 'matchSteps',
    maxThreads: 1,
    timeoutMs: TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    youngMemoryMb: YOUNG_MEMORY_MB,
  });
  return {
    async match(task, user_id) {
      if (isSmall(task)) return matchSteps(task);
      try {
        return await threads.run(task, user_id);
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        if (error.reason === 'closing') throw shuttingDown({ cause: error });
        // When the thread fails, the steps are unknown.
        return comparePlannedWithDone(task.planned, [], task.runner);
      }
    },
    close: () => threads.close(),
  };
}

function isSmall({ recordings }: MatchTask): boolean {
  const laps = recordings.reduce((sum, recording) => sum + recording.laps.length, 0);
  return laps <= FEW_LAPS && recordings.every(({ streams }) => streams === null);
}
