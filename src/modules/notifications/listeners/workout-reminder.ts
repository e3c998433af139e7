import { inEachLanguage } from '../../../words/index.ts';
import type { WorkoutsDue } from '../../calendars/index.ts';
import type { Announcement, TextsByLanguage, VoicedTexts } from '../centre/notification.ts';

/** Further workouts of the day are counted, not named. */
const NAMED = 3;

export function workoutReminder(
  day: string,
  workouts: WorkoutsDue['athletes'][number]['workouts'],
): Announcement {
  const named = workouts.slice(0, NAMED).map(({ title }) => title);
  return {
    category: 'reminders',
    type: 'workout_reminder',
    subject: day,
    texts: textsOf(named, workouts.length - named.length),
    data: {
      date: day,
      workouts: workouts.map(({ plan_id, title, distance_m, duration_s }) => ({
        plan_id,
        title,
        distance_m,
        duration_s,
      })),
    },
  };
}

const textsOf = (named: readonly string[], more: number): VoicedTexts => ({
  rex: textsIn('rex', named, more),
  joy: textsIn('joy', named, more),
});

const textsIn = (voice: 'rex' | 'joy', named: readonly string[], more: number): TextsByLanguage =>
  inEachLanguage((say) => ({
    title: say(`notifications.workoutReminder.${voice}.title`),
    message: say(`notifications.workoutReminder.${voice}.message`, {
      named: named.join(say('notifications.list.separator')),
      more,
    }),
  }));
