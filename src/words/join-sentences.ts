import type { Language } from '../shared/languages.ts';

/** Sentences as one text: those that there are, each with a capital letter where it begins. */
export function joinSentences(sentences: readonly (string | undefined)[], language: Language): string {
  const said = sentences.flatMap((sentence) =>
    sentence === undefined || sentence === '' ? [] : [capital(sentence)],
  );
  return said.join(language === 'en' ? ' ' : '');
}

function capital(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
