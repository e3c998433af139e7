import type { Language } from '../shared/languages.ts';
import { spaceNumbers } from './measure-words.ts';

/** English is read in many countries: a day before its month is understood in all of them. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/**
 * A day in a sentence: "23 November", "11 月 23 日"; with its year where that is another one than today's: "6 January 2031".
 *
 * @param date YYYY-MM-DD, of no time zone, as `today` is
 */
export function dateWords(
  date: string,
  { language, today }: { readonly language: Language; readonly today: string },
): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const format = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  return spaceNumbers(format.format(new Date(`${date}T00:00:00Z`)));
}
