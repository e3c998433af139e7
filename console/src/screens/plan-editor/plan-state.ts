import type { Schemas } from '../../client/api.ts';
import type { Athlete, Form } from './form.ts';

export type Workout = Schemas['PlanWorkout'];
type WeekInfo = Schemas['PlanWeek'];
export type Finding = Schemas['PlanFinding'];
export type Sentence = Schemas['SentenceNotActedOn'];
export type Week = { readonly workouts: readonly Workout[]; readonly info: WeekInfo | null };
/** By their numbers, from 1. */
export type Weeks = Readonly<Record<number, Week>>;

/** What was said of a draft and of its weeks. */
export type Said = {
  readonly readiness: Schemas['Readiness'] | null;
  readonly paces_from: Schemas['PlanDraft']['paces_from'] | null;
  readonly findings: readonly Finding[];
  readonly not_acted_on: readonly Sentence[];
  readonly understood: readonly string[];
  readonly adjusted_weeks: Schemas['GeneratedPlan']['adjusted_weeks'];
  readonly coach_notes: string;
  readonly engine: string | null;
  /** What it trains for, as asked for or as the athlete's next race says. */
  readonly goal: Schemas['PlanDraft']['goal'] | null;
};

/** All that is kept of a plan that is being written. */
export type Draft = {
  readonly title: string;
  readonly form: Form;
  readonly athlete: Athlete | null;
  readonly text: string;
  readonly weeks: Weeks;
  /** The text that the weeks were made of, as long as all of them were; null where there are none, or not all. */
  readonly text_of_weeks: string | null;
  readonly said: Said;
};

/** What is being made at this moment. */
export type Task =
  | { readonly what: 'nothing' }
  | {
      readonly what: 'draft' | 'plan';
      /** In words of the server. */
      readonly message: string;
      /** Percent. */
      readonly progress: number;
      readonly count: number;
      readonly total: number | null;
      /** Weeks as they come: those before stay until these are whole. */
      readonly coming: Weeks;
      /** Whether the connection was lost and is sought anew. */
      readonly isLost: boolean;
    }
  | { readonly what: 'week'; readonly week: number };

/** Why nothing was made: the answer of the server, or the words in which a stream ended. */
export type Refusal = {
  readonly of: 'draft' | 'plan' | 'week';
  readonly error: unknown;
  readonly words?: string;
};

export type EditorState = {
  readonly draft: Draft;
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  /** What was changed last, and when: what is typed at a stretch is one step back. */
  readonly last: { readonly change: string; readonly at: number };
  readonly task: Task;
  readonly refusal: Refusal | null;
};

export const NOTHING_SAID: Said = {
  readiness: null,
  paces_from: null,
  findings: [],
  not_acted_on: [],
  understood: [],
  adjusted_weeks: [],
  coach_notes: '',
  engine: null,
  goal: null,
};
const NOTHING: Task = { what: 'nothing' };

export type Action =
  /** A change of one's own that can be undone. `typing` joins those before it. */
  | { readonly type: 'change'; readonly change: string; readonly draft: Partial<Draft>; readonly at: number }
  /** Another draft in its place, such as that of another tab. */
  | { readonly type: 'adopt'; readonly draft: Draft }
  | { readonly type: 'undo' | 'redo' }
  | { readonly type: 'begin'; readonly what: 'draft' | 'plan' | 'week'; readonly week?: number }
  | {
      readonly type: 'progress';
      readonly message: string;
      readonly progress: number;
      readonly count?: number;
      readonly total?: number;
    }
  | { readonly type: 'workout'; readonly workout: Workout }
  | { readonly type: 'week'; readonly info: Readonly<Record<string, WeekInfo>> }
  | { readonly type: 'lost'; readonly isLost: boolean }
  /** Weeks came whole; `text` is what they were made of. */
  | { readonly type: 'weeks_made'; readonly text: string; readonly said: Partial<Said> }
  | { readonly type: 'made'; readonly draft: Partial<Draft>; readonly at: number }
  | { readonly type: 'stopped' }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  | { readonly type: 'dismiss' };

const MOST_STEPS = 100;
/** What is typed without a longer rest is one step. */
const STRETCH_MS = 1_500;

export function editorState(draft: Draft): EditorState {
  return { draft, past: [], future: [], last: { change: '', at: 0 }, task: NOTHING, refusal: null };
}

export function reduce(state: EditorState, action: Action): EditorState {
  const { task } = state;
  switch (action.type) {
    case 'change':
      return changed(state, action);
    case 'adopt':
      return { ...editorState(action.draft), past: [...state.past, state.draft].slice(-MOST_STEPS) };
    case 'undo':
      return step(state, state.past.at(-1), -1);
    case 'redo':
      return step(state, state.future.at(-1), 1);
    case 'begin':
      return { ...state, refusal: null, task: begun(action.what, action.week ?? 0) };
    case 'progress':
      if (!isStreamed(task)) return state;
      return {
        ...state,
        task: {
          ...task,
          ...{ message: action.message, progress: action.progress, isLost: false },
          ...{ count: action.count ?? task.count, total: action.total ?? task.total },
        },
      };
    case 'workout':
      return isStreamed(task)
        ? { ...state, task: { ...task, coming: withWorkout(task.coming, action.workout) } }
        : state;
    case 'week':
      return isStreamed(task)
        ? { ...state, task: { ...task, coming: withInfo(task.coming, action.info) } }
        : state;
    case 'lost':
      return isStreamed(task) ? { ...state, task: { ...task, isLost: action.isLost } } : state;
    case 'weeks_made':
      // What follows from the text is no step of its own.
      if (!isStreamed(task)) return state;
      return {
        ...state,
        draft: {
          ...state.draft,
          weeks: task.coming,
          text_of_weeks: action.text,
          said: { ...state.draft.said, ...action.said },
        },
        task: NOTHING,
      };
    case 'made':
      return {
        ...changed(state, { change: 'made', draft: action.draft, at: action.at }),
        task: NOTHING,
        refusal: null,
      };
    case 'stopped':
      return { ...state, draft: withWhatCame(state), task: NOTHING };
    case 'refused':
      return { ...state, draft: withWhatCame(state), task: NOTHING, refusal: action.refusal };
    case 'dismiss':
      return { ...state, refusal: null };
  }
}

type Streamed = Extract<Task, { coming: Weeks }>;
export const isStreamed = (task: Task): task is Streamed => 'coming' in task;

function begun(what: 'draft' | 'plan' | 'week', week: number): Task {
  if (what === 'week') return { what, week };
  return { what, message: '', progress: 0, count: 0, total: null, coming: {}, isLost: false };
}

function changed(
  state: EditorState,
  { change, draft, at }: { readonly change: string; readonly draft: Partial<Draft>; readonly at: number },
): EditorState {
  const isSameStretch =
    change === 'typing' &&
    state.last.change === 'typing' &&
    at - state.last.at < STRETCH_MS &&
    state.past.length > 0;
  return {
    ...state,
    draft: { ...state.draft, ...draft },
    past: isSameStretch ? state.past : [...state.past, state.draft].slice(-MOST_STEPS),
    future: [],
    last: { change, at },
  };
}

function step(state: EditorState, to: Draft | undefined, by: 1 | -1): EditorState {
  if (to === undefined) return state;
  const { draft, past, future } = state;
  return {
    ...state,
    draft: to,
    past: by === -1 ? past.slice(0, -1) : [...past, draft],
    future: by === -1 ? [...future, draft] : future.slice(0, -1),
    last: { change: '', at: 0 },
    refusal: null,
  };
}

/** Where there were no weeks before, those that came are shown, though they are not all. */
function withWhatCame({ draft, task }: EditorState): Draft {
  if (!isStreamed(task) || Object.keys(draft.weeks).length > 0) return draft;
  return { ...draft, weeks: task.coming, text_of_weeks: null };
}

function withWorkout(weeks: Weeks, workout: Workout): Weeks {
  const { workouts = [], info = null } = weeks[workout.week_number] ?? {};
  return { ...weeks, [workout.week_number]: { workouts: [...workouts, workout], info } };
}

function withInfo(weeks: Weeks, infos: Readonly<Record<string, WeekInfo>>): Weeks {
  const after: Record<number, Week> = { ...weeks };
  for (const [number, info] of Object.entries(infos))
    after[Number(number)] = { workouts: after[Number(number)]?.workouts ?? [], info };
  return after;
}

/** Whether there are weeks of all of the text as it is, so that they can be saved. */
export function isWhole({ text, text_of_weeks }: Draft): boolean {
  return text_of_weeks !== null && text_of_weeks === text;
}
