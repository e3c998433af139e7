/** The list that one came from, such as the roster as it was filtered: `[` and `]` go through it. */
const KEY = 'ekiden.athlete-list';
/** More ids are not kept: nobody steps through so many. */
const MOST = 10_000;

let noted: readonly string[] | null = null;

/** Kept for this tab. It is written down only as the page is left, for a reload: a filter that is typed makes a list with each letter. */
export function noteAthleteList(user_ids: readonly string[]): void {
  noted = user_ids;
}

addEventListener('pagehide', () => {
  if (noted !== null) sessionStorage.setItem(KEY, noted.slice(0, MOST).join(' '));
});

/** When somebody signs out, nobody who comes after goes through it. */
export function forgetAthleteList(): void {
  noted = null;
  sessionStorage.removeItem(KEY);
}

/** Whom the list has before and after somebody; null where it ends, or has no such person. */
export function athletesAround(user_id: string): {
  readonly previous: string | null;
  readonly next: string | null;
} {
  const list = noted ?? (sessionStorage.getItem(KEY) ?? '').split(' ');
  const place = list.indexOf(user_id);
  if (place < 0) return { previous: null, next: null };
  return { previous: list[place - 1] ?? null, next: list[place + 1] ?? null };
}
