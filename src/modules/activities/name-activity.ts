import { hourOfDay } from '../../shared/time.ts';
import type { SportType } from '../../training/sport.ts';
import type { User } from '../users/index.ts';
import { kindOfSport, SPORT_WORDS } from './sport-words.ts';

type Language = User['preferences']['language'];
type TimeOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';
type Words = {
  readonly times: Readonly<Record<TimeOfDay, string>>;
  readonly join: (time: string, kind: string) => string;
};

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    times: { morning: 'Morning', noon: 'Lunch', afternoon: 'Afternoon', evening: 'Evening', night: 'Night' },
    join: (time, kind) => `${time} ${kind}`,
  },
  'zh-TW': {
    times: { morning: '早晨', noon: '中午', afternoon: '午後', evening: '傍晚', night: '夜間' },
    join: (time, kind) => time + kind,
  },
  ja: {
    times: { morning: '朝', noon: '昼', afternoon: '午後', evening: '夕方', night: '夜' },
    join: (time, kind) => `${time}の${kind}`,
  },
};

/** What an activity without a name is called: sport and time of day where it took place, such as "Morning run". */
export function nameActivity(
  { sport_type, start_time }: { sport_type: SportType; start_time: Date },
  timezone: string,
  language: Language,
): string {
  const { times, join } = WORDS[language];
  return join(
    times[timeOfDay(hourOfDay(start_time, timezone))],
    SPORT_WORDS[language][kindOfSport(sport_type)],
  );
}

function timeOfDay(hour: number): TimeOfDay {
  if (hour < 4 || hour >= 22) return 'night';
  if (hour < 11) return 'morning';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
