import type { Language } from '../../shared/languages.ts';
import { METRES_PER_MILE } from '../../shared/units.ts';
import type { Segment, Target } from '../../training/planning/plan.ts';
import { phrase } from '../../words/index.ts';
import { distanceWords, durationWords, paceClock } from '../../words/measure-words.ts';

type Speech = { readonly language: Language; readonly unit_system: 'metric' | 'imperial' };

/**
 * A workout's segments as runners write them, one a line: "15 min (warm-up) @ 5:20–5:58 /km", "5 × 1 km @ 4:28–4:35 /km",
 * a set in brackets: "5 × (1 km @ 4:28–4:35 /km, 1 min (recovery))". Heart rates are in beats a minute, efforts RPE.
 */
export function stretchLines(segments: readonly Segment[], speech: Speech): string[] {
  return segments.map((segment) => stretchWords(segment, speech)).filter((line) => line !== '');
}

function stretchWords(segment: Segment, speech: Speech): string {
  if (segment.repeat !== undefined) {
    const { times, segments } = segment.repeat;
    const inner = stretchLines(segments, speech);
    return `${times} × ${inner.length === 1 ? inner[0] : `(${inner.join(', ')})`}`;
  }
  const { kind, target, duration_s, distance_m } = segment;
  const name = kind === 'work' || kind === 'repeat' ? '' : phrase(speech.language, `plans.stretch.${kind}`);
  const long =
    distance_m === undefined
      ? duration_s === undefined
        ? ''
        : durationWords(duration_s, speech)
      : distanceWords(distance_m, speech);
  const range = target === undefined ? '' : targetWords(target, speech);
  const words = [long, ...(name === '' ? [] : [long === '' ? name : `(${name})`])].filter(
    (part) => part !== '',
  );
  return [...words, ...(range === '' ? [] : [`@ ${range}`])].join(' ');
}

function targetWords({ type, min, max }: Target, { unit_system }: Speech): string {
  if (type === 'effort') return rangeWords(min, max, String, (range) => `RPE ${range}`);
  if (type === 'heart_rate') return rangeWords(min, max, wholeWords, (range) => `${range} bpm`);
  const isImperial = unit_system === 'imperial';
  const paceWords = (pace_s_per_km: number) =>
    paceClock(isImperial ? (pace_s_per_km * METRES_PER_MILE) / 1_000 : pace_s_per_km);
  return rangeWords(min, max, paceWords, (range) => `${range} ${isImperial ? '/mi' : '/km'}`);
}

/** Open ends as "≥" and "≤": of a pace the number, so "≤ 4:30 /km" is 4:30 or faster. */
function rangeWords(
  min: number | null,
  max: number | null,
  words: (value: number) => string,
  unit: (range: string) => string,
): string {
  if (min === null && max === null) return '';
  if (max === null) return unit(`≥ ${words(min ?? 0)}`);
  if (min === null) return unit(`≤ ${words(max)}`);
  return unit(words(min) === words(max) ? words(min) : `${words(min)}–${words(max)}`);
}

const wholeWords = (value: number): string => String(Math.round(value));
