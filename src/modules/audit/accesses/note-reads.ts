import type { ApiKeyActor, UserActor } from '../../../http/actor.ts';
import type { Clock } from '../../../shared/time.ts';
import type { ReadKind } from './queries.ts';
import type { ReadLog } from './read-log.ts';

export type NoteDeps = { readonly readLog: ReadLog; readonly clock: Clock };

/** Records for athletes that an organization's key or coach saw their data. */
export function noteReads(
  { readLog, clock }: NoteDeps,
  actor: ApiKeyActor | UserActor,
  { org_id, kind, user_ids }: { org_id: string; kind: ReadKind; user_ids: readonly string[] },
): void {
  const reader_id = actor.type === 'user' ? actor.user_id : actor.key_id;
  // Ids from a path may be in upper case, which would be counted separately.
  const athletes = user_ids.map((id) => id.toLowerCase());
  // Coaches who read their own data need no record.
  if (athletes.length === 1 && athletes[0] === reader_id) return;
  readLog.record(athletes, {
    org_id: org_id.toLowerCase(),
    reader_type: actor.type,
    reader_id,
    kind,
    at: clock.now(),
  });
}
