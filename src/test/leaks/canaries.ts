/**
 * Values that occur nowhere else, each of which tells where it comes from: texts of one form, and numbers with digits of their
 * own, also in the forms that follow from them, such as sums and paces.
 */
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import type { Activity, Club, Person } from './model.ts';

/** Whose value it is, and what decides who may see it. */
export type Canary = {
  readonly what: What;
  /** For stories, such as `laps.distance_m`. */
  readonly field: string;
  readonly subject: Person | null;
  readonly club: Club | null;
  /** Who wrote it: what one has written oneself is in one's archive for good. */
  readonly author: Person | null;
  /** All of which must be seen by whoever sees the value. */
  readonly activities: readonly Activity[];
  /** Has been deleted since. */
  is_gone: boolean;
  /** Another value has taken its place. */
  is_replaced: boolean;
  /** Is no club's matter any more, since its athlete has left the club: they keep it. */
  is_withdrawn: boolean;
};

export type What =
  | 'email'
  /** User name and display name. */
  | 'public_name'
  | 'real_name'
  | 'portrait'
  | 'zones'
  | 'race_goal'
  | 'activity'
  | 'pace'
  | 'best_efforts'
  | 'map'
  /** What each activity asked of its athlete, and sums of it. */
  | 'load'
  /** Samples over time: how the body did, how fast, and where. */
  | 'stream'
  | 'stream_motion'
  | 'stream_track'
  /** An uploaded file, in which several activities are. */
  | 'file'
  | 'health'
  | 'health_activity'
  /** Why somebody cannot train on some days, and what hurts. */
  | 'availability'
  | 'injury'
  /** Races to come and races that are over. */
  | 'race_upcoming'
  | 'race_past'
  /** What athletes say of workouts. */
  | 'feedback'
  /** What is said about a workout in one club, in a conversation there, and what its coaches note down for each other. */
  | 'comment'
  | 'message'
  | 'coach_note'
  /** Of a plan that a club gave an athlete: what was prescribed, and what their own paces made of it. */
  | 'plan'
  | 'plan_computed'
  /** The owner's alone. */
  | 'own'
  /** Nobody's. */
  | 'secret'
  /** What a club typed about somebody. */
  | 'typed'
  /** What a club wrote for its coaches alone, for planning, for its groups, and for all who belong to it. */
  | 'coaches'
  | 'planning'
  | 'groups'
  | 'settings'
  /** What a club says of its sessions to those whom they are for. */
  | 'session'
  /** What is said about one of them. */
  | 'session_comment';

export type Origin = Pick<Canary, 'what' | 'field'> &
  Partial<Pick<Canary, 'subject' | 'club' | 'author' | 'activities'>>;

export type Book = ReturnType<typeof openBook>;

/** Letters alone, which even a map line may hold; long enough never to come about by chance. */
const TEXT = /zqxvk[a-y]{8}/g;
const LETTERS = [...'abcdefghijklmnopqrstuvwxy'] as [string, ...string[]];
/** Whole tokens of digits, such as 12, 3.25 and 4:05; never a part of an id or of a longer word. */
const NUMBER = /(?<![\w.-])\d+(?:[.:]\d+)*(?![\w-])/g;

/** As calendars write a day: 20261122. */
const DATE = /^20\d{6}$/;

/** @param known what everybody may read, whose numbers are nobody's canaries */
export function openBook(random: SeededRandom, known: string) {
  const texts = new Map<string, Canary>();
  const numbers = new Map<string, Canary>();
  const public_numbers = new Set(known.match(NUMBER));
  const isTaken = (form: string): boolean => numbers.has(form) || public_numbers.has(form) || DATE.test(form);
  const all: Canary[] = [];

  const note = (origin: Origin): Canary => {
    const canary = {
      subject: null,
      club: null,
      author: null,
      activities: [],
      ...origin,
      is_gone: false,
      is_replaced: false,
      is_withdrawn: false,
    };
    all.push(canary);
    return canary;
  };
  const text = (origin: Origin): string => {
    const word = `zqxvk${Array.from({ length: 8 }, () => random.pick(LETTERS)).join('')}`;
    if (texts.has(word)) return text(origin);
    texts.set(word, note(origin));
    return word;
  };
  /** A number of which every form is nobody else's yet. */
  const number = (
    origin: Origin,
    draw: () => number,
    forms: (value: number) => readonly string[],
  ): number => {
    const value = draw();
    const tokens = forms(value);
    if (tokens.some(isTaken)) return number(origin, draw, forms);
    const canary = note(origin);
    for (const token of tokens) numbers.set(token, canary);
    return value;
  };

  return {
    all: all as readonly Canary[],
    text,
    /** Between two whole numbers, with six digits behind the point: for what is shown as it is. */
    exact: (origin: Origin, low: number, high: number): number =>
      number(
        origin,
        () =>
          Number(`${random.integer(low, high - 1)}.${random.integer(10_000, 99_999)}${random.integer(1, 9)}`),
        (value) => [String(value)],
      ),
    /** So large that it is known by its whole part: for what is rounded and added up. */
    summable: (origin: Origin, low: number, high: number): number =>
      number(origin, () => (random.integer(low, high) * 10 + random.integer(1, 9)) / 10, formsOf),
    /** A value that follows from others: where its form is taken already, it is not looked for. */
    derived: (origin: Origin, forms: readonly string[]): void => {
      const free = forms.filter((form) => !isTaken(form));
      if (free.length === 0) return;
      const canary = note(origin);
      for (const form of free) numbers.set(form, canary);
    },
    /** All canaries in a text, each once; `strangers` are words that this world has not made. */
    scan: (body: string): { found: Set<Canary>; strangers: Set<string> } => {
      const found = new Set<Canary>();
      const strangers = new Set<string>();
      for (const [word] of body.matchAll(TEXT)) {
        const canary = texts.get(word);
        if (canary === undefined) strangers.add(word);
        else found.add(canary);
      }
      for (const [token] of body.matchAll(NUMBER)) {
        const canary = token.length < 6 ? undefined : numbers.get(token);
        if (canary !== undefined) found.add(canary);
      }
      return { found, strangers };
    },
  };
}

/** As it is, whole, to the tenth, in thousands, and a quarter of it. */
export function formsOf(value: number): string[] {
  const thousands = [1, 2, 3].map((digits) => (value / 1_000).toFixed(digits));
  const tenths = (one: number): string => String(Math.round(one * 10) / 10);
  const quarter = value / 4;
  return [
    ...new Set([
      String(value),
      String(Math.round(value)),
      tenths(value),
      ...thousands,
      String(Math.round(quarter)),
      tenths(quarter),
    ]),
  ];
}
