import type { Timing } from './timing.ts';
import type { Activity, Athlete, Change, ChangePage, Plan } from './types.ts';

export type FollowOptions = {
  /** The `next_cursor` that was stored with the last page; absent: everything there is, from the beginning. */
  readonly after?: string | undefined;
  /** How many changes to read at once, 1 to 1,000; 1,000 unless given. */
  readonly pageSize?: number | undefined;
  /** Milliseconds after which to look again where nothing is left, for ever; unless given, the iteration ends there. */
  readonly pollMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

const LARGEST_PAGE = 1_000;

/** The pages of changes after a cursor. A page without changes is given as well, since its cursor is further on. */
export async function* followChanges(
  readPage: (page: { after?: string; limit: number }) => Promise<ChangePage>,
  { after, pageSize = LARGEST_PAGE, pollMs, signal }: FollowOptions,
  timing: Timing,
): AsyncGenerator<ChangePage, void, undefined> {
  let cursor = after;
  for (;;) {
    const page = await readPage({ ...(cursor === undefined ? {} : { after: cursor }), limit: pageSize });
    signal?.throwIfAborted();
    yield page;
    cursor = page.next_cursor;
    if (page.has_more) continue;
    if (pollMs === undefined) return;
    await timing.sleep(pollMs, signal);
  }
}

/** A copy of what an organization sees, by id. */
export type Copy = {
  readonly athletes: Map<string, Athlete>;
  readonly activities: Map<string, Activity>;
  readonly plans: Map<string, Plan>;
};

/**
 * Applies changes to a copy in memory, in their order. A copy elsewhere is kept the same way: store each page with its cursor in
 * one transaction.
 */
export function applyChanges(copy: Copy, changes: readonly Change[]): void {
  const things = { athlete: copy.athletes, activity: copy.activities, plan: copy.plans } as const;
  for (const { kind, change, athlete_id, id, athlete, activity, plan } of changes) {
    if (change === 'all_withdrawn') forgetAll(kind === 'plan' ? copy.plans : copy.activities, athlete_id);
    if (id === null) continue;
    if (change === 'withdrawn') things[kind].delete(id);
    if (athlete !== undefined) copy.athletes.set(id, athlete);
    if (activity !== undefined) copy.activities.set(id, activity);
    if (plan !== undefined) copy.plans.set(id, plan);
  }
}

function forgetAll(things: Map<string, Activity | Plan>, athlete_id: string): void {
  for (const [id, thing] of things) if (thing.athlete_id === athlete_id) things.delete(id);
}
