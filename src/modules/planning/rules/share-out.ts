import { roundDown } from '../../../training/planning/weekly-volumes.ts';

/** One of those that share, and the most it may have. */
export type Sharer = { readonly weight: number; readonly most_m: number };

/** Metres for each by weight, in whole steps, none above its most; what does not fit is left out. */
export function shareOut(sharers: readonly Sharer[], metres_m: number, step: number): readonly number[] {
  const all = sharers.reduce((sum, { weight }) => sum + weight, 0);
  const shares = sharers.map(({ weight, most_m }) =>
    Math.max(0, roundDown(Math.min(most_m, (metres_m * weight) / all), step)),
  );
  let left = metres_m - shares.reduce((sum, share) => sum + share, 0);
  // What rounding left goes to the heaviest that have room, a step each.
  const order = [...sharers.entries()].sort(([, a], [, b]) => b.weight - a.weight);
  for (let moved = true; moved && left >= step; ) {
    moved = false;
    for (const [index, { most_m }] of order) {
      const share = shares[index] ?? 0;
      if (left < step || share + step > most_m) continue;
      shares[index] = share + step;
      left -= step;
      moved = true;
    }
  }
  return shares;
}
