import { addDays, mondayOf, todayIn } from '../../format.ts';
import { useLanguage } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';

/** The day that it is now on the reader's clock. */
export function useToday(): string {
  return todayIn(useSession().profile.preferences.timezone);
}

/** The same within an athlete's week, in which it may be tomorrow or yesterday already. */
export function todayWithin(week_start: string, today: string): string {
  if (mondayOf(today) === week_start) return today;
  return today < week_start ? week_start : addDays(week_start, 6);
}

/** Kept: making one takes longer than drawing a row, and each row of the list asks. */
const AGO_OF = new Map<string, Intl.RelativeTimeFormat>();

/** How long ago a day is, as one says it: today, yesterday, 3 days ago, 4 weeks ago. */
export function useAgo(): (date: string) => string {
  const spoken = useLanguage();
  const language = spoken === 'en' ? 'en-GB' : spoken;
  const today = useToday();
  return (date) => {
    const days = Math.round((Date.parse(date) - Date.parse(today)) / (24 * 60 * 60 * 1000));
    const words = AGO_OF.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    AGO_OF.set(language, words);
    return Math.abs(days) < 14 ? words.format(days, 'day') : words.format(Math.trunc(days / 7), 'week');
  };
}
