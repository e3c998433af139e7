/** Daily times of quiet in the person's own time zone, as PostgreSQL writes times of day. The end is not included. */
export type QuietHours = { readonly starts: string; readonly ends: string };

/**
 * The first instant from now on that lies outside of a person's quiet hours: now, or the end of these. Where clocks are set forward
 * over that end, it is the moment of the change; where they are set back over it, the first time that the clock shows the end.
 *
 * @param time_zone an IANA name that the runtime knows
 */
export function afterQuietHours(now: Date, quiet: QuietHours, time_zone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone);
  if (!isQuiet(local, quiet)) return now;
  const ends = Temporal.PlainTime.from(quiet.ends);
  const today = local.toPlainDate();
  // The end may occur twice on a day, or not at all when clocks are set forward. A change of the clock may also leave the quiet hours.
  const times = [0, 1, 2].flatMap((days) =>
    (['earlier', 'later'] as const).map((disambiguation) =>
      today.add({ days }).toPlainDateTime(ends).toZonedDateTime(time_zone, { disambiguation }),
    ),
  );
  const transition = local.getTimeZoneTransition('next');
  const over = [...times, ...(transition === null ? [] : [transition])]
    .filter((time) => Temporal.ZonedDateTime.compare(time, local) > 0 && !isQuiet(time, quiet))
    .sort(Temporal.ZonedDateTime.compare);
  return new Date((over[0] ?? local).epochMilliseconds);
}

function isQuiet(at: Temporal.ZonedDateTime, { starts, ends }: QuietHours): boolean {
  const time = at.toPlainTime();
  const isFrom = Temporal.PlainTime.compare(time, starts) >= 0;
  const isUntil = Temporal.PlainTime.compare(time, ends) < 0;
  return Temporal.PlainTime.compare(ends, starts) < 0 ? isFrom || isUntil : isFrom && isUntil;
}
