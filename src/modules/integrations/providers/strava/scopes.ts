const READ_ALL = 'activity:read_all';
const READ_SHOWN = 'activity:read';

/** Each is a box on the platform's page: without hidden activities we can still read the rest, and the profile with its zones. */
export const WANTED_SCOPES = ['read', READ_SHOWN, READ_ALL, 'profile:read_all'] as const;

export function isOfUse(scopes: readonly string[]): boolean {
  return scopes.includes(READ_ALL) || scopes.includes(READ_SHOWN);
}

/** Whether the scopes include workouts that only the athlete sees. */
export function readsHidden(scopes: readonly string[]): boolean {
  return scopes.includes(READ_ALL);
}

/** Names between commas or spaces; null for anything that is no such text. */
export function readScopes(text: unknown): readonly string[] | null {
  if (typeof text !== 'string' || text.length > 1_000) return null;
  return [...new Set(text.split(/[\s,]+/).filter((name) => /^[a-z_:]{1,40}$/.test(name)))];
}
