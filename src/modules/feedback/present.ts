import type { DailyPart } from '../../privacy/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { sessionLoad } from '../../training/session-load.ts';
import { type Feedback, MEMBERS, type Member } from './feedback.ts';
import { latest } from './policy.ts';
import { type FeedbackSight, type MemberFeedbackPage, sees } from './read-feedback.ts';

const PARTS = {
  rpe: 'effort',
  feel: 'effort',
  rated_at: 'effort',
  session_load: 'effort',
  note: 'note',
  skipped: 'skip',
  pain: 'pain',
} as const satisfies Record<string, DailyPart>;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as readonly Part[];

/** What `privacy_filtered` may name. */
export const FILTERED = [...PART_NAMES, 'activities'] as const;

export function presentOwnFeedback(feedback: Feedback) {
  return { ...presentPlace(feedback, MEMBERS), ...presentParts(feedback) };
}

/** To an audience: hidden members are absent. Null where nothing is left, which is as if nothing had been said. */
export function presentFeedback({ daily }: FeedbackSight, feedback: Feedback) {
  const members = MEMBERS.filter((member) => sees(daily, PARTS[member]));
  if (latest({ said: feedback, said_at: feedback.said_at }, members) === null) return null;
  const parts = Object.entries(presentParts(feedback)).filter(([name]) => sees(daily, PARTS[name as Part]));
  const shown: Partial<ReturnType<typeof presentParts>> = Object.fromEntries(parts);
  return { ...presentPlace(feedback, members), athlete_id: feedback.user_id, ...shown };
}

function filteredOf({ daily, sees_activities }: FeedbackSight): (typeof FILTERED)[number][] {
  const hidden = PART_NAMES.filter((name) => !sees(daily, PARTS[name]));
  return sees_activities ? hidden : [...hidden, 'activities'];
}

function presentPlace({ id, activity_id, workout, ...feedback }: Feedback, members: readonly Member[]) {
  const told_at = latest({ said: feedback, said_at: feedback.said_at }, members);
  if (told_at === null) throw new Error('Feedback without anything said is shown to nobody.');
  return {
    id,
    kind: workout === null ? ('activity' as const) : ('workout' as const),
    activity_id,
    workout: workout && {
      org_id: workout.org_id,
      plan_id: workout.plan_id,
      saved_plan_id: workout.saved_plan_id,
      workout_id: workout.workout_id,
      date: workout.date,
    },
    told_at: told_at.toISOString(),
  };
}

function presentParts({ rpe, feel, note, pain, skipped, said_at, seconds }: Feedback) {
  const rated = rpe === null ? undefined : said_at.rpe;
  const value_au = rpe === null || seconds === null ? null : sessionLoad({ rpe, duration_s: seconds });
  return {
    rpe,
    feel,
    rated_at: isoOrNull(rated === undefined ? null : new Date(rated)),
    session_load: value_au === null ? null : { value_au, source: 'rpe' as const },
    note,
    skipped: skipped && { reason: skipped.reason },
    pain: pain && { area: pain.area, side: pain.side, level: pain.level },
  };
}

export function presentMemberPage({ feedback, next_cursor, sight }: MemberFeedbackPage) {
  return {
    feedback: feedback.flatMap((one) => presentFeedback(sight, one) ?? []),
    next_cursor,
    privacy_filtered: filteredOf(sight),
  };
}
