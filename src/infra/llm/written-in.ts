import type { InEachLanguage, Language } from '../../shared/languages.ts';

const SCRIPT: Readonly<Record<Language, RegExp>> = {
  en: /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u,
  'zh-TW': /^[\p{Script=Han}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u,
  ja: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u,
};
/** A text with more letters than a unit or two has some of the language's own script. */
const LETTERS_OF_UNITS = 6;

/** Whether a model's text is in a language, judged by its script alone. */
export function isWrittenIn(language: Language, text: string): boolean {
  if (!SCRIPT[language].test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    language === 'en' ||
    letters <= LETTERS_OF_UNITS ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  );
}

export const LANGUAGE_NAMES: InEachLanguage<string> = {
  en: 'English',
  'zh-TW': 'Traditional Chinese as written in Taiwan',
  ja: 'Japanese',
};
