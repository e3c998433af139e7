import { addDays, mondayOf, todayIn } from '../../format.ts';

/** When somebody who is put off comes back. */
export type LaterTime = {
  readonly id: 'tomorrow' | 'monday';
  /** The day, on the coach's clock. */
  readonly date: string;
  /** At six in the morning of it. */
  readonly until: string;
};

/** Tomorrow, and the first Monday after that. */
export function laterTimes(timezone: string, now: Date = new Date()): readonly LaterTime[] {
  const tomorrow = addDays(todayIn(timezone, now), 1);
  const monday = addDays(mondayOf(tomorrow), 7);
  return [
    { id: 'tomorrow', date: tomorrow, until: morningOf(tomorrow, timezone) },
    { id: 'monday', date: monday, until: morningOf(monday, timezone) },
  ];
}

const HOUR = '06';

function morningOf(date: string, timezone: string): string {
  const wanted = Date.parse(`${date}T${HOUR}:00:00Z`);
  // The clock may change in the night before, so the offset is looked up again where the first one leads.
  const near = wanted - offsetOf(wanted, timezone);
  return new Date(wanted - offsetOf(near, timezone)).toISOString();
}

/** How far a clock is ahead of UTC at a moment, in milliseconds. */
function offsetOf(at: number, timezone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - at;
}
