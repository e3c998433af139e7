import type { Schemas } from '../client/api.ts';

/** An athlete with their days, in short: as the calendar of the team has them. */
export type Athlete = Schemas['TeamCalendarAthlete'];
export type Day = Schemas['TeamCalendarDay'];
export type Workout = Schemas['TeamCalendarWorkout'];

export const dayOf = ({ days }: Athlete, date: string): Day | undefined =>
  days.find((one) => one.date === date);

/** What a change makes of the days of one athlete, before the server has answered. */
export type Edit = (athlete: Athlete) => Athlete;
