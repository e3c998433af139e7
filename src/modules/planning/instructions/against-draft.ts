import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import type { Request } from './read-sentence.ts';

/** Drafts tell distances to a tenth of a kilometre or mile. */
const ROUNDED_M = 100;
const ROUNDED_SHARE = 0.01;

/** The number of the first week of a draft that does not go with a request; null where all do, or where there is none. */
export function weekAgainst(request: Request | null, draft: readonly DraftWeek[] | null): number | null {
  if (request === null || draft === null) return null;
  if (request.asked === 'days_per_week') return weekOfOtherCount(request.count, draft);
  return draft.find((week) => isAgainst(request, week))?.number ?? null;
}

function isAgainst(request: Request, { days, distance_m }: DraftWeek): boolean {
  const training = (days ?? []).filter(({ workout_type }) => workout_type !== 'race');
  switch (request.asked) {
    case 'days_off':
      return training.some(({ day }) => request.days.includes(day));
    case 'long_run_day':
      return training.some(({ workout_type, day }) => workout_type === 'long-run' && day !== request.day);
    case 'without':
      return training.some(({ workout_type }) => request.types.includes(workout_type));
    case 'longest_run_m':
      return training.some((day) => isAbove(metresOf(day), request.distance_m));
    case 'max_weekly_distance_m': {
      const sum = training.reduce((metres, day) => metres + metresOf(day), 0);
      // What a heading says counts where its days say nothing.
      return isAbove(sum === 0 ? (distance_m ?? 0) : sum, request.distance_m);
    }
    default:
      return false;
  }
}

/** More days in some week, or fewer in all of them: a coach may well have taken a day out of one. */
function weekOfOtherCount(count: number, draft: readonly DraftWeek[]): number | null {
  const counts = draft.flatMap(({ number, days }) =>
    days === null ? [] : [{ number, days: trained(days) }],
  );
  const more = counts.find(({ days }) => days > count);
  if (more !== undefined) return more.number;
  return counts.every(({ days }) => days < count) ? (counts[0]?.number ?? null) : null;
}

/** The race may be on a day of its own. */
function trained(days: readonly DraftDay[]): number {
  return days.filter(({ workout_type }) => workout_type !== 'race').length;
}

function metresOf({ workout_type, distance_m }: DraftDay): number {
  return workout_type === 'cross-training' || workout_type === 'strength' ? 0 : (distance_m ?? 0);
}

function isAbove(metres: number, most_m: number): boolean {
  return metres > most_m * (1 + ROUNDED_SHARE) + ROUNDED_M;
}
