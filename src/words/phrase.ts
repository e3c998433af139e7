import { isLiteralElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Formatters, formatToParts } from 'intl-messageformat';
import { type InEachLanguage, LANGUAGES, type Language } from '../shared/languages.ts';
import type { Messages } from './generated/messages.ts';
import { readCatalog } from './read-catalog.ts';

export type MessageKey = keyof Messages;

/** What the text of a key leaves open; of one of several keys, what any of them leaves open. */
type ValuesOf<Key extends MessageKey> = (
  Key extends MessageKey
    ? (values: Messages[Key]) => void
    : never
) extends (values: infer Values) => void
  ? Values
  : never;

type ValuesArgument<Key extends MessageKey> = keyof ValuesOf<Key> extends never
  ? []
  : [values: Readonly<ValuesOf<Key>>];

export type Phrases = <Key extends MessageKey>(key: Key, ...values: ValuesArgument<Key>) => string;

/** Texts that say the same thing in other words: their keys are this one with `.1`, `.2` and so on behind it. */
type KeyInTurn = MessageKey extends infer Key ? (Key extends `${infer Start}.1` ? Start : never) : never;

type KeyOfTurn<Start extends KeyInTurn> = Extract<MessageKey, `${Start}.${number}`>;

export type PhrasesInTurn = <Start extends KeyInTurn>(
  start: Start,
  ...values: ValuesArgument<KeyOfTurn<Start>>
) => string;

type Values = Readonly<Record<string, unknown>>;

type Compiled = string | ((values: Values) => string);

type Spoken = {
  readonly catalog: ReadonlyMap<string, string>;
  readonly compiled: Map<string, Compiled>;
  readonly turns: Map<string, number>;
  readonly formatters: Formatters;
};

/** Of each language, once it is spoken in this process: its texts, and those of them that were said before. */
const SPOKEN = new Map<Language, Spoken>();

/**
 * The text of a key, with its placeholders filled in. Values are text: they are put in as they are and never read as a message.
 * Dates, distances, durations and other quantities come as words already; only counts that a plural chooses by are numbers.
 */
export function phrase<Key extends MessageKey>(
  language: Language,
  key: Key,
  ...[values]: ValuesArgument<Key>
): string {
  return format(language, key, values);
}

/** What stands for a value that there is none of, and what a select chooses by then: `{pace, select, none {} other {, {pace}}}`. */
export const NONE = 'none';

function format(language: Language, key: string, values: Values | undefined): string {
  const message = compiledMessage(language, key);
  return typeof message === 'string' ? message : message(values ?? {});
}

/** `phrase` in one language, for who says many things in it. */
export function phrasesIn(language: Language): Phrases {
  return (key, ...values) => phrase(language, key, ...values);
}

/**
 * Says one of the texts that take turns, so that nobody reads the same one twice in a row.
 *
 * @param turn one more for each that follows: by the date of what is told, so that written anew it reads the same
 */
export function phrasesInTurn(language: Language, turn: number): PhrasesInTurn {
  return (start, ...[values]) => {
    const ways = spokenIn(language).turns.get(start);
    if (ways === undefined) throw new Error(`No texts ${start} in the catalog ${language}`);
    return format(language, `${start}.${1 + (Math.abs(Math.trunc(turn)) % ways)}`, values);
  };
}

export function inEachLanguage<Said>(
  compose: (say: Phrases, language: Language) => Said,
): InEachLanguage<Said> {
  const said = LANGUAGES.map((language) => [language, compose(phrasesIn(language), language)] as const);
  return Object.fromEntries(said) as Record<Language, Said>;
}

function compiledMessage(language: Language, key: string): Compiled {
  const { catalog, compiled, formatters } = spokenIn(language);
  const before = compiled.get(key);
  if (before !== undefined) return before;
  const text = catalog.get(key);
  if (text === undefined) throw new Error(`No text ${key} in the catalog ${language}`);
  const message = compile(text, language, formatters);
  compiled.set(key, message);
  return message;
}

/**
 * Tags are no part of our texts: `<` is a character like any other. The library's parts, and not its class of a message: that looks up all
 * languages of the machine first, which takes 10 ms of a thread's start.
 */
function compile(text: string, language: Language, formatters: Formatters): Compiled {
  const message = parse(text, { ignoreTag: true });
  const wordsOf = (values: Values): string => {
    let said = '';
    for (const { value } of formatToParts<unknown>(message, language, formatters, NO_FORMATS, values))
      said += value;
    return said;
  };
  return message.every(isLiteralElement) ? wordsOf({}) : wordsOf;
}

/** Catalogs format no numbers, dates and times. */
const NO_FORMATS = { number: {}, date: {}, time: {} };

function spokenIn(language: Language): Spoken {
  const before = SPOKEN.get(language);
  if (before !== undefined) return before;
  const catalog = readCatalog(language);
  const spoken = {
    catalog,
    compiled: new Map<string, Compiled>(),
    turns: countTurns(catalog),
    formatters: formattersOf(language),
  };
  SPOKEN.set(language, spoken);
  return spoken;
}

function countTurns(catalog: ReadonlyMap<string, string>): Map<string, number> {
  const turns = new Map<string, number>();
  for (const key of catalog.keys()) {
    const [, start, number] = /^(.+)\.(\d+)$/.exec(key) ?? [];
    if (start !== undefined) turns.set(start, Math.max(Number(number), turns.get(start) ?? 0));
  }
  return turns;
}

/** One for all messages of a language: made for each of them, the rules of plurals would take most of the time and of the memory. */
function formattersOf(language: Language): Formatters {
  const cardinal = new Intl.PluralRules(language);
  const ordinal = new Intl.PluralRules(language, { type: 'ordinal' });
  return {
    getPluralRules: (_, options) => (options?.type === 'ordinal' ? ordinal : cardinal),
    getNumberFormat: (...options) => new Intl.NumberFormat(...options),
    getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  };
}
