/** Seconds of 48:10, 1:18:28, or whole minutes such as 45; null where it is none of these. */
export function readDuration_s(typed: string): number | null {
  const text = typed.trim().normalize('NFKC');
  if (!/^\d{1,3}(?::[0-5]?\d){0,2}$/.test(text)) return null;
  const numbers = text.split(':').map(Number);
  const [first = 0, second = 0, third = 0] = numbers;
  const whole_s = numbers.length === 3 ? first * 3_600 + second * 60 + third : first * 60 + second;
  return whole_s > 0 ? whole_s : null;
}

/** A number with a point or a comma; null where nothing is typed, undefined where it is no number above 0. */
export function readNumber(typed: string): number | null | undefined {
  const text = typed.trim().normalize('NFKC').replace(',', '.');
  if (text === '') return null;
  const value = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : undefined;
}

/** The instant at which it is that day and time on a clock; null where it is none. */
export function instantOf(date: string, time: string, timezone: string): string | null {
  const wanted_ms = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wanted_ms)) return null;
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const clock_ms = (at_ms: number): number => {
    const parts = Object.fromEntries(shown.formatToParts(at_ms).map(({ type, value }) => [type, value]));
    return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`);
  };
  // Twice, since the clock may have been changed between the guess and the instant.
  let at_ms = wanted_ms - (clock_ms(wanted_ms) - wanted_ms);
  at_ms -= clock_ms(at_ms) - wanted_ms;
  return new Date(at_ms).toISOString();
}
