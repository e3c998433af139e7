import { type PreparedEvent, preparedEvent } from '../../../http/sse.ts';
import type { Language } from '../../../shared/languages.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { phrase } from '../../../words/index.ts';
import type { DraftStep, PlanStep, ProgressStatus } from '../engine/engine.ts';
import { planOfSteps } from '../engine/engine.ts';
import { presentWeek, type presentWorkout } from '../present-workout.ts';
import type { GenerateDeps, Generation } from './generate-plan.ts';
import type { Prepared } from './prepare-brief.ts';
import { presentDraft, presentPlan, presentRead, presentReadiness, presentRemarks } from './present.ts';

type Deps = Pick<GenerateDeps, 'clock'>;
type Progress = {
  readonly type: 'progress';
  readonly status: ProgressStatus;
  readonly message: string;
  /** Percent, never less than in an earlier event. */
  readonly progress: number;
};

type WeeklyInfo = Readonly<Record<string, ReturnType<typeof presentWeek>>>;
type Counted = Progress & { readonly count: number; readonly total: number };

type DraftEvent = Progress | { readonly type: 'result'; readonly data: ReturnType<typeof presentDraft> };
type BatchEvent = Counted | { readonly type: 'result'; readonly data: ReturnType<typeof presentPlan> };
type PlanEvent =
  | Counted
  | { readonly type: 'workout'; readonly data: ReturnType<typeof presentWorkout> }
  | { readonly type: 'weekly_info'; readonly data: WeeklyInfo }
  | ({
      readonly type: 'result';
      readonly total_workouts: number;
      readonly paces_from: Prepared['brief']['paces_from'];
      readonly weekly_info: WeeklyInfo;
      readonly readiness: ReturnType<typeof presentReadiness>;
      readonly engine: string;
      readonly generated_at: string;
    } & ReturnType<typeof presentRead> &
      ReturnType<typeof presentRemarks>);

/** The events of a draft: `progress`, then `result`. */
export async function* draftEvents(
  { clock }: Deps,
  { prepared, steps }: Generation<DraftStep>,
): AsyncGenerator<readonly DraftEvent[], void> {
  const tell = createProgress(prepared.caller_language);
  yield tell('preparing', 0);
  for await (const step of steps) {
    if (step.type === 'progress') {
      yield tell(step.status, step.progress);
      continue;
    }
    const made = { prepared, result: step, engine: step.engine, generated_at: clock.now() };
    yield [...tell('finished', 100), { type: 'result', data: presentDraft(made) }];
  }
}

/** The events of a plan: each `workout`, `weekly_info` after the last workout of a week, `progress` between them, then `result`. */
export async function* planEvents(
  { clock }: Deps,
  { prepared, steps }: Generation<readonly PlanStep[]>,
): AsyncGenerator<readonly (PlanEvent | PreparedEvent)[], void> {
  const counter = createCounter(prepared);
  const weekly_info: Record<string, ReturnType<typeof presentWeek>> = {};
  const eventsOf = (step: PlanStep): (PlanEvent | PreparedEvent)[] => {
    const told = counter.after(step);
    if (step.type === 'workout')
      return [...told, preparedEvent('workout', `{"type":"workout","data":${step.json}}`)];
    if (step.type === 'week') {
      const week = presentWeek(step.week);
      weekly_info[step.week_number] = week;
      return [...told, { type: 'weekly_info', data: { [step.week_number]: week } }];
    }
    if (step.type !== 'plan') return told;
    const { engine } = step;
    const generated_at = clock.now().toISOString();
    return [
      ...told,
      {
        type: 'result',
        total_workouts: counter.workouts(),
        paces_from: prepared.brief.paces_from,
        weekly_info,
        readiness: presentReadiness(step.readiness, prepared.brief),
        ...presentRead(prepared.brief),
        ...presentRemarks(step, prepared),
        engine,
        generated_at,
      },
    ];
  };
  yield counter.tell('preparing', 0);
  for await (const some of steps) yield some.flatMap(eventsOf);
}

/** The events of a plan in one piece: `progress`, then a `result` with all workouts. */
export async function* batchEvents(
  { clock }: Deps,
  { prepared, steps }: Generation<readonly PlanStep[]>,
): AsyncGenerator<readonly BatchEvent[], void> {
  const counter = createCounter(prepared);
  const all: PlanStep[] = [];
  yield counter.tell('preparing', 0);
  for await (const some of steps) {
    all.push(...some);
    yield some.flatMap((step): BatchEvent[] => {
      const told = counter.after(step);
      if (step.type !== 'plan') return told;
      const result = { ...step, plan: planOfSteps(all) };
      const made = { prepared, result, engine: step.engine, generated_at: clock.now() };
      return [...told, { type: 'result', data: presentPlan(made) }];
    });
  }
}

/** Adds to each progress event the number of workouts so far and in all. */
function createCounter({ brief, caller_language }: Generation<unknown>['prepared']) {
  const tell = createProgress(caller_language);
  let count = 0;
  let total = expectedWorkouts(brief);
  const counted = (told: readonly Progress[]): Counted[] =>
    told.map((progress) => ({ ...progress, count, total: Math.max(total, count) }));
  return {
    tell: (status: ProgressStatus, percent: number) => counted(tell(status, percent)),
    workouts: () => count,
    /** Counts a workout, passes on the engine's progress, and takes the count as the total at the end. */
    after: (step: PlanStep): Counted[] => {
      if (step.type === 'workout') count += 1;
      if (step.type === 'progress') return counted(tell(step.status, step.progress));
      if (step.type !== 'plan') return [];
      total = count;
      return counted(tell('finished', 100));
    },
  };
}

/** The last percent is reserved for the checks and the result. */
const MOST_BEFORE_THE_END = 99;

/** Makes progress events; empty where nothing has changed. */
function createProgress(language: Language): (status: ProgressStatus, percent: number) => Progress[] {
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

/** The expected number of workouts; a race may be one more. */
function expectedWorkouts({ weeks, workout_days, constraints, draft }: PlanBrief): number {
  const usual = workout_days.filter((day) => !constraints.days_off.includes(day)).length;
  if (draft === null) return weeks * usual;
  return draft.weeks.reduce((sum, { days }) => sum + (days?.length ?? usual), 0);
}
