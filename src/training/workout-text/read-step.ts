import { type Runner, targetOf } from '../planning/paces.ts';
import type { Segment, StepKind, Target } from '../planning/plan.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import { ZONE_LIMITS } from '../zones.ts';
import { BOUNDS, type Bound, type Cue, readCue, zoneOfWords } from './cue.ts';
import { type Length, readLength, readPace } from './measures.ts';
import type { LineFault, TextFaultCode } from './text-fault.ts';

/** A runner of whom nothing is known: a zone name alone is an effort until an athlete gets the workout. */
export const NOBODY: Runner = { paces: null, heart_rates: null, experience_level: 'intermediate' };

/** The most of one stretch: a week, which is longer than any race on foot. */
const MAX_DURATION_S = 604_800;
const MAX_DISTANCE_M = 1_000_000;

const LIMITS: Readonly<Record<Target['type'], { readonly minimum: number; readonly maximum: number }>> = {
  pace: ZONE_LIMITS.pace_s_per_km,
  heart_rate: ZONE_LIMITS.bpm,
  effort: { minimum: 1, maximum: 10 },
};

const KIND_OF_INTENSITY: Readonly<Record<string, StepKind>> = {
  warmup: 'warmup',
  active: 'work',
  rest: 'recovery',
  recovery: 'recovery',
  cooldown: 'cooldown',
};

export type ReadStep = { readonly segment: Segment } | { readonly fault: LineFault };

type Tail = {
  readonly kind: StepKind | null;
  readonly numbers: Numbers | null;
  readonly words: string;
};
type Numbers = Pick<Target, 'type'> & { readonly min: number; readonly max: number };

/**
 * Reads a step, without the dash before it.
 *
 * @param options.usual the kind of the step where it does not name one
 * @param options.takes_numbers_of_zones whether a step may have a zone together with numbers
 */
export function readStep(
  body: string,
  { usual, takes_numbers_of_zones }: { readonly usual: StepKind; readonly takes_numbers_of_zones: boolean },
): ReadStep {
  const words = body.split(/\s+/).filter((word) => word !== '');
  if (/(?:^|\s)press\s+lap(?:\s|$)/iu.test(body)) return { fault: { code: 'press_lap' } };
  const found = findLength(words);
  if ('fault' in found) return found;
  const { place, length } = found;
  const tail = readTail(words.slice(place + 1));
  if ('fault' in tail) return tail;
  const cue = readCue(words.slice(0, place).join(' '));
  const named = cue.zone === null ? zoneOfWords(tail.words) : null;
  const note = [cue.note, named === null ? tail.words : ''].filter((part) => part !== '').join(' ');
  const zone = named ?? cue.zone;
  const hasBoth = zone !== null && (cue.effort !== null || tail.numbers !== null);
  if (hasBoth && !takes_numbers_of_zones) return { fault: { code: 'zone_and_numbers' } };
  const target = readTarget(cue, zone, tail.numbers);
  if (target !== null && 'fault' in target) return target;
  if (isBeyond(length)) return { fault: { code: 'beyond_limits' } };
  return {
    segment: {
      kind: tail.kind ?? usual,
      ...length,
      ...(target === null ? {} : { target }),
      ...(note === '' ? {} : { note }),
    },
  };
}

function isBeyond(length: Length): boolean {
  const [value, most] =
    'duration_s' in length ? [length.duration_s, MAX_DURATION_S] : [length.distance_m, MAX_DISTANCE_M];
  return value <= 0 || value > most;
}

/**
 * The first word that is a length. A number before it is a fault unless it belongs to an effort, since it could be taken for the length.
 */
function findLength(
  words: readonly string[],
): { readonly place: number; readonly length: Length } | { readonly fault: LineFault } {
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    if (!/\p{N}/u.test(word) || (place > 0 && /^RPE$/iu.test(words[place - 1] ?? ''))) continue;
    const length = readLength(word);
    if (length !== null && length !== 'unclear') return { place, length };
    return { fault: faultOfLength(word, words[place + 1] ?? '') };
  }
  return { fault: { code: 'length_missing' } };
}

function faultOfLength(word: string, next: string): LineFault {
  if (/^\d+[x×]/iu.test(word) || /^[x×]$/iu.test(next)) return { code: 'repeat_on_step' };
  if (/^\d[\d.]*[a-z]*[-–]\d[\d.]*[a-z]+$/iu.test(word)) return { code: 'length_range' };
  const [, minutes] = /^(\d+)m$/iu.exec(word) ?? [];
  if (minutes !== undefined) return { code: 'length_unclear', nearest: `${minutes}mtr` };
  const [, number, unit] =
    /^(\d+(?:[.,]\d+)?)(min|mins|minutes|sec|secs|seconds|k|hr|hrs|hours)?$/iu.exec(word) ?? [];
  if (number !== undefined && (unit !== undefined || readLength(`1${next}`) !== null)) {
    const short = unit === undefined ? next : unit === 'k' ? 'km' : unit.charAt(0);
    return { code: 'length_unclear', nearest: `${number.replace(',', '.')}${short}` };
  }
  if (/^\d+:\d\d(?::\d\d)?$/u.test(word) || /^\d+(?:[.,]\d+)?\p{L}/u.test(word))
    return { code: 'length_unclear' };
  return { code: 'number_in_words' };
}

/** Words of the form after a length whose meaning cannot be kept. */
const FAULT_OF_WORD: Readonly<Record<string, TextFaultCode>> = {
  ramp: 'ramp',
  maxeffort: 'max_effort',
  pace: 'target_unknown',
  hr: 'target_unknown',
  lthr: 'target_unknown',
  mmp: 'power',
  bpm: 'target_unknown',
};

function readTail(words: readonly string[]): Tail | { readonly fault: LineFault } {
  const free: string[] = [];
  let kind: StepKind | null = null;
  let numbers: Numbers | null = null;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    const small = word.toLowerCase();
    const next = words[place + 1]?.toLowerCase() ?? '';
    const intensity = /^intensity=(.*)$/u.exec(small)?.[1] ?? (small === 'rest' ? small : undefined);
    if (intensity !== undefined) {
      const named = KIND_OF_INTENSITY[intensity];
      if (named === undefined) return { fault: { code: 'option_unknown' } };
      kind = named;
      continue;
    }
    if (small === 'freeride' || small === 'free') continue;
    const fault = FAULT_OF_WORD[small];
    if (fault !== undefined) return { fault: { code: fault } };
    if (small.includes('=')) return { fault: { code: 'option_unknown' } };
    if (small !== 'rpe' && !/\p{N}/u.test(small)) {
      free.push(word);
      continue;
    }
    const read = readNumbers(small, next);
    if ('fault' in read) return read;
    if (numbers !== null) return { fault: { code: 'two_targets' } };
    numbers = read.numbers;
    place += read.taken - 1;
  }
  return { kind, numbers, words: free.join(' ') };
}

type ReadNumbers = { readonly numbers: Numbers; readonly taken: number } | { readonly fault: LineFault };

function readNumbers(word: string, next: string): ReadNumbers {
  const pace = readPace(word.replace('–', '-'));
  if (pace === 'unit missing') return { fault: { code: 'pace_unit_missing', nearest: `${word}/km Pace` } };
  if (pace !== null) {
    if (next !== 'pace') return { fault: { code: 'pace_word_missing', nearest: `${word} Pace` } };
    return { numbers: { type: 'pace', ...pace }, taken: 2 };
  }
  const [, beats, other] = /^(\d{1,3})(?:[-–](\d{1,3}))?bpm$/u.exec(word) ?? [];
  if (beats !== undefined) {
    const taken = next === 'hr' ? 2 : 1;
    return { numbers: { type: 'heart_rate', ...ordered(Number(beats), Number(other ?? beats)) }, taken };
  }
  if (word === 'rpe') {
    const { effort } = readCue(`RPE ${next}`);
    if (effort === null) return { fault: { code: 'target_unknown' } };
    return { numbers: { type: 'effort', ...effort }, taken: 2 };
  }
  return { fault: { code: faultOfTarget(word, next) } };
}

function faultOfTarget(word: string, next: string): TextFaultCode {
  const isOfPower = !/^(?:pace|hr|lthr)$/u.test(next);
  if (word.includes('%')) return isOfPower ? 'power' : 'percentage';
  if (/^c?z\d/u.test(word)) return isOfPower ? 'power' : 'zone_by_number';
  if (/\dw$/u.test(word)) return 'power';
  if (/\drpm$/u.test(word)) return 'cadence';
  return 'target_unknown';
}

const ordered = (one: number, other: number) => ({ min: Math.min(one, other), max: Math.max(one, other) });

function readTarget(
  { bound, effort }: Cue,
  zone: ZoneName | null,
  told: Numbers | null,
): Target | { readonly fault: LineFault } | null {
  if (effort !== null && told !== null) return { fault: { code: 'two_targets' } };
  const numbers = told ?? (effort === null ? null : { type: 'effort' as const, ...effort });
  if (numbers === null) {
    if (bound !== null) return { fault: { code: 'bound_without_number' } };
    return zone === null ? null : targetOf(zone, NOBODY);
  }
  const { type, min, max } = numbers;
  const { minimum, maximum } = LIMITS[type];
  if (min < minimum || max > maximum) return { fault: { code: 'beyond_limits' } };
  if (bound === null) return { type, min, max, zone };
  if (!fits(bound, numbers)) return { fault: { code: 'bound_without_number' } };
  const { end } = BOUNDS[bound];
  return { type, min: end === 'min' ? min : null, max: end === 'max' ? max : null, zone };
}

function fits(bound: Bound, { type, min, max }: Numbers): boolean {
  return min === max && (BOUNDS[bound].of === 'pace') === (type === 'pace');
}
