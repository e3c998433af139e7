import type { Timing } from './timing.ts';
import type {
  Activity,
  Athlete,
  Attendance,
  Availability,
  Change,
  ChangePage,
  ClubSessionFacts,
  Feedback,
  Group,
  Plan,
} from './types.ts';

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
  readonly groups: Map<string, Group>;
  /** Left out by who keeps none. */
  readonly feedback?: Map<string, Feedback>;
  /** By the ids of the athletes; left out by who keeps none. */
  readonly availability?: Map<string, Availability>;
  /** Club sessions; left out by who keeps none. */
  readonly sessions?: Map<string, ClubSessionFacts>;
  /** By `attendanceKey`; left out by who keeps none. */
  readonly attendance?: Map<string, Attendance>;
};

/** What one athlete answered to one session is kept under both of their ids. */
export const attendanceKey = (athlete_id: string, club_session_id: string): string =>
  `${athlete_id} ${club_session_id}`;

/**
 * Applies changes to a copy in memory, in their order. A copy elsewhere is kept the same way: store each page with its cursor in
 * one transaction.
 */
export function applyChanges(copy: Copy, changes: readonly Change[]): void {
  for (const change of changes) {
    if (change.type === 'athlete') apply(copy.athletes, change);
    else if (change.type === 'activity') apply(copy.activities, change);
    else if (change.type === 'plan') apply(copy.plans, change);
    else if (change.type === 'feedback') apply(copy.feedback ?? new Map(), change);
    else if (change.type === 'availability') apply(copy.availability ?? new Map(), change);
    else if (change.type === 'session') applySession(copy, change);
    else if (change.type === 'attendance') applyAttendance(copy.attendance ?? new Map(), change);
    // Kinds of things that a newer server tells of are left alone.
    else if (change.type === 'group') apply(copy.groups, change);
  }
}

type OneChange<T> = {
  readonly action: Change['action'];
  readonly athlete_id: string | null;
  readonly id: string | null;
  readonly object?: T;
};

/** Attendance goes with its session. */
function applySession({ sessions, attendance }: Copy, change: OneChange<ClubSessionFacts>): void {
  apply(sessions ?? new Map(), change);
  if (change.action === 'upserted' || attendance === undefined) return;
  for (const [key, { club_session_id }] of attendance) {
    if (change.id === null || club_session_id === change.id) attendance.delete(key);
  }
}

function applyAttendance(attendance: Map<string, Attendance>, change: OneChange<Attendance>): void {
  const { athlete_id, id } = change;
  apply(attendance, { ...change, id: id === null ? null : attendanceKey(athlete_id ?? '', id) });
}

function apply<T extends object>(things: Map<string, T>, change: OneChange<T>): void {
  const { action, athlete_id, id, object } = change;
  if (id !== null) {
    if (action === 'withdrawn') things.delete(id);
    else if (object !== undefined) things.set(id, object);
    return;
  }
  for (const [other, thing] of things) {
    const isTheirs = athlete_id === null || ('athlete_id' in thing && thing.athlete_id === athlete_id);
    if (isTheirs) things.delete(other);
  }
}
