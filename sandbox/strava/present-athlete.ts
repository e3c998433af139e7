import type { StravaActivity } from './activity.ts';
import type { StravaAthlete } from './athlete.ts';
import always from './data/always-said.json' with { type: 'json' };
import { isRide, isRun } from './sports.ts';

/** What comes with a token, and to whom the scope for more is missing. */
export function presentSummaryAthlete(athlete: StravaAthlete): Record<string, unknown> {
  const { id, username, firstname, lastname, city, country, sex, created_at, runner } = athlete;
  return {
    ...always.athlete,
    id,
    username,
    resource_state: 2,
    firstname,
    lastname,
    city,
    country,
    sex,
    created_at: seconds(created_at),
    updated_at: seconds(created_at),
    weight: runner.weight_kg,
    profile_medium: `https://pictures.example.org/athletes/${id}/medium.jpg`,
    profile: `https://pictures.example.org/athletes/${id}/large.jpg`,
  };
}

/** With `profile:read_all`. */
export function presentDetailedAthlete(athlete: StravaAthlete): Record<string, unknown> {
  return {
    ...presentSummaryAthlete(athlete),
    ...always.detailed_athlete,
    measurement_preference: athlete.measurement_preference,
    shoes: [presentShoe(athlete)],
  };
}

export function presentShoe({ shoe }: StravaAthlete): Record<string, unknown> {
  return {
    id: shoe.id,
    primary: true,
    name: shoe.name,
    nickname: '',
    resource_state: 2,
    retired: false,
    distance: shoe.distance_m,
    converted_distance: Math.round(shoe.distance_m / 100) / 10,
  };
}

/** Totals of what everybody may see: of the last four weeks, of this year, of all. */
export function presentStats(activities: readonly StravaActivity[], now: Date): Record<string, unknown> {
  const open = activities.filter(({ visibility }) => visibility === 'everyone');
  const since = (from: Date): StravaActivity[] => open.filter(({ start }) => start >= from);
  const rides = open.filter(({ sport_type }) => isRide(sport_type));
  const spans = {
    recent: since(new Date(now.getTime() - 28 * 86_400_000)),
    ytd: since(new Date(Date.UTC(now.getUTCFullYear(), 0, 1))),
    all: open,
  };
  return {
    biggest_ride_distance: Math.max(0, ...rides.map(({ totals }) => totals.distance_m ?? 0)) || null,
    biggest_climb_elevation_gain: null,
    ...Object.fromEntries(
      Object.entries(spans).flatMap(([span, among]) => [
        [`${span}_ride_totals`, addUp(among.filter(({ sport_type }) => isRide(sport_type)))],
        [`${span}_run_totals`, addUp(among.filter(({ sport_type }) => isRun(sport_type)))],
        [`${span}_swim_totals`, addUp(among.filter(({ sport_type }) => sport_type === 'Swim'))],
      ]),
    ),
  };
}

function addUp(activities: readonly StravaActivity[]): Record<string, number> {
  const sum = (value: (activity: StravaActivity) => number | null): number =>
    activities.reduce((total, activity) => total + (value(activity) ?? 0), 0);
  return {
    count: activities.length,
    distance: Math.round(sum(({ totals }) => totals.distance_m)),
    moving_time: Math.round(sum(({ totals }) => totals.timer_s)),
    elapsed_time: Math.round(sum(({ totals }) => totals.elapsed_s)),
    elevation_gain: Math.round(sum(({ totals }) => totals.ascent_m)),
    achievement_count: 0,
  };
}

/** ISO 8601 without a fraction, as the platform writes times. */
export function seconds(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
