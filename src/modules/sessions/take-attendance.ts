import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { invalidField } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdMembers, holdOrganization } from '../organizations/index.ts';
import { readClock } from './answer-session.ts';
import { MAX_TICKS_OF_ONE } from './club-session.ts';
import { noSuchSession, sessionCancelled } from './errors.ts';
import { lockSession } from './queries.ts';
import { countTicks, insertTicks, type NewTick } from './register-queries.ts';
import { requireSessionCoach } from './require-session-right.ts';
import { attendanceTaken } from './session-events.ts';

type Input = {
  readonly org_id: string;
  readonly session_id: string;
  readonly ticks: readonly {
    readonly user_id: string;
    readonly came: 'yes' | 'no';
    readonly ticked_at: string;
  }[];
};

/**
 * Adds ticks to the register, which a phone may have collected while it was offline. Of one person's ticks the latest is valid, by the
 * clock of whoever ticked but never later than the server's time; all stay in the log. A repeated tick changes nothing. People who are
 * no members, or have left, are skipped: the caller finds out who has an entry.
 *
 * @throws notFound; forbidden; noSuchSession; sessionCancelled; invalidField
 */
export async function takeAttendance(
  deps: { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emit'> },
  actor: UserActor,
  input: Input,
  write_key: WriteKey | undefined,
): Promise<{ session_id: string }> {
  const { org_id } = await requireSessionCoach(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  const ticks = input.ticks.map(
    ({ user_id, came, ticked_at }, place): NewTick => ({
      id: newId(),
      user_id: user_id.toLowerCase(),
      came: came === 'yes',
      ticked_at: readClock(`ticks.${place}.ticked_at`, ticked_at, now),
    }),
  );
  return await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const asked = [...new Set(ticks.map(({ user_id }) => user_id))];
    const members = await holdMembers(tx, { org_id, user_ids: asked });
    const session = await lockSession(tx, { org_id, session_id: input.session_id });
    if (session === null) throw noSuchSession();
    if (session.cancelled_at !== null) throw sessionCancelled();
    requireDay(session.starts_at, now);
    const session_id = session.id;
    const known = new Set(members.map(({ user_id }) => user_id));
    const taken = ticks.filter(({ user_id }) => known.has(user_id));
    requireFewTicks(taken, await countTicks(tx, { org_id, session_id, user_ids: [...known] }));
    const row = { org_id, session_id, received_at: now, ticked_by: actor.user_id };
    const added = await insertTicks(tx, { ...row, ticks: taken });
    if (added === 0) return { session_id };
    await writeAudit(tx, {
      ...{ org_id, event_type: 'attendance_taken', actor, now },
      ...{ target_id: session_id, target_name: session.title, data: { ticks: added } },
    });
    const user_ids = [...known].toSorted();
    await deps.events.emit(tx, attendanceTaken, { org_id, session_id, ticked_by: actor.user_id, user_ids });
    return { session_id };
  });
}

/** The register opens a day before the session begins, since clocks and plans may be off. */
function requireDay(starts_at: Date, now: Date): void {
  if (starts_at.getTime() - now.getTime() > DAY_MS)
    throw invalidField(
      'ticks',
      'must not be before the day of the session: the register opens a day before it begins',
    );
}

function requireFewTicks(ticks: readonly NewTick[], kept: ReadonlyMap<string, number>): void {
  const more = Map.groupBy(ticks, ({ user_id }) => user_id);
  for (const [user_id, own] of more) {
    if ((kept.get(user_id) ?? 0) + own.length > MAX_TICKS_OF_ONE)
      throw invalidField('ticks', `must be at most ${MAX_TICKS_OF_ONE} of one person; ${user_id} has more`);
  }
}
