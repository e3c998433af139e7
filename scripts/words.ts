import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANGUAGES, type Language } from '../src/shared/languages.ts';
import { NOTE_MARK } from '../src/words/read-catalog.ts';
import type { AskedKey } from './asked-keys.ts';
import { type Placeholders, readMessage } from './read-message.ts';

/** One file of a catalog: what a room says in a language. */
export type RoomFile = {
  readonly language: Language;
  readonly room: string;
  /** Notes to translators among them. */
  readonly entries: ReadonlyMap<string, unknown>;
};

/** All files of all catalogs, below `folder`. */
export function readCatalogs(folder: string): RoomFile[] {
  return LANGUAGES.flatMap((language) =>
    readdirSync(join(folder, language))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => ({
        language,
        room: basename(name, '.json'),
        entries: readEntries(join(folder, language, name)),
      })),
  );
}

function readEntries(file: string): Map<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    throw new Error(`${file} is no JSON: ${String(error)}`);
  }
}

/** English is what the others are held to. */
const isEnglish = ({ language }: RoomFile): boolean => language === 'en';
const KEY = /^[a-z][\w-]*(?:\.[\w-]+)+$/i;

/** What is wrong with the catalogs, and with what the code asks of them: one sentence each, with the key in it. */
export function faultsOf(files: readonly RoomFile[], asked: readonly AskedKey[]): string[] {
  const english = textsOf(files.filter(isEnglish));
  return [
    ...files.flatMap((file) => faultsWithin(file)),
    ...LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
      differences(
        english,
        files.filter((file) => file.language === language),
        language,
      ),
    ),
    ...unknownKeys([...english.keys()], asked),
    ...unusedKeys([...english.keys()], asked),
  ];
}

/** What can be seen in one file alone. */
function faultsWithin(file: RoomFile): string[] {
  const { language, room, entries } = file;
  return [...entries].flatMap(([entry, text]) => {
    const fault = (why: string): string[] => [`${language}: ${entry} ${why}`];
    if (typeof text !== 'string' || text.trim() === '') return fault('is no text');
    const isNote = entry.startsWith(NOTE_MARK);
    const key = isNote ? entry.slice(NOTE_MARK.length) : entry;
    if (!KEY.test(key)) return fault('is no key: names with dots between them');
    if (!key.startsWith(`${room}.`)) return fault(`does not belong into ${room}.json`);
    if (!isNote) return [...gapBefore(key, entries), ...readMessage(text, language).faults].flatMap(fault);
    if (!isEnglish(file)) return fault('is a note: notes stand in the English catalog alone');
    return entries.has(key) ? [] : fault('is a note on a text that is not there');
  });
}

/** Texts that take turns are numbered from 1 on. */
function gapBefore(key: string, entries: RoomFile['entries']): string[] {
  const [, start, number] = /^(.+\.)(\d+)$/.exec(key) ?? [];
  const before = `${start}${Number(number) - 1}`;
  return start === undefined || number === '1' || entries.has(before) ? [] : [`stands without ${before}`];
}

function textsOf(files: readonly RoomFile[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { entries } of files)
    for (const [key, text] of entries)
      if (!key.startsWith(NOTE_MARK) && typeof text === 'string') texts.set(key, text);
  return texts;
}

/** What a language has not, has beside English, or leaves open otherwise. */
function differences(
  english: ReadonlyMap<string, string>,
  files: readonly RoomFile[],
  language: Language,
): string[] {
  const texts = textsOf(files);
  const missing = [...english.keys()].filter((key) => !texts.has(key));
  const surplus = [...texts.keys()].filter((key) => !english.has(key));
  const both = [...english].flatMap(([key, text]) => {
    const other = texts.get(key);
    return other === undefined ? [] : [{ key, text, other }];
  });
  return [
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...surplus.map((key) => `${language}: ${key} is not in the English catalog`),
    ...both.flatMap(({ key, text, other }) => {
      const [ours, theirs] = [
        readMessage(text, 'en').placeholders,
        readMessage(other, language).placeholders,
      ];
      return [...compare(ours, theirs), ...compareTags(text, other)].map(
        (why) => `${language}: ${key} ${why}`,
      );
    }),
  ];
}

function compare(english: Placeholders, other: Placeholders): string[] {
  const names = [...new Set([...english.keys(), ...other.keys()])].sort();
  return names.flatMap((name) => {
    const [ours, theirs] = [english.get(name), other.get(name)];
    if (theirs === undefined) return [`has no {${name}}, which English has`];
    if (ours === undefined) return [`has {${name}}, which English has not`];
    const surplus = [...theirs.options].filter((option) => !ours.options.has(option));
    return [
      ...(ours.counts === theirs.counts || !theirs.counts
        ? []
        : [`counts by {${name}}, which English does not: it may be no number`]),
      ...(theirs.is_said && !ours.is_said && ours.options.size > 0
        ? [`says {${name}} itself, by which English only chooses`]
        : []),
      ...surplus.map((option) => `chooses ${option} of {${name}}, which English does not know`),
    ];
  });
}

/** Parts of a text that are more than text, such as `<mark>…</mark>`, are the same in every language. */
function compareTags(english: string, other: string): string[] {
  const tagsOf = (text: string): string =>
    [...text.matchAll(/<(\w+)>(?=[\s\S]*<\/\1>)|<\w+\/>/g)]
      .map(([tag]) => tag)
      .sort()
      .join(' ');
  const [ours, theirs] = [tagsOf(english), tagsOf(other)];
  return ours === theirs ? [] : [`has the tags “${theirs}”, English has “${ours}”`];
}

function unknownKeys(keys: readonly string[], asked: readonly AskedKey[]): string[] {
  return asked
    .filter(({ is_said, pattern }) => is_said && !keys.some((key) => pattern.test(key)))
    .map(({ text, file, line }) => `${file}:${line} asks for ${text}, which no catalog has`);
}

function unusedKeys(keys: readonly string[], asked: readonly AskedKey[]): string[] {
  return keys
    .filter((key) => !asked.some(({ pattern }) => pattern.test(key)))
    .map((key) => `${key} is used nowhere: take it out of every language`);
}

/** The types of all texts: their keys, and what each leaves open. */
export function messageTypes(files: readonly RoomFile[]): string {
  const lines = [...textsOf(files.filter(isEnglish))].map(([key, text]) => {
    const open = [...readMessage(text, 'en').placeholders].map(([name, one]) => `${name}: ${one.type}`);
    return `  '${key}': ${open.length === 0 ? 'Nothing' : `{ ${open.join('; ')} }`};`;
  });
  return [
    '// Generated by `npm run words` from the English catalog. `npm run check` fails when it is out of date.',
    '',
    'type Nothing = Record<never, never>;',
    'type Text = string | number;',
    '',
    '/** What each text leaves open. */',
    'export type Messages = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}
