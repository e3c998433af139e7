import type { Finding } from './findings.ts';
import { type Facts, found, isLong, type PlanRace, peakBefore, taperStart, volumeOfDays } from './measure.ts';
import {
  AFTER,
  AFTER_SLACK,
  NO_HARD_BEFORE,
  NO_LONG_BEFORE,
  NOTHING_TO_TAPER_M,
  SHARPENING,
  TAPER,
  TAPER_SLACK_M,
  type TaperWindow,
} from './norms.ts';

/** The days before and after a race, whatever weekday it is on. */
export function aroundRaces(facts: Facts): Finding[] {
  return facts.races.flatMap((race) => [
    ...taperVolume(facts, race),
    ...taperIntensity(facts, race),
    ...daysBefore(facts, race),
    ...daysAfter(facts, race),
    ...volumeAfter(facts, race),
  ]);
}

function taperVolume(facts: Facts, race: PlanRace): Finding[] {
  const peak = peakBefore(facts, taperStart(race));
  if (peak < NOTHING_TO_TAPER_M) return [];
  return TAPER[race.event].flatMap((window) => {
    const [first, last] = [race.at - window.from, race.at - window.to];
    if (last >= facts.asked.weeks * 7 || last < 0) return [];
    const volume = volumeOfDays(facts, first, last);
    // Of a window that the plan begins in, only too much can be told.
    return withinWindow(window, { volume, peak, date: race.date, isWhole: first >= 0 });
  });
}

function withinWindow(
  { from, to, most, least }: TaperWindow,
  { volume, peak, date, isWhole }: { volume: number; peak: number; date: string; isWhole: boolean },
): Finding[] {
  const days = `of ${Math.round(peak)} m, days ${from} to ${to} before`;
  if (volume > most * peak + TAPER_SLACK_M)
    return [found('taper_shallow', { date, found: volume, allowed: `${most} ${days}` })];
  if (isWhole && volume < least * peak - TAPER_SLACK_M)
    return [found('taper_deep', { date, found: volume, allowed: `${least} ${days}` })];
  return [];
}

/** Who trained fast in the weeks before keeps some of it. */
function taperIntensity({ runs, asked }: Facts, race: PlanRace): Finding[] {
  const [first, last] = [race.at - SHARPENING.from, race.at - SHARPENING.to];
  if (first < 0 || last >= asked.weeks * 7) return [];
  const hard = runs.filter(({ isHard, isRace }) => isHard && !isRace);
  const before = hard.filter(({ at }) => at < first && at >= first - 42);
  if (before.length < 3 || hard.some(({ at }) => at >= first && at <= last)) return [];
  return [found('taper_without_intensity', { date: race.date, found: 0, allowed: 1 })];
}

function daysBefore(facts: Facts, race: PlanRace): Finding[] {
  return facts.runs
    .filter(({ at, isRace }) => !isRace && at < race.at)
    .flatMap((run) => {
      const days = race.at - run.at;
      const at = { date: run.workout.date, week: run.workout.week_number, found: days };
      return [
        ...(run.isHard && days <= NO_HARD_BEFORE
          ? [found('hard_before_race', { ...at, allowed: NO_HARD_BEFORE + 1 })]
          : []),
        ...(isLong(facts, run) && days <= NO_LONG_BEFORE[race.event]
          ? [found('long_run_before_race', { ...at, allowed: NO_LONG_BEFORE[race.event] + 1 })]
          : []),
      ];
    });
}

function daysAfter(facts: Facts, race: PlanRace): Finding[] {
  const { no_hard, easy_only } = AFTER[race.event];
  return facts.sessions
    .filter(({ at }) => at > race.at)
    .flatMap((session) => {
      const days = session.at - race.at;
      const { date, week_number, workout_type } = session.workout;
      const at = { date, week: week_number, found: days };
      return [
        ...(session.isHard && days <= no_hard
          ? [found('hard_after_race', { ...at, allowed: no_hard + 1 })]
          : []),
        ...(isLong(facts, session) && days <= easy_only
          ? [found('long_run_after_race', { ...at, allowed: easy_only + 1 })]
          : []),
        ...(workout_type === 'strength' && days <= easy_only
          ? [found('strength_after_race', { ...at, allowed: easy_only + 1 })]
          : []),
      ];
    });
}

function volumeAfter(facts: Facts, race: PlanRace): Finding[] {
  const peak = peakBefore(facts, taperStart(race));
  if (peak < NOTHING_TO_TAPER_M) return [];
  return AFTER[race.event].shares.flatMap((share, index) => {
    const first = race.at + 1 + index * 7;
    if (first < 0 || first + 6 >= facts.asked.weeks * 7) return [];
    const volume = volumeOfDays(facts, first, first + 6);
    const allowed = share * peak + Math.max(AFTER_SLACK.share * peak, AFTER_SLACK.distance_m);
    if (volume <= allowed) return [];
    return [
      found('race_recovery', { week: Math.floor(first / 7) + 1, date: race.date, found: volume, allowed }),
    ];
  });
}
