import { useMemo } from 'react';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import type { Axis, LaneName } from './samples.ts';
import { unitOf_m } from './ticks.ts';

const M_PER_FOOT = 0.3048;

/** How lanes are called and their values said, in the reader's language and units. */
export type LaneWords = {
  readonly name: (lane: LaneName) => string;
  /** With its unit: 4:00 /km. */
  readonly value: (lane: LaneName, value: number) => string;
  /** The number alone, beside a line. */
  readonly tick: (lane: LaneName, value: number) => string;
  readonly axisTick: (axis: Axis, position: number) => string;
  /** A length on the ground: 1.20 km. */
  readonly exactDistance: (distance_m: number) => string;
};

export function useLaneWords(): LaneWords {
  const say = useSay();
  const format = useFormat();
  return useMemo(() => {
    const { units: system } = format;
    const units = system === 'imperial' ? system : 'other';
    const height = (altitude_m: number): number =>
      system === 'metric' ? altitude_m : altitude_m / M_PER_FOOT;
    const pace_s = (speed_mps: number): number => 1_000 / speed_mps;
    return {
      name: (lane) =>
        lane === 'pace' || lane === 'elevation'
          ? say(`review.lane.${lane}`, { units })
          : say(`review.lane.${lane}`),
      value: (lane, value) => {
        if (lane === 'pace') return value < 0.3 ? say('review.standing') : format.pace(pace_s(value));
        const number = format.number(lane === 'elevation' ? height(value) : value);
        return say(`review.value.${lane}`, { number, units });
      },
      tick: (lane, value) =>
        lane === 'pace'
          ? format.paceNumber(pace_s(value))
          : format.number(lane === 'elevation' ? height(value) : value),
      axisTick: (axis, position) => {
        const number = format.number(position / (axis === 'time' ? 60 : unitOf_m(system)), 1);
        if (position > 0) return number;
        return say(`review.axis.${axis}`, { number, units });
      },
      exactDistance: (distance_m) =>
        say('review.exactDistance', {
          number: (Math.round(distance_m / (unitOf_m(system) / 100)) / 100).toFixed(2),
          units,
        }),
    };
  }, [say, format]);
}
