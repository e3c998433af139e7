import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { METRES_PER_MILE } from '../../../shared/units.ts';
import type { Constraints, Excluded } from '../../../training/planning/constraints.ts';
import { type Phrases, phrase, phrasesIn } from '../../../words/index.ts';

/** The slots of forms stand in the catalogs as they are named here. */
const SLOTS = {
  days: '{days}',
  day: '{day}',
  distance: '{distance}',
  count: '{count}',
  kinds: '{kinds}',
  off: '{off}',
  train: '{train}',
  most: '{most}',
  no: '{no}',
  longRun: '{longRun}',
  aWeek: '{aWeek}',
} as const;
/** Those that stand for a word and say nothing more. */
const WORDS = ['off', 'train', 'most', 'no', 'longRun', 'aWeek'] as const;
const FIELDS = [
  'days_off',
  'long_run_day',
  'days_per_week',
  'max_weekly_distance_m',
  'first_week_distance_m',
  'longest_run_m',
  'exclude',
] as const;
const WEEKEND = ['saturday', 'sunday'] as const;
const HARD = ['tempo', 'intervals', 'hills', 'race-pace', 'fartlek', 'speed'] as const;
const KINDS = [...HARD, 'strides', 'recovery-run', 'cross-training', 'strength', 'hard'] as const;
/** Nobody says one of these things in more characters. */
const LONGEST = 400;

type Form = { readonly pattern: RegExp; readonly read: (slots: Slots) => Partial<Constraints> };
type Slots = Readonly<Record<string, string | undefined>>;
/** Of all languages, once a sentence was read. */
let compiled: readonly Form[] | undefined;

/** What all of a sentence asks for, in whatever language it is; null where it is no form as a whole. */
export function readForm(sentence: string): Partial<Constraints> | null {
  // Numbers that only a space parts would become one.
  if (sentence.length > LONGEST || /\d\s+\d/u.test(sentence)) return null;
  const text = plain(sentence);
  compiled ??= LANGUAGES.flatMap((language) => formsOf(phrasesIn(language)));
  for (const { pattern, read } of compiled) {
    const slots = pattern.exec(text)?.groups;
    if (slots !== undefined) return read(slots);
  }
  return null;
}

/** The names of kinds of workouts that can be left out, in all languages. */
export function namesOfKinds(): readonly string[] {
  return LANGUAGES.flatMap((language) =>
    KINDS.flatMap((kind) => variants(phrase(language, `planning-forms.kind.${kind}`))),
  );
}

/** The variants of a text of the catalogs. */
export function variants(text: string, mark = '|'): string[] {
  return text.split(mark).map((one) => one.trim());
}

/** Case, width, kinds of apostrophes and all spaces are nothing that words differ by. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘]/gu, "'").replace(/\s+/gu, '');
}

function formsOf(say: Phrases): Form[] {
  const words = wordsOf(say);
  const slots = slotsOf(say, words);
  return FIELDS.flatMap((field) =>
    variants(say(`planning-forms.${field}`, SLOTS)).map((form) => ({
      pattern: patternOf(form, slots),
      read: (said: Slots) => readSlots(field, said, words),
    })),
  );
}

type Words = {
  readonly day: ReadonlyMap<string, readonly Weekday[]>;
  readonly days: ReadonlyMap<string, readonly Weekday[]>;
  readonly kinds: ReadonlyMap<string, readonly Excluded[]>;
  readonly counts: ReadonlyMap<string, number>;
  /** Metres of each. */
  readonly units: ReadonlyMap<string, number>;
};

function wordsOf(say: Phrases): Words {
  const day = mapOf(WEEKDAYS.map((name) => [say(`planning-forms.weekday.${name}`), [name]]));
  const weekend = mapOf([[say('planning-forms.weekday.weekend'), WEEKEND]]);
  const counts = variants(say('planning-forms.counts')).map((words) => words.replaceAll('/', '|'));
  return {
    day,
    days: new Map<string, readonly Weekday[]>([...day, ...weekend]),
    kinds: mapOf(KINDS.map((kind) => [say(`planning-forms.kind.${kind}`), kind === 'hard' ? HARD : [kind]])),
    counts: mapOf(counts.map((words, place) => [`${words} | ${place + 1}`, place + 1])),
    units: mapOf([
      [say('planning-forms.km'), 1_000],
      [say('planning-forms.mi'), METRES_PER_MILE],
    ]),
  };
}

function mapOf<Value>(entries: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  return new Map(
    entries.flatMap(([words, value]) => variants(words).map((word) => [plain(word), value] as const)),
  );
}

/** What each slot may hold, as the source of a pattern. */
function slotsOf(say: Phrases, { day, days, kinds, counts, units }: Words): Readonly<Record<string, string>> {
  const joint = variants(say('planning-forms.joint'));
  const jointOfKinds = [...joint, ...variants(say('planning-forms.jointOfKinds'))];
  const one = (words: ReadonlyMap<string, unknown>): string => anyOf([...words.keys()]);
  return {
    day: one(day),
    days: `${one(days)}(?:${anyOf(joint)}${one(days)})*`,
    kinds: `${one(kinds)}(?:${anyOf(jointOfKinds)}${one(kinds)})*`,
    count: one(counts),
    distance: `\\d{1,3}(?:[.,]\\d{1,2})?${one(units)}`,
    polite: `(?:${anyOf(variants(say('planning-forms.politeness')))}+,?)`,
    ...Object.fromEntries(WORDS.map((word) => [word, anyOf(variants(say(`planning-forms.${word}`)))])),
  };
}

function patternOf(form: string, slots: Readonly<Record<string, string>>): RegExp {
  const parts = form
    .split(/\{(\w+)\}/u)
    .map((part, place) =>
      place % 2 === 0 ? RegExp.escape(plain(part)) : `(?<${part}>${slots[part] ?? ''})`,
    );
  return new RegExp(`^${slots.polite}?${parts.join('')},?${slots.polite}?$`, 'u');
}

/** The longest first, so that none is read as its beginning. */
function anyOf(words: readonly string[]): string {
  const sorted = words.map(plain).toSorted((one, other) => other.length - one.length);
  return `(?:${sorted.map((word) => RegExp.escape(word)).join('|')})`;
}

function readSlots(field: (typeof FIELDS)[number], said: Slots, words: Words): Partial<Constraints> {
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

/** A comma is a decimal one. */
function metresOf(distance: string, { units }: Words): number {
  const number = /^[\d.,]+/u.exec(distance)?.[0] ?? '';
  return Math.round(Number(number.replace(',', '.')) * (units.get(distance.slice(number.length)) ?? 0));
}
