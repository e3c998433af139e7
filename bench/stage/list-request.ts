/** Days whose activities are asked for: of everything that is seeded, which begins on 2024-01-02, a year in the middle. */
const FROM = Date.parse('2024-04-01T00:00:00.000Z');
const TO = Date.parse('2025-03-31T23:59:59.999Z');

/** The list as most ask for it: one athlete's, of a year, 50 at a time. */
export function listPath(athlete_id: string): string {
  return `/developer/v1/activities?athlete_id=${athlete_id}&start_date=${FROM}&end_date=${TO}&limit=50`;
}
