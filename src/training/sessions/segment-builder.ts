import type { PlanBrief } from '../plan-request/plan-brief.ts';
import { type Measures, measureSegments } from '../planning/measure.ts';
import { type PlanPaces, pacesOf, targetOf } from '../planning/paces.ts';
import type { Segment, StepKind, Target } from '../planning/plan.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import type { NoteKey } from './plan-words.ts';
import { type Units, unitsOf } from './units.ts';

export type Amount = { readonly distance_m: number } | { readonly duration_s: number };

/** Builds segments with the targets and notes of one brief, each looked up once. */
export type SegmentBuilder = {
  readonly paces: PlanPaces;
  readonly units: Units;
  /** Seconds a metre in the middle of a zone. */
  secondsAMetre(zone: ZoneName): number;
  stretch(kind: StepKind, zone: ZoneName, amount: Amount, note?: NoteKey): Segment;
  byEffort(kind: StepKind, effort: readonly [number, number], amount: Amount, note?: NoteKey): Segment;
  measure(segments: readonly Segment[], running?: boolean): Measures;
  /** Seconds of work that is not easy. */
  hardSeconds(segments: readonly Segment[]): number;
};

/** @param noteWords returns the text of a note in the reader's language */
export function createSegmentBuilder(
  brief: Pick<PlanBrief, 'runner' | 'unit_system'>,
  noteWords: (key: NoteKey) => string,
): SegmentBuilder {
  const { runner } = brief;
  const paces = pacesOf(runner);
  const targets = new Map<ZoneName, Target>();
  const notes = new Map<NoteKey, string>();
  const noteOf = (key: NoteKey | undefined): { note?: string } => {
    if (key === undefined) return {};
    const note = notes.get(key) ?? noteWords(key);
    notes.set(key, note);
    return { note };
  };
  return {
    paces,
    units: unitsOf(brief),
    secondsAMetre: (zone) => (paces.zones[zone].min + paces.zones[zone].max) / 2_000,
    stretch: (kind, zone, amount, note) => {
      const target = targets.get(zone) ?? targetOf(zone, runner);
      targets.set(zone, target);
      return { kind, ...wholeNumber(amount), target, ...noteOf(note) };
    },
    byEffort: (kind, [min, max], amount, note) => ({
      kind,
      ...amount,
      target: { type: 'effort', min, max, zone: null },
      ...noteOf(note),
    }),
    measure: (segments, running) => measureSegments(segments, paces, running),
    hardSeconds: (segments) => hardSeconds(segments, paces),
  };
}

function wholeNumber(amount: Amount): Amount {
  return 'distance_m' in amount ? { distance_m: Math.round(amount.distance_m) } : amount;
}

export function repeated(times: number, segments: readonly Segment[]): Segment {
  return { kind: 'repeat', repeat: { times, segments } };
}

function hardSeconds(segments: readonly Segment[], paces: PlanPaces): number {
  return segments.reduce((sum, segment) => {
    const { repeat, kind, target } = segment;
    if (repeat !== undefined) return sum + repeat.times * hardSeconds(repeat.segments, paces);
    if (kind !== 'work' || target?.zone === 'easy' || target?.zone === 'recovery') return sum;
    return sum + measureSegments([segment], paces).duration_s;
  }, 0);
}
