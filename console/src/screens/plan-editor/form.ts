import type { Schemas } from '../../client/api.ts';
import { readDuration } from '../../parts/read-duration.ts';

export type DraftRequest = Schemas['PlanDraftRequest'];
type Level = DraftRequest['experience_level'];
type Constraints = NonNullable<DraftRequest['constraints']>;
type Excluded = NonNullable<Constraints['exclude']>[number];
type Race = NonNullable<Constraints['races']>[number];
type Injury = NonNullable<Constraints['injuries']>[number];

export const WEEKDAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export const RACES = ['5k', '10k', 'half_marathon', 'marathon', '50k', '100k'] as const;
/** `next`: the athlete's own next race, or none. */
export const EVENTS = ['next', ...RACES, 'general'] as const;
/** What can be left out of a plan. */
export const EXCLUDABLE = [
  ...(['tempo', 'intervals', 'hills', 'speed', 'fartlek', 'strides', 'race-pace'] as const),
  ...(['recovery-run', 'cross-training', 'strength'] as const),
] as const satisfies readonly Excluded[];
export const PRIORITIES = ['a', 'b', 'c'] as const;
export const RUNNING = ['none', 'easy_only', 'no_hills', 'no_speed'] as const;
export const SOURCINGS = ['ai_generate', 'prefer_existing', 'strict_existing'] as const;
export const MAX_WEEKS = 52;
/** Of the instructions, so that the whole form can be kept in any script. */
export const MAX_INSTRUCTIONS = 4_000;

/** What is asked for, as it is typed. Distances are in the unit of the reader. */
export type Form = {
  readonly event: (typeof EVENTS)[number];
  readonly race_date: string;
  readonly target_time: string;
  readonly weeks: string;
  readonly start_date: string;
  readonly level: Level;
  readonly workout_days: readonly Weekday[];
  readonly instructions: string;
  readonly language: NonNullable<DraftRequest['language']>;
  readonly sourcing: (typeof SOURCINGS)[number];
  /** Whether what the athlete told of their days is kept to. */
  readonly keeps_to_days: boolean;
  readonly days_off: readonly Weekday[];
  readonly days_per_week: string;
  readonly long_run_day: Weekday | '';
  readonly first_week: string;
  readonly largest_week: string;
  readonly longest_run: string;
  readonly exclude: readonly (typeof EXCLUDABLE)[number][];
  readonly unavailable: readonly { readonly from: string; readonly to: string; readonly reason: string }[];
  readonly races: readonly {
    readonly date: string;
    readonly event: (typeof RACES)[number];
    readonly priority: Race['priority'];
    readonly target_time: string;
  }[];
  readonly injuries: readonly {
    readonly area: string;
    readonly from: string;
    readonly to: string;
    readonly running: Injury['running'];
  }[];
  /** Another number makes another plan of the same request. */
  readonly seed: number;
};

/** For whom the plan is. */
export type Athlete = { readonly user_id: string; readonly name: string };

export function emptyForm(of: { readonly start_date: string; readonly language: Form['language'] }): Form {
  return {
    ...of,
    event: 'half_marathon',
    race_date: '',
    target_time: '',
    weeks: '12',
    level: 'intermediate',
    workout_days: [],
    instructions: '',
    sourcing: 'ai_generate',
    keeps_to_days: true,
    days_off: [],
    days_per_week: '',
    long_run_day: '',
    first_week: '',
    largest_week: '',
    longest_run: '',
    exclude: [],
    unavailable: [],
    races: [],
    injuries: [],
    seed: 0,
  };
}

/** A form that was kept: fields that it does not know, or that another version wrote otherwise, are as in an empty one. */
export function readForm(kept: Readonly<Record<string, unknown>>, empty: Form): Form {
  const known = Object.entries(kept).filter(
    ([name, value]) =>
      name in empty &&
      typeof value === typeof empty[name as keyof Form] &&
      Array.isArray(value) === Array.isArray(empty[name as keyof Form]),
  );
  return { ...empty, ...Object.fromEntries(known) };
}

/** What is wrong with a field before the server is asked. */
export type FormFault = 'weeks' | 'start_date' | 'target_time' | 'distance';

export function faultsOf(form: Form): readonly FormFault[] {
  const weeks = Number(form.weeks);
  const times = [form.target_time, ...form.races.map(({ target_time }) => target_time)];
  const distances = [form.first_week, form.largest_week, form.longest_run];
  return [
    ...(Number.isInteger(weeks) && weeks >= 1 && weeks <= MAX_WEEKS ? [] : (['weeks'] as const)),
    ...(form.start_date === '' ? (['start_date'] as const) : []),
    ...(times.some((time) => readDuration(time) === 'unread') ? (['target_time'] as const) : []),
    ...(distances.some((text) => text.trim() !== '' && !(numberOf(text) > 0)) ? (['distance'] as const) : []),
  ];
}

/** What the server is asked for. */
export function requestOf(
  form: Form,
  of: { readonly org_id: string; readonly athlete: Athlete | null; readonly unit_m: number },
): DraftRequest {
  const { org_id, athlete, unit_m } = of;
  const metres = (text: string): number | null =>
    text.trim() === '' ? null : Math.round(numberOf(text) * unit_m);
  const time = (text: string): number | null => {
    const read = readDuration(text);
    return read === 'unread' ? null : read;
  };
  return {
    org_id,
    weeks: Number(form.weeks),
    experience_level: form.level,
    language: form.language,
    content_sourcing: form.sourcing,
    seed: form.seed,
    start_date: form.start_date,
    athlete_id: athlete?.user_id ?? null,
    constraints_from: athlete !== null && form.keeps_to_days ? 'availability' : null,
    instructions: form.instructions.trim() === '' ? null : form.instructions,
    workout_days: form.workout_days.length === 0 ? null : [...form.workout_days],
    goal:
      form.event === 'next'
        ? null
        : {
            event: form.event,
            race_date: form.race_date === '' || form.event === 'general' ? null : form.race_date,
            target_time_s: form.event === 'general' ? null : time(form.target_time),
          },
    constraints: {
      days_off: [...form.days_off],
      days_per_week: form.days_per_week.trim() === '' ? null : Number(form.days_per_week),
      long_run_day: form.long_run_day === '' ? null : form.long_run_day,
      first_week_distance_m: metres(form.first_week),
      max_weekly_distance_m: metres(form.largest_week),
      longest_run_m: metres(form.longest_run),
      exclude: [...form.exclude],
      unavailable: form.unavailable.map(({ from, to, reason }) => ({
        ...{ from, to: to === '' ? from : to },
        ...(reason.trim() !== '' && { reason }),
      })),
      races: form.races.map(({ date, event, priority, target_time }) => ({
        ...{ date, event, priority, target_time_s: time(target_time) },
      })),
      injuries: form.injuries.map(({ area, from, to, running }) => ({
        ...{ area, from, running, to: to === '' ? null : to },
      })),
    },
  };
}

export const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));

const DAY_MS = 86_400_000;

/** As many weeks as there are up to a race: what a coach means who names its day. */
export function weeksUntil(start_date: string, race_date: string): number {
  const days = (Date.parse(race_date) - Date.parse(start_date)) / DAY_MS;
  return Math.min(MAX_WEEKS, Math.max(1, Math.floor(days / 7) + 1));
}
