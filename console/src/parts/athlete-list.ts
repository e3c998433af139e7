/** The list that one came from, such as the roster as it was filtered: `[` and `]` go through it. */
const KEY = 'ekiden.athlete-list';
/** More ids are not kept: nobody steps through so many. */
const MOST = 10_000;

/** Kept for this tab, so that it is still there after a reload. */
export function noteAthleteList(user_ids: readonly string[]): void {
  sessionStorage.setItem(KEY, user_ids.slice(0, MOST).join(' '));
}

/** Whom the list has before and after somebody; null where it ends, or has no such person. */
export function athletesAround(user_id: string): {
  readonly previous: string | null;
  readonly next: string | null;
} {
  const list = (sessionStorage.getItem(KEY) ?? '').split(' ');
  const place = list.indexOf(user_id);
  if (place < 0) return { previous: null, next: null };
  return { previous: list[place - 1] ?? null, next: list[place + 1] ?? null };
}
