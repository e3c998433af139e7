import { type Format, useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import type { Step } from './activity.ts';

/** What was planned of a step: 1,000 m in 4:01, 15 min easy. */
export function useTargetText(): (target: Step['target']) => string {
  const say = useSay();
  const format = useFormat();
  return (target) => {
    const length = lengthOf(target, format);
    const { type, min, max } = target;
    const [low, high] = [min ?? max, max ?? min];
    if (length === null || low === null || high === null || type === null) return length ?? '';
    if (type === 'effort') return say('review.target.effort', { length, effort: rangeOf(low, high, String) });
    if (type === 'heart_rate')
      return say('review.target.heartRate', { length, rate: rangeOf(low, high, String) });
    return say('review.target.pace', { length, pace: rangeOf(low, high, format.paceNumber) });
  };
}

function lengthOf({ distance_m, duration_s }: Step['target'], format: Format): string | null {
  if (distance_m !== null) return format.distance(distance_m);
  return duration_s === null ? null : format.duration(duration_s);
}

function rangeOf(low: number, high: number, write: (value: number) => string): string {
  const [first, last] = [write(low), write(high)];
  return first === last ? first : `${first}–${last}`;
}
