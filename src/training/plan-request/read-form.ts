import { WEEKDAYS, type Weekday } from '../../shared/calendar.ts';
import { METRES_PER_MILE } from '../../shared/units.ts';
import type { Constraints, Excluded } from '../planning/constraints.ts';

export const FORM_WORDS = ['off', 'train', 'most', 'no', 'longRun', 'aWeek'] as const;
export const FORM_FIELDS = [
  'days_off',
  'long_run_day',
  'days_per_week',
  'max_weekly_distance_m',
  'first_week_distance_m',
  'longest_run_m',
  'exclude',
] as const satisfies readonly (keyof Constraints)[];
const WEEKEND = ['saturday', 'sunday'] as const;
const HARD = ['tempo', 'intervals', 'hills', 'race-pace', 'fartlek', 'speed'] as const;
/** The kinds of workouts that a sentence can exclude; `hard` stands for all hard kinds. */
export const FORM_KINDS = [
  ...HARD,
  'strides',
  'recovery-run',
  'cross-training',
  'strength',
  'hard',
] as const satisfies readonly (Excluded | 'hard')[];
/** No sentence of these forms is longer. */
const LONGEST = 400;

export type FormVocabulary = {
  /** Whole sentences with placeholders in braces, such as `{day}`. */
  readonly forms: Readonly<Record<(typeof FORM_FIELDS)[number], readonly string[]>>;
  readonly words: Readonly<Record<(typeof FORM_WORDS)[number], readonly string[]>>;
  readonly weekdays: Readonly<Record<Weekday | 'weekend', readonly string[]>>;
  readonly kinds: Readonly<Record<(typeof FORM_KINDS)[number], readonly string[]>>;
  readonly counts: readonly (readonly string[])[];
  readonly units: Readonly<Record<'km' | 'mi', readonly string[]>>;
  /** The words between days or kinds, and those between kinds alone. */
  readonly joint: readonly string[];
  readonly joint_of_kinds: readonly string[];
  readonly politeness: readonly string[];
};

type Form = { readonly pattern: RegExp; readonly read: (placeholders: Placeholders) => Partial<Constraints> };
type Placeholders = Readonly<Record<string, string | undefined>>;

/** Reads a sentence that as a whole is one of the forms, in any of the languages; null for any other sentence. */
export function createFormReader(
  languages: readonly FormVocabulary[],
): (sentence: string) => Partial<Constraints> | null {
  const forms = languages.flatMap(formsOf);
  return (sentence) => {
    // Removing the spaces would join two numbers into one.
    if (sentence.length > LONGEST || /\d\s+\d/u.test(sentence)) return null;
    const text = plain(sentence);
    for (const { pattern, read } of forms) {
      const placeholders = pattern.exec(text)?.groups;
      if (placeholders !== undefined) return read(placeholders);
    }
    return null;
  };
}

/** Folds case, width, apostrophes and spaces, by which words do not differ. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘]/gu, "'").replace(/\s+/gu, '');
}

function formsOf(vocabulary: FormVocabulary): Form[] {
  const words = wordsOf(vocabulary);
  const placeholders = placeholdersOf(vocabulary, words);
  return FORM_FIELDS.flatMap((field) =>
    vocabulary.forms[field].map((form) => ({
      pattern: patternOf(form, placeholders),
      read: (said: Placeholders) => readSlots(field, said, words),
    })),
  );
}

type Words = {
  readonly day: ReadonlyMap<string, readonly Weekday[]>;
  readonly days: ReadonlyMap<string, readonly Weekday[]>;
  readonly kinds: ReadonlyMap<string, readonly Excluded[]>;
  readonly counts: ReadonlyMap<string, number>;
  /** The metres of each unit. */
  readonly units: ReadonlyMap<string, number>;
};

function wordsOf({ weekdays, kinds, counts, units }: FormVocabulary): Words {
  const day = mapOf(WEEKDAYS.map((name) => [weekdays[name], [name]]));
  return {
    day,
    days: new Map<string, readonly Weekday[]>([...day, ...mapOf([[weekdays.weekend, WEEKEND]])]),
    kinds: mapOf(FORM_KINDS.map((kind) => [kinds[kind], kind === 'hard' ? HARD : [kind]])),
    counts: mapOf(counts.map((words, place) => [[...words, String(place + 1)], place + 1])),
    units: mapOf([
      [units.km, 1_000],
      [units.mi, METRES_PER_MILE],
    ]),
  };
}

function mapOf<Value>(
  entries: readonly (readonly [words: readonly string[], value: Value])[],
): ReadonlyMap<string, Value> {
  return new Map(entries.flatMap(([words, value]) => words.map((word) => [plain(word), value] as const)));
}

function placeholdersOf(
  { words, joint, joint_of_kinds, politeness }: FormVocabulary,
  { day, days, kinds, counts, units }: Words,
): Readonly<Record<string, string>> {
  const one = (known: ReadonlyMap<string, unknown>): string => anyOf([...known.keys()]);
  return {
    day: one(day),
    days: `${one(days)}(?:${anyOf(joint)}${one(days)})*`,
    kinds: `${one(kinds)}(?:${anyOf([...joint, ...joint_of_kinds])}${one(kinds)})*`,
    count: one(counts),
    distance: `\\d{1,3}(?:[.,]\\d{1,2})?${one(units)}`,
    polite: `(?:${anyOf(politeness)}+,?)`,
    ...Object.fromEntries(FORM_WORDS.map((word) => [word, anyOf(words[word])])),
  };
}

function patternOf(form: string, placeholders: Readonly<Record<string, string>>): RegExp {
  const parts = form
    .split(/\{(\w+)\}/u)
    .map((part, place) =>
      place % 2 === 0 ? RegExp.escape(plain(part)) : `(?<${part}>${placeholders[part] ?? ''})`,
    );
  return new RegExp(`^${placeholders.polite}?${parts.join('')},?${placeholders.polite}?$`, 'u');
}

function anyOf(words: readonly string[]): string {
  const sorted = words.map(plain).toSorted((one, other) => other.length - one.length);
  return `(?:${sorted.map((word) => RegExp.escape(word)).join('|')})`;
}

function readSlots(
  field: (typeof FORM_FIELDS)[number],
  said: Placeholders,
  words: Words,
): Partial<Constraints> {
  switch (field) {
    case 'days_off':
      return { days_off: allIn(said.days, words.days) };
    case 'long_run_day':
      return { long_run_day: allIn(said.day, words.day)[0] ?? null };
    case 'days_per_week':
      return { days_per_week: words.counts.get(said.count ?? '') ?? null };
    case 'exclude':
      return { exclude: allIn(said.kinds, words.kinds) };
    default:
      return { [field]: metresOf(said.distance ?? '', words) };
  }
}

function allIn<Value>(list = '', words: ReadonlyMap<string, readonly Value[]>): Value[] {
  const named = list.matchAll(new RegExp(anyOf([...words.keys()]), 'gu'));
  return [...named].flatMap(([word]) => words.get(word) ?? []);
}

function metresOf(distance: string, { units }: Words): number {
  const number = /^[\d.,]+/u.exec(distance)?.[0] ?? '';
  return Math.round(Number(number.replace(',', '.')) * (units.get(distance.slice(number.length)) ?? 0));
}
