import { daysBetween } from '../../../src/shared/calendar.ts';
import type { Finding } from './findings.ts';
import { hasPair } from './long-runs.ts';
import {
  bestOfFour,
  type Facts,
  found,
  type Intensity,
  isFullWeek,
  type Session,
  taperStart,
  type Week,
} from './measure.ts';
import {
  CAPS,
  DAYS_AFTER_RACE,
  ELEMENT_FROM_S,
  HARD_DAYS,
  HARD_SHARE,
  KEY_SESSION,
  LEAST_DAYS_BETWEEN_HARD,
  PEAK,
  QUALITY,
  SHORTEST_RUN_S,
} from './norms.ts';
import type { ServedSegment } from './wire.ts';

/** Sessions of quality: how many, how far apart, how much, and how they change. */
export function sessionRules(facts: Facts): Finding[] {
  return [
    ...hardDays(facts),
    ...tooClose(facts),
    ...quality(facts),
    ...keySessions(facts),
    ...peakSessions(facts),
    ...repeated(facts),
    ...caps(facts),
    ...hardShare(facts),
    ...tooShort(facts),
  ];
}

const isLongRun = ({ workout }: Session): boolean => workout.workout_type === 'long-run';
const placeOf = ({ workout }: Session) => ({ date: workout.date, week: workout.week_number });

function hardDays({ weeks, asked }: Facts): Finding[] {
  const allowed = HARD_DAYS[asked.experience_level];
  return weeks
    .map(({ number, sessions }) => ({
      week: number,
      found: sessions.filter((one) => one.isHard && !isLongRun(one)).length,
    }))
    .filter((week) => week.found > allowed)
    .map((week) => found('hard_days', { ...week, allowed }));
}

/** For beginners an easy long run is a hard day here, unless the coach has set its day. */
function tooClose({ runs, asked }: Facts): Finding[] {
  const longCounts = asked.experience_level === 'beginner' && asked.constraints?.long_run_day === undefined;
  const hard = runs.filter((run) => run.isHard || (longCounts && isLongRun(run)));
  return hard.slice(1).flatMap((run, index) => {
    const before = hard[index];
    const days = before === undefined ? 7 : run.at - before.at;
    if (days >= LEAST_DAYS_BETWEEN_HARD) return [];
    return [found('hard_days_too_close', { ...placeOf(run), found: days, allowed: LEAST_DAYS_BETWEEN_HARD })];
  });
}

/** Of intermediate and advanced runners: two elements on three or four days, one on more, far from the race, and beside two long runs. */
function quality(facts: Facts): Finding[] {
  const { asked, weeks, race } = facts;
  const { exclude = [], injuries = [] } = asked.constraints ?? {};
  if (asked.experience_level === 'beginner' || exclude.length + injuries.length > 0) return [];
  const days = asked.workout_days.length;
  if (days < 3) return [];
  return weeks
    .filter((week) => isFullWeek(facts, week))
    .flatMap((week) => {
      const { number, sessions } = week;
      const toTaper = race === null ? 0 : taperStart(race) - number * 7;
      const isFar = toTaper >= QUALITY.weeks * 7 || toTaper < -7;
      const pairs = weeks.slice(Math.max(0, number - 2), number).filter((one) => hasPair(facts, one));
      const allowed = days > 4 || isFar || pairs.length > 0 ? 1 : 2;
      const elements = sessions.filter(
        (one) => !one.isRace && (one.isHard || (isLongRun(one) && one.hard_s >= ELEMENT_FROM_S)),
      ).length;
      return elements < allowed ? [found('quality_missing', { week: number, found: elements, allowed })] : [];
    });
}

/** The most demanding session of a week, long runs aside; null where there is none. */
function keySession({ sessions }: Week): Session | null {
  const all = sessions.filter((one) => one.isHard && !one.isRace && !isLongRun(one));
  return all.toSorted((a, b) => b.points - a.points)[0] ?? null;
}

/** A lighter week, far from races, has a key session like those of the weeks before it. */
function keySessions(facts: Facts): Finding[] {
  const { weeks, races } = facts;
  return weeks.slice(3).flatMap((week, index) => {
    const before = weeks.slice(index, index + 3);
    const best = Math.max(...before.map(({ training_m }) => training_m));
    const [first, last] = [(week.number - 4) * 7, week.number * 7 - 1];
    const isNearRace = races.some((race) => last >= taperStart(race) && first <= race.at + DAYS_AFTER_RACE);
    if (week.training_m > 0.9 * best || isNearRace || isAway(facts, last - 6, last)) return [];
    const keys = before.map((one) => keySession(one)?.points ?? 0);
    const allowed = KEY_SESSION * Math.min(...keys);
    const points = keySession(week)?.points ?? 0;
    return points < allowed ? [found('key_session_cut', { week: week.number, found: points, allowed })] : [];
  });
}

/** Who is away has no sessions to keep. */
function isAway({ asked }: Facts, first: number, last: number): boolean {
  const { unavailable = [] } = asked.constraints ?? {};
  return unavailable.some(
    ({ from, to }) =>
      daysBetween(asked.start_date, from) <= last && daysBetween(asked.start_date, to) >= first,
  );
}

/** Of each kind that is there in the last weeks before the taper, one is as large as any before on the way from the last race. */
function peakSessions({ race, races, runs, asked }: Facts): Finding[] {
  if (race === null || race.at >= asked.weeks * 7 || race.at < PEAK.plan_weeks * 7 - 1) return [];
  const end = taperStart(race);
  const begin = end - PEAK.weeks * 7;
  const since = Math.max(0, ...races.flatMap(({ at }) => (at < race.at ? [at + DAYS_AFTER_RACE + 1] : [])));
  const sizeOf = (run: Session): number => (isLongRun(run) ? run.workout.distance_m : run.points);
  const kinds = Map.groupBy(
    runs.filter((run) => run.at >= since && run.at < end && (isLongRun(run) || (run.isHard && !run.isRace))),
    ({ workout }) => workout.workout_type,
  );
  return [...kinds].flatMap(([kind, all]) => {
    const peak = all.filter(({ at }) => at >= begin);
    if (peak.length === 0) return [];
    const largest = Math.max(...peak.map(sizeOf));
    const earlier = Math.max(0, ...all.filter(({ at }) => at < begin).map(sizeOf));
    if (largest >= PEAK.share * earlier) return [];
    return [found('peak_session_smaller', { found: `${kind} ${Math.round(largest)}`, allowed: earlier })];
  });
}

const CHANGING = new Set(['tempo', 'intervals', 'hills', 'race-pace', 'fartlek', 'long-run']);

/** The same main part of the same kind of session three times running. */
function repeated({ runs }: Facts): Finding[] {
  const kinds = Map.groupBy(
    runs.filter(({ workout }) => CHANGING.has(workout.workout_type)),
    ({ workout }) => workout.workout_type,
  );
  return [...kinds.values()].flatMap((all) =>
    all.slice(2).flatMap((run, index) => {
      const three = all.slice(index, index + 3);
      if (new Set(three.map(signatureOf)).size > 1) return [];
      return [found('session_repeated', { ...placeOf(run), found: run.workout.title, allowed: 'twice' })];
    }),
  );
}

function signatureOf({ workout }: Session): string {
  const metres = workout.workout_type === 'long-run' ? Math.round(workout.distance_m / 100) : '';
  return `${metres} ${mainPart(workout.segments)}`;
}

function mainPart(segments: readonly ServedSegment[]): string {
  return segments
    .filter(({ kind }) => kind === 'work' || kind === 'repeat')
    .map(({ repeat, duration_s, distance_m, target }) =>
      repeat === undefined
        ? `${duration_s ?? ''}s${distance_m ?? ''}m@${target?.zone ?? target?.min}`
        : `${repeat.times}x(${mainPart(repeat.segments)})`,
    )
    .join('+');
}

function caps(facts: Facts): Finding[] {
  return facts.weeks.flatMap(({ number, training_m, sessions }) => {
    const usual = Math.max(training_m, bestOfFour(facts, number));
    return sessions
      .filter(({ isRace }) => !isRace)
      .flatMap((session) =>
        (Object.keys(CAPS) as Intensity[]).flatMap((intensity) => {
          const { share, least_m, most_m } = CAPS[intensity];
          const allowed = Math.max(least_m, Math.min(most_m, share * usual));
          const metres = session.metres[intensity];
          // Work that is prescribed by time has no exact distance: the pace of it is an estimate.
          if (metres <= 1.05 * allowed + 100) return [];
          return [
            found('session_cap', {
              ...placeOf(session),
              found: `${Math.round(metres)} ${intensity}`,
              allowed,
            }),
          ];
        }),
      );
  });
}

function hardShare({ weeks }: Facts): Finding[] {
  const timeOf = ({ sessions }: Week): number =>
    sessions.reduce(
      (sum, { isRun, isRace, workout }) => sum + (isRun && !isRace ? workout.duration_s : 0),
      0,
    );
  return weeks.flatMap((week, index) => {
    const usual = Math.max(...weeks.slice(Math.max(0, index - 4), index + 1).map(timeOf));
    const hard = week.sessions.reduce((sum, { isRace, hard_s }) => sum + (isRace ? 0 : hard_s), 0);
    const allowed = Math.max(HARD_SHARE.least_s, HARD_SHARE.share * usual);
    return hard > 1.05 * allowed ? [found('hard_share', { week: week.number, found: hard, allowed })] : [];
  });
}

function tooShort({ runs, asked }: Facts): Finding[] {
  if (asked.experience_level !== 'beginner') return [];
  return runs
    .filter(
      ({ workout, isRace }) => !isRace && workout.duration_s < SHORTEST_RUN_S && !isRunWalk(workout.segments),
    )
    .map((run) =>
      found('run_too_short', { ...placeOf(run), found: run.workout.duration_s, allowed: SHORTEST_RUN_S }),
    );
}

/** All running is in repeats with something between. */
function isRunWalk(segments: readonly ServedSegment[]): boolean {
  return (
    segments.some(({ repeat }) => repeat !== undefined) &&
    segments.every(
      ({ kind, repeat }) =>
        kind !== 'work' && (repeat === undefined || repeat.segments.some((one) => one.kind === 'recovery')),
    )
  );
}
