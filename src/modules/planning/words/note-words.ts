import type { NoteKey } from './note-keys.ts';
import { NOTES_EN } from './notes-en.ts';
import { NOTES_JA } from './notes-ja.ts';
import { NOTES_ZH_TW } from './notes-zh-tw.ts';
import type { Voice } from './voice.ts';

const NOTES = { en: NOTES_EN, 'zh-TW': NOTES_ZH_TW, ja: NOTES_JA };

/** The note of a segment. */
export function noteWords(key: NoteKey, { language, persona }: Voice): string {
  return NOTES[language][persona][key];
}
