import type { Finding, FindingCode } from './findings.ts';
import { PLAUSIBLE } from './limits.ts';
import { type PaceRange, type Runner, targetOf } from './paces.ts';
import type { Segment, Target } from './plan.ts';
import { finding, type Rule } from './week-under-check.ts';
import { isZoneName, type ZoneName } from './zone-names.ts';

/** The tolerance for whole seconds and beats, which may have been rounded the other way. */
const ROUNDING = 1;

const CODES: Readonly<Record<Target['type'], FindingCode>> = {
  pace: 'pace_target',
  heart_rate: 'heart_rate_target',
  effort: 'effort_target',
};

/**
 * Checks targets. A target with a zone must have that zone's numbers for this runner; one without lies within what the runner can run:
 * between the fast end of repetitions and the slow end of recovery, within the known heart rates, or from 1 to 10. A runner without known
 * paces or heart rates gets no such targets. Only the first fault of each kind in a workout is reported.
 */
export const checkTargets: Rule = ({ number, workouts, context }) =>
  workouts.flatMap(({ date, segments }) => {
    const first = new Map<FindingCode, Finding>();
    for (const target of targetsOf(segments)) {
      const fault = targetFault(target, context.runner);
      const code = CODES[target.type];
      if (fault === null || first.has(code)) continue;
      first.set(code, finding(code, { week_number: number, date }, fault.found, fault.allowed));
    }
    return [...first.values()];
  });

function targetsOf(segments: readonly Segment[]): Target[] {
  return segments.flatMap(({ target, repeat }) => [
    ...(target === undefined ? [] : [target]),
    ...(repeat === undefined ? [] : targetsOf(repeat.segments)),
  ]);
}

export type TargetFault = { readonly found: number | null; readonly allowed: number | null };

/** The fault of a target for this runner; null where there is none. */
export function targetFault(target: Target, runner: Runner): TargetFault | null {
  const { zone, min, max } = target;
  if (isZoneName(zone)) return zoneFault(target, rangeOf(zone, target.type, runner));
  const range = ownRange(target.type, runner);
  if (range === null) return { found: min ?? max, allowed: null };
  return rangeFault(target, range);
}

/** The range of a zone for a runner as a pace, a heart rate or an effort; null where it is not known. */
export function rangeOf(zone: ZoneName, type: Target['type'], runner: Runner): PaceRange | null {
  if (type === 'pace') return runner.paces?.zones[zone] ?? null;
  if (type === 'heart_rate') return runner.heart_rates?.[zone] ?? null;
  const { min, max } = targetOf(zone, { ...runner, paces: null, heart_rates: null });
  return min === null || max === null ? null : { min, max };
}

function zoneFault({ type, min, max }: Target, range: PaceRange | null): TargetFault | null {
  if (range === null) return { found: min ?? max, allowed: null };
  const slack = type === 'effort' ? 0 : ROUNDING;
  if (!isAbout(min, range.min, slack)) return { found: min, allowed: range.min };
  if (!isAbout(max, range.max, slack)) return { found: max, allowed: range.max };
  return null;
}

function isAbout(value: number | null, wanted: number, slack: number): boolean {
  return value !== null && Math.abs(value - wanted) <= slack;
}

function ownRange(type: Target['type'], { paces, heart_rates }: Runner): PaceRange | null {
  if (type === 'effort') return { min: PLAUSIBLE.effort.minimum, max: PLAUSIBLE.effort.maximum };
  if (type === 'pace') {
    return paces && { min: paces.zones.repetition.min, max: paces.zones.recovery.max };
  }
  const known = Object.values(heart_rates ?? {});
  if (known.length === 0) return null;
  return {
    min: Math.min(...known.map(({ min }) => min)),
    max: Math.max(...known.map(({ max }) => max)),
  };
}

function rangeFault({ min, max }: Target, range: PaceRange): TargetFault | null {
  if (min === null && max === null) return { found: null, allowed: range.min };
  for (const end of [min, max]) {
    // The condition is written so that NaN is a fault as well.
    if (end === null || (end >= range.min && end <= range.max)) continue;
    return { found: end, allowed: end > range.max ? range.max : range.min };
  }
  return min !== null && max !== null && min > max ? { found: min, allowed: max } : null;
}
