import { type PaceRange, type PlanHeartRates, planPaces, type Runner } from '../planning/paces.ts';
import type { ExperienceLevel, PlanContent, Segment, Target } from '../planning/plan.ts';
import { isZoneName, type ZoneName } from '../planning/zone-names.ts';
import { ZONE_LIMITS } from '../zones.ts';

type Stated = Map<ZoneName, PaceRange>;

/** The zones from which a VDOT is inferred, best first: the first ones have a similar relation to it in all runners. */
const TELLING: readonly ZoneName[] = [
  'threshold',
  'interval',
  '10k',
  'half_marathon',
  'marathon',
  'repetition',
  'easy',
  'recovery',
];

/**
 * The runner for whom a plan was made, inferred from its own targets: a plan is checked with the paces it was made with, and not with
 * those of its level. Where no target has a pace, the paces are null.
 */
export function runnerOfContent({ workouts }: PlanContent, experience_level: ExperienceLevel): Runner {
  const [paces, beats]: [Stated, Stated] = [new Map(), new Map()];
  for (const { segments } of workouts) collect(segments, paces, beats);
  const best = TELLING.find((zone) => paces.has(zone));
  const range = best && paces.get(best);
  if (best === undefined || range === undefined) {
    return { paces: null, heart_rates: ratesOf(beats), experience_level };
  }
  const own = planPaces(vdotWith(best, (range.min + range.max) / 2));
  return {
    paces: { vdot: own.vdot, zones: { ...own.zones, ...Object.fromEntries(paces) } },
    heart_rates: ratesOf(beats),
    experience_level,
  };
}

function ratesOf(beats: Stated): PlanHeartRates | null {
  return beats.size === 0 ? null : Object.fromEntries(beats);
}

function collect(segments: readonly Segment[], paces: Stated, beats: Stated): void {
  for (const { target, repeat } of segments) {
    if (target?.type === 'pace') note(paces, target, ZONE_LIMITS.pace_s_per_km);
    if (target?.type === 'heart_rate') note(beats, target, ZONE_LIMITS.bpm);
    if (repeat !== undefined) collect(repeat.segments, paces, beats);
  }
}

/** The first plausible range of a zone counts; another range of the same zone is repaired to it. */
function note(
  stated: Stated,
  { min, max, zone }: Target,
  limits: { readonly minimum: number; readonly maximum: number },
): void {
  const named: string | null = zone;
  if (!isZoneName(named) || stated.has(named) || min === null || max === null) return;
  if (min <= max && min >= limits.minimum && max <= limits.maximum) stated.set(named, { min, max });
}

/** The VDOT at which the middle of a zone is this pace, in seconds a kilometre; the nearer limit where there is none. */
function vdotWith(zone: ZoneName, pace: number): number {
  let low: number = ZONE_LIMITS.vdot.minimum;
  let high: number = ZONE_LIMITS.vdot.maximum;
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    const { min, max } = planPaces(middle).zones[zone];
    if ((min + max) / 2 > pace) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
