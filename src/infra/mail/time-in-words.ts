import type { Language } from '../../shared/languages.ts';

/** A time for people, to the minute, with its zone. `timezone` is an IANA name. */
export function timeInWords(input: { language: Language; time: Date; timezone: string }): string {
  const format = new Intl.DateTimeFormat(input.language === 'en' ? 'en-GB' : input.language, {
    timeZone: input.timezone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  // Chinese puts the zone into square brackets.
  return format.format(input.time).replace(/ \[(.+)\]$/, '（$1）');
}
