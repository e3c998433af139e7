import { roundDown } from '../planning/weekly-volumes.ts';

/** One of those that share, and the least and the most it may have. */
export type Sharer = { readonly weight: number; readonly least_m: number; readonly most_m: number };

/** Metres for each by weight, in whole steps, within their bounds as far as there is enough; what does not fit is left out. */
export function shareOut(sharers: readonly Sharer[], metres_m: number, step: number): readonly number[] {
  const least_m = sharers.reduce((sum, one) => sum + one.least_m, 0);
  const floor = least_m <= metres_m ? 1 : 0;
  const all = sharers.reduce((sum, { weight }) => sum + weight, 0);
  const open_m = metres_m - floor * least_m;
  // Each its least, and of the rest whoever is farthest below its share.
  const shares = sharers.map(({ weight, least_m, most_m }) =>
    roundDown(Math.min(most_m, floor === 1 ? least_m : (open_m * weight) / all), step),
  );
  let left = metres_m - shares.reduce((sum, share) => sum + share, 0);
  while (left >= step) {
    let [next, worst] = [-1, Number.POSITIVE_INFINITY];
    for (const [index, { weight, most_m }] of sharers.entries()) {
      const share = shares[index] ?? 0;
      if (share + step > most_m || share / weight >= worst) continue;
      [next, worst] = [index, share / weight];
    }
    if (next === -1) break;
    shares[next] = (shares[next] ?? 0) + step;
    left -= step;
  }
  return shares;
}
