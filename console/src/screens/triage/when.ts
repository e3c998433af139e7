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

/** How long ago a day is, as one says it: today, yesterday, 3 days ago, 4 weeks ago. */
export function useAgo(): (date: string) => string {
  const language = useLanguage();
  const today = useToday();
  return (date) => {
    const days = Math.round((Date.parse(date) - Date.parse(today)) / (24 * 60 * 60 * 1000));
    const words = new Intl.RelativeTimeFormat(language === 'en' ? 'en-GB' : language, { numeric: 'auto' });
    return Math.abs(days) < 14 ? words.format(days, 'day') : words.format(Math.trunc(days / 7), 'week');
  };
}
