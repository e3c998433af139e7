import { hourOfDay } from '../../shared/time.ts';
import type { SportType } from '../../training/sport.ts';
import { phrasesIn } from '../../words/index.ts';
import type { User } from '../users/index.ts';
import { kindOfSport } from './sport-kind.ts';

export type Language = User['preferences']['language'];
type TimeOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';

/** What an activity without a name is called: sport and time of day where it took place, such as "Morning run". */
export function nameActivity(
  { sport_type, start_time }: { sport_type: SportType; start_time: Date },
  timezone: string,
  language: Language,
): string {
  const say = phrasesIn(language);
  return say('activities.name', {
    time: say(`activities.timeOfDay.${timeOfDay(hourOfDay(start_time, timezone))}`),
    sport: say(`activities.sport.${kindOfSport(sport_type)}`),
  });
}

function timeOfDay(hour: number): TimeOfDay {
  if (hour < 4 || hour >= 22) return 'night';
  if (hour < 11) return 'morning';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
