import { addDays } from '../../shared/calendar.ts';
import { mondayOf } from '../../shared/time.ts';
import { runsOf, stripOf } from '../../training/planning/day-strip.ts';
import { memberName } from '../organizations/index.ts';
import type { TriageAthlete } from './contract.ts';
import type { Mark, TriageRow } from './entry-queries.ts';
import type { AthleteFacts } from './facts-queries.ts';
import type { Words } from './find-words.ts';
import { RULE_VERSION } from './limits.ts';
import { FIRST_PLACES, type Reason, type ReasonCode } from './reasons.ts';

export function presentAthlete(
  row: Omit<TriageRow, 'reasons'> & { readonly reasons: readonly Reason[] },
  facts: AthleteFacts,
  {
    mark,
    groups,
    last_words,
  }: {
    readonly mark: Mark | null;
    readonly groups: readonly { readonly id: string; readonly name: string; readonly color: string | null }[];
    readonly last_words: Words | null;
  },
): TriageAthlete {
  const name = memberName(row);
  return {
    user_id: row.user_id,
    display_name: name,
    initials: initialsOf(name),
    groups: groups.map(({ id, name: group, color }) => ({ group_id: id, name: group, color })),
    section: row.state === 'open' ? (row.place < FIRST_PLACES ? 'first' : 'then') : row.state,
    reasons: row.reasons.map(({ code, evidence, since }) => ({
      code,
      since,
      rule_version: RULE_VERSION,
      evidence,
    })),
    mark: mark === null || mark.state !== row.state ? null : presentMark(mark),
    week: weekOf(facts),
    last_words: last_words && presentWords(last_words),
    renewed_at: row.renewed_at.toISOString(),
    privacy_filtered: notLookedFor(facts),
  };
}

export function presentMark({ state, note, until, marked_by, marked_at }: Mark) {
  return {
    state,
    note,
    until: until === null ? null : until.toISOString(),
    marked_by,
    marked_at: marked_at.toISOString(),
  };
}

function weekOf(facts: AthleteFacts): TriageAthlete['week'] {
  const { planned, done, time_zone, now, sees_sums } = facts;
  const runs = runsOf(facts.done);
  const { day: monday } = mondayOf(now, time_zone);
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  return {
    week_start: monday,
    days: days.map((date) => {
      const isToday = (one: { readonly date: string }) => one.date === date;
      const workouts = planned.filter(isToday);
      return {
        date,
        ...stripOf(workouts, runs.filter(isToday), sees_sums),
        planned: workouts.map(({ workout_type, title, distance_m, status, share }) => ({
          workout_type,
          title,
          ...(sees_sums ? { distance_m } : {}),
          ...{ status, share },
        })),
        done: done.filter(isToday).map(({ id, sport_type, distance_m, duration_s }) => ({
          activity_id: id,
          sport_type,
          distance_m,
          duration_s,
        })),
      };
    }),
  };
}

export function presentWords({ said_at, ...words }: Words): NonNullable<TriageAthlete['last_words']> {
  return { ...words, said_at: said_at.toISOString() };
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letters of the first and the last part of a name; of a name in one part its first. */
function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/u);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  const letters = ends.flatMap((part = '') => [...LETTERS.segment(part)].slice(0, 1));
  return letters
    .map(({ segment }) => segment)
    .join('')
    .toUpperCase();
}

/** Reasons that rest on what the athlete does not share: by their settings alone, whatever there is. */
function notLookedFor({ shares_nothing, sees_sums, hides }: AthleteFacts): string[] {
  const codes: ReasonCode[] = [
    ...(shares_nothing ? (['key_session_missed', 'long_run_jump', 'load_rising', 'silent'] as const) : []),
    ...(shares_nothing || !sees_sums ? (['volume_above_plan', 'volume_below_plan'] as const) : []),
    ...hides,
  ];
  return [...new Set(codes)].map((code) => `reasons.${code}`).sort();
}
