import { addDays, daysBetween } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';
import type { Injury, Unavailable } from './constraints.ts';
import { DAYS_AROUND, NO_HARD_BEFORE } from './race-limits.ts';
import { type PlanRace, racesOfPlan } from './race-of-plan.ts';

/** What may be planned on a day, by the races around it and the coach's constraints. */
export type DayLimits = {
  /** False on days on which the athlete is away. */
  readonly workout: boolean;
  readonly run: boolean;
  readonly long: boolean;
  readonly hard: boolean;
  readonly hills: boolean;
  /** Anything faster than marathon pace, including strides. */
  readonly speed: boolean;
  readonly strength: boolean;
  /** Whether a training day may stay empty. */
  readonly rest: boolean;
  /** The share of the usual metres, from 0 to 1; less than 1 after a break. */
  readonly share: number;
};

const ALL: DayLimits = {
  workout: true,
  run: true,
  long: true,
  hard: true,
  hills: true,
  speed: true,
  strength: true,
  rest: false,
  share: 1,
};

export type DayLimitsOf = (date: string) => DayLimits;

/** The limits of any day of a plan and beyond it, computed once for each date. */
export function dayLimits(numbers: PlanNumbers, races = racesOfPlan(numbers)): DayLimitsOf {
  const known = new Map<string, DayLimits>();
  const rules = [...raceRules(races), ...constraintRules(numbers)];
  return (date) => {
    const limits = known.get(date) ?? limitsOn(date, rules);
    known.set(date, limits);
    return limits;
  };
}

function limitsOn(date: string, rules: readonly DayRule[]): DayLimits {
  let limits = ALL;
  for (const rule of rules) limits = { ...limits, ...rule(date, limits) };
  return limits;
}

type DayRule = (date: string, all: DayLimits) => Partial<DayLimits>;

function raceRules(races: readonly PlanRace[]): DayRule[] {
  return races.map(({ date: race, event, priority }) => (date) => {
    const days = daysBetween(race, date);
    // Such a race is part of training: only the days next to it are easy.
    if (priority === 'c') return Math.abs(days) === 1 ? { hard: false, long: false } : {};
    const { no_long_before, no_hard_after, easy_only_after } = DAYS_AROUND[event];
    if (days < 0)
      return {
        ...(-days <= NO_HARD_BEFORE ? { hard: false } : {}),
        ...(-days <= no_long_before ? { long: false } : {}),
      };
    return {
      ...(days <= no_hard_after ? { hard: false, hills: false, speed: false } : {}),
      ...(days <= easy_only_after ? { long: false, strength: false, rest: true } : {}),
    };
  });
}

function constraintRules({ constraints }: PlanNumbers): DayRule[] {
  return [
    ...constraints.unavailable.map(awayRule),
    ...constraints.injuries.map(injuryRule),
    ...breaks(constraints).map(returnRule),
  ];
}

function awayRule({ from, to }: Unavailable): DayRule {
  return (date) =>
    date >= from && date <= to ? { workout: false, run: false, long: false, hard: false } : {};
}

function injuryRule({ from, to, running }: Injury): DayRule {
  const limits: Partial<DayLimits> = {
    none: { run: false, long: false, hard: false, hills: false, speed: false, rest: true },
    easy_only: { hard: false, hills: false, speed: false, rest: true },
    no_hills: { hills: false, rest: true },
    no_speed: { hard: false, speed: false, rest: true },
  }[running];
  return (date) => (date >= from && (to === null || date <= to) ? limits : {});
}

type Break = { readonly from: string; readonly to: string };

function breaks({ unavailable, injuries }: PlanNumbers['constraints']): Break[] {
  const injured = injuries.flatMap(({ from, to, running }) =>
    running === 'none' && to !== null ? [{ from, to }] : [],
  );
  return [...unavailable, ...injured];
}

/** Breaks of up to `SHORT_BREAK` days cost nothing; after more than `LONG_BREAK` days the return has more steps. */
const SHORT_BREAK = 5;
const LONG_BREAK = 56;
const RETURN = { usual: [0.5, 0.75], long: [0.33, 0.5, 0.75] } as const;

/** Daniels' table of returns: the return takes as many days as were missed, in steps; the first step has nothing hard. */
function returnRule({ from, to }: Break): DayRule {
  const missed = daysBetween(from, to) + 1;
  if (missed <= SHORT_BREAK) return () => ({});
  const steps = missed > LONG_BREAK ? RETURN.long : RETURN.usual;
  const last = addDays(to, missed);
  return (date, all) => {
    if (date <= to || date > last) return {};
    const step = Math.floor(((daysBetween(to, date) - 1) * steps.length) / missed);
    return {
      share: Math.min(all.share, steps[step] ?? 1),
      ...(step === 0 ? { hard: false, hills: false, speed: false } : {}),
    };
  };
}
