import { IntlMessageFormat } from 'intl-messageformat';
import { type InEachLanguage, LANGUAGES, type Language } from '../shared/languages.ts';
import type { Messages } from './generated/messages.ts';
import { readCatalog } from './read-catalog.ts';

/** What a text is asked for by: its room, and what it is within that. */
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

/** Says the text of a key in one language. */
export type Phrases = <Key extends MessageKey>(key: Key, ...values: ValuesArgument<Key>) => string;

/** A text without placeholders is kept as it is said. */
type Compiled = string | IntlMessageFormat;

type Spoken = { readonly catalog: ReadonlyMap<string, string>; readonly compiled: Map<string, Compiled> };

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
  const message = compiledMessage(language, key);
  return typeof message === 'string' ? message : String(message.format(values));
}

/** `phrase` in one language, for who says many things in it. */
export function phrasesIn(language: Language): Phrases {
  return (key, ...values) => phrase(language, key, ...values);
}

/** The same thing said in every language. */
export function inEachLanguage<Said>(
  compose: (say: Phrases, language: Language) => Said,
): InEachLanguage<Said> {
  const said = LANGUAGES.map((language) => [language, compose(phrasesIn(language), language)] as const);
  return Object.fromEntries(said) as Record<Language, Said>;
}

function compiledMessage(language: Language, key: string): Compiled {
  const { catalog, compiled } = spokenIn(language);
  const before = compiled.get(key);
  if (before !== undefined) return before;
  const text = catalog.get(key);
  if (text === undefined) throw new Error(`No text ${key} in the catalog ${language}`);
  const message = compile(text, language);
  compiled.set(key, message);
  return message;
}

/** What the parser calls words between placeholders. */
const LITERAL = 0;

/** Tags are no part of our texts: `<` is a character like any other. */
function compile(text: string, language: Language): Compiled {
  const message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  const hasPlaceholders = message.getAst().some((element) => element.type !== LITERAL);
  return hasPlaceholders ? message : String(message.format());
}

function spokenIn(language: Language): Spoken {
  const before = SPOKEN.get(language);
  if (before !== undefined) return before;
  const spoken = { catalog: readCatalog(language), compiled: new Map<string, Compiled>() };
  SPOKEN.set(language, spoken);
  return spoken;
}
