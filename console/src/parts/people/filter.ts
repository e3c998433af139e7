import { fold } from '../../fold.ts';
import type { Person } from './people.ts';

/** What is typed to filter: `level:beginner group:track no:plan` and words of a name. */
export type Filter = {
  readonly words: readonly string[];
  readonly terms: readonly Term[];
  /** What looks like a term and is none, to be marked: nothing typed is dropped without a word. */
  readonly unknown: readonly string[];
};
type Term = { readonly key: Key; readonly value: string };

const KEYS = ['level', 'group', 'label', 'plan', 'no', 'has'] as const;
type Key = (typeof KEYS)[number];

/** What somebody can have or not have. */
const THINGS: Readonly<Record<string, (person: Person) => boolean>> = {
  plan: ({ week, member }) =>
    week === null ? (member?.profile_status?.has_training_plan ?? false) : week.plans.length > 0,
  connection: ({ member }) => isConnected(member),
  push: ({ metrics }) => metrics.has_push_token,
  group: ({ groups }) => groups.length > 0,
  label: ({ metrics }) => metrics.labels.length > 0,
  level: ({ metrics }) => metrics.member_level !== null,
  coach: ({ member }) => member !== null && member.coach_id !== null,
  run: ({ metrics }) => metrics.last_activity != null,
};

export function isConnected(member: Person['member']): boolean {
  return member?.profile_status?.has_garmin === true || member?.profile_status?.has_strava === true;
}

const TOKEN = /(?:(\p{L}+):)?(?:"([^"]*)"?|(\S+))/gu;

/** @param typed words and `key:value`; a value with spaces stands in quotes */
export function readFilter(typed: string): Filter {
  const words: string[] = [];
  const terms: Term[] = [];
  const unknown: string[] = [];
  for (const [whole, prefix, quoted, bare] of typed.matchAll(TOKEN)) {
    const value = fold(quoted ?? bare ?? '');
    if (prefix === undefined) {
      if (value !== '') words.push(value);
      continue;
    }
    const key = KEYS.find((one) => one === prefix.toLocaleLowerCase());
    const isThing = key !== 'no' && key !== 'has' ? true : Object.hasOwn(THINGS, value);
    if (key === undefined || !isThing) unknown.push(whole);
    else if (value !== '') terms.push({ key, value });
  }
  return { words, terms, unknown };
}

export function matches(person: Person, { words, terms }: Filter): boolean {
  return words.every((word) => person.folded.includes(word)) && terms.every((term) => holds(person, term));
}

/** Levels, labels, groups and plans are few among many people; folding the same ones for each takes most of the time. */
const folded = new Map<string, string>();

function foldOnce(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const made = fold(text);
  folded.set(text, made);
  return made;
}

function holds(person: Person, { key, value }: Term): boolean {
  switch (key) {
    case 'level':
      return foldOnce(person.metrics.member_level ?? '').startsWith(value);
    case 'group':
      return person.groups.some(({ name }) => foldOnce(name).includes(value));
    case 'label':
      return person.metrics.labels.some((label) => foldOnce(label).includes(value));
    case 'plan':
      return person.week?.plans.some(({ title }) => foldOnce(title).includes(value)) ?? false;
    case 'has':
      return THINGS[value]?.(person) ?? true;
    case 'no':
      return !(THINGS[value]?.(person) ?? false);
  }
}
