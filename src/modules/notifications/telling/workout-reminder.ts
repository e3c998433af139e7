import type { WorkoutsDue } from '../../plans/index.ts';
import type { Announcement, VoicedTexts } from '../centre/notification.ts';

/** More of a day are counted and not named. */
const NAMED = 3;

/** What an athlete is told on the morning of a day with something to do. */
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

function textsOf(named: readonly string[], more: number): VoicedTexts {
  const en = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  const zh = named.join('、') + (more > 0 ? `，另有 ${more} 項` : '');
  const ja = named.join('、') + (more > 0 ? `、ほか ${more} 件` : '');
  return {
    rex: {
      en: { title: 'On the plan today', message: `${en}. Get it done.` },
      'zh-TW': { title: '今天的訓練', message: `${zh}。照計畫完成它。` },
      ja: { title: '今日のトレーニング', message: `${ja}。計画どおりにやり切りましょう。` },
    },
    joy: {
      en: { title: 'Today’s training', message: `${en}. Enjoy it!` },
      'zh-TW': { title: '今天的訓練', message: `${zh}。好好享受吧！` },
      ja: { title: '今日のトレーニング', message: `${ja}。楽しんでいきましょう！` },
    },
  };
}
