import type { RateLimits } from './settings.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const NOTHING: RateLimits = { short: 0, daily: 0, read_short: 0, read_daily: 0 };

/** How many calls an app has made by the clock on the wall: quarters begin at :00, :15, :30 and :45, days at midnight UTC. */
export function countRequests(limits: RateLimits, now: () => Date) {
  let used = NOTHING;
  let quarter = 0;
  let day = 0;
  const turnOver = (): void => {
    const epoch_ms = now().getTime();
    const [thisQuarter, today] = [Math.floor(epoch_ms / QUARTER_MS), Math.floor(epoch_ms / DAY_MS)];
    if (thisQuarter !== quarter) used = { ...used, short: 0, read_short: 0 };
    if (today !== day) used = NOTHING;
    [quarter, day] = [thisQuarter, today];
  };
  const isWithinOverall = (): boolean => used.short <= limits.short && used.daily <= limits.daily;
  const isWithinReads = (): boolean =>
    used.read_short <= limits.read_short && used.read_daily <= limits.read_daily;
  return {
    /** @returns whether the call is within all limits; one above them counts as well */
    count: (kind: 'read' | 'write'): boolean => {
      turnOver();
      const read = kind === 'read' ? 1 : 0;
      used = {
        short: used.short + 1,
        daily: used.daily + 1,
        read_short: used.read_short + read,
        read_daily: used.read_daily + read,
      };
      return isWithinOverall() && (read === 0 || isWithinReads());
    },
    /** As they stand in the headers of every answer of the API; a refusal shows the quarter as used up, even one made up. */
    headers: (refused: boolean): Record<string, string> => {
      turnOver();
      const short = refused && isWithinOverall() && isWithinReads() ? limits.short : used.short;
      return {
        'X-RateLimit-Limit': `${limits.short},${limits.daily}`,
        'X-RateLimit-Usage': `${short},${used.daily}`,
        'X-ReadRateLimit-Limit': `${limits.read_short},${limits.read_daily}`,
        'X-ReadRateLimit-Usage': `${used.read_short},${used.read_daily}`,
      };
    },
    /** As if so many calls had been made. */
    use: (usage: Partial<RateLimits>): void => {
      turnOver();
      used = { ...used, ...usage };
    },
    usage: (): RateLimits => {
      turnOver();
      return used;
    },
  };
}
