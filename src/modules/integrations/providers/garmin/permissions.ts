export const ACTIVITY_EXPORT = 'ACTIVITY_EXPORT';
/** Days, nights and heart rate variability. */
export const HEALTH_EXPORT = 'HEALTH_EXPORT';
/** Data from before the connection. It is not ticked by default on Garmin's page. */
export const HISTORICAL_DATA_EXPORT = 'HISTORICAL_DATA_EXPORT';

/** Names of permissions from either form in which Garmin gives them; null for another form. */
export function readPermissions(answer: unknown): readonly string[] | null {
  const list =
    typeof answer === 'object' && answer !== null && 'permissions' in answer ? answer.permissions : answer;
  if (!Array.isArray(list)) return null;
  const names = list.filter((name: unknown) => typeof name === 'string' && /^[A-Z][A-Z_]{0,59}$/.test(name));
  return [...new Set<string>(names)];
}
