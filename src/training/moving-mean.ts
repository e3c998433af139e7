/**
 * The mean of all values within half a window before and after each value. Two pointers make it O(values).
 *
 * @param time_s seconds, rising, as many as values
 */
export function movingMean(time_s: readonly number[], values: readonly number[], window_s: number): number[] {
  const means: number[] = [];
  let [from, to, sum] = [0, 0, 0];
  for (const center_s of time_s) {
    while (to < time_s.length && (time_s[to] ?? 0) <= center_s + window_s / 2) {
      sum += values[to] ?? 0;
      to += 1;
    }
    while ((time_s[from] ?? 0) < center_s - window_s / 2) {
      sum -= values[from] ?? 0;
      from += 1;
    }
    means.push(sum / (to - from));
  }
  return means;
}
