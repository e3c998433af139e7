import type { ApiKeyActor, UserActor } from '../../../http/actor.ts';
import type { Clock } from '../../../shared/time.ts';
import type { ReadKind } from './queries.ts';
import type { ReadLog } from './read-log.ts';

export type NoteDeps = { readonly readLog: ReadLog; readonly clock: Clock };

/** Notes for athletes that a key or a coach of an organization has just been shown something of theirs. */
export function noteReads(
  { readLog, clock }: NoteDeps,
  actor: ApiKeyActor | UserActor,
  { org_id, kind, user_ids }: { org_id: string; kind: ReadKind; user_ids: readonly string[] },
): void {
  const reader_id = actor.type === 'user' ? actor.user_id : actor.key_id;
  // Ids may be as a path has them, and an id in another case would be counted apart.
  const athletes = user_ids.map((id) => id.toLowerCase());
  // Whoever coaches themself needs no telling.
  if (athletes.length === 1 && athletes[0] === reader_id) return;
  readLog.record(athletes, {
    org_id: org_id.toLowerCase(),
    reader_type: actor.type,
    reader_id,
    kind,
    at: clock.now(),
  });
}
