import type { Curve, CurveDay } from './read-load.ts';

export function presentLoadDay(day: CurveDay) {
  return {
    date: day.date,
    load: tenths(day.load),
    activities_without_load: day.activities_without_load,
    session_load_au: day.session && tenths(day.session.load_au),
    activities_with_session_load: day.session?.activities ?? null,
    fitness: tenths(day.fitness),
    fatigue: tenths(day.fatigue),
    form: tenths(day.form),
  };
}

/** Adding 0 turns -0 into 0. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

export function presentAthleteLoad({
  time_zone,
  days,
  is_withheld,
  sees_effort,
}: Curve & { is_withheld: boolean; sees_effort: boolean }) {
  return {
    time_zone,
    days: days.map(presentLoadDay),
    privacy_filtered: [
      ...(is_withheld ? (['days'] as const) : []),
      ...(sees_effort ? [] : (['session_load_au'] as const)),
    ],
  };
}
