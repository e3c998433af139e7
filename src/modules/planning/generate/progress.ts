import type { Language } from '../../../shared/languages.ts';
import { phrase } from '../../../words/index.ts';
import type { PlanBrief, ProgressStatus } from '../engine/engine.ts';

export type Progress = {
  readonly type: 'progress';
  readonly status: ProgressStatus;
  readonly message: string;
  /** Percent, never less than before. */
  readonly progress: number;
};

/** What is left for the end: checks, and the result itself. */
const MOST_BEFORE_THE_END = 99;

/** Tells how far something is, and nothing where nothing is new. */
export function createProgress(language: Language): (status: ProgressStatus, percent: number) => Progress[] {
  let last: Progress | undefined;
  return (status, percent) => {
    const reached =
      status === 'finished' ? 100 : Math.min(MOST_BEFORE_THE_END, Math.max(0, Math.floor(percent)));
    const progress = Math.max(last?.progress ?? 0, reached);
    if (last?.status === status && last.progress === progress) return [];
    const message = phrase(language, `planning.progress.${status}`);
    last = { type: 'progress', status, message, progress };
    return [last];
  };
}

/** How many workouts there are to be, as far as can be told before there are any: a race may be one more. */
export function expectedWorkouts({ weeks, workout_days, constraints, draft }: PlanBrief): number {
  const usual = workout_days.filter((day) => !constraints.days_off.includes(day)).length;
  if (draft === null) return weeks * usual;
  return draft.weeks.reduce((sum, { days }) => sum + (days?.length ?? usual), 0);
}
