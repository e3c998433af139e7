import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../shared/languages.ts';

/** Notes to translators stand among the texts, by the key they are about. */
export const NOTE_MARK = '@';

export function readCatalog(language: Language): ReadonlyMap<string, string> {
  const folder = new URL(`${language}/`, import.meta.url);
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const room: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    for (const [key, text] of Object.entries(room)) if (!key.startsWith(NOTE_MARK)) texts.set(key, text);
  }
  return texts;
}
