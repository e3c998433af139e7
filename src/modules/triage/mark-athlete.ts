import type { UserActor } from '../../http/actor.ts';
import type { WriteKey } from '../../infra/idempotency/write-once.ts';
import { writeOnce } from '../../infra/idempotency/write-once.ts';
import { invalidField } from '../../shared/errors.ts';
import { DAY_MS } from '../../shared/time.ts';
import { noSuchMember } from '../organizations/index.ts';
import { deleteMark, findMarks, type Mark, noteDue, saveMark } from './entry-queries.ts';
import { nothingToMark } from './errors.ts';
import { findFacts } from './facts-queries.ts';
import { requireTriageReader } from './read-triage.ts';
import { reasonsOf } from './reasons.ts';
import { findBasis, keysOf, type TriageDeps } from './renew-entries.ts';

const LONGEST_MS = 366 * DAY_MS;

type Athlete = { readonly org_id: string; readonly user_id: string };

/**
 * Takes an athlete off the list, for all coaches of the organization: handled until there is new evidence, or put off until a time or
 * new evidence, whichever is earlier. Of two coaches at once the later one's holds.
 *
 * @throws notFound; forbidden; noSuchMember; nothingToMark; validationError for a time that is over or more than a year away
 */
export async function markAthlete(
  deps: TriageDeps,
  actor: UserActor,
  {
    write_key,
    ...asked
  }: Athlete & {
    readonly state: 'handled' | 'later';
    readonly until: Date | null;
    readonly note: string;
    readonly write_key: WriteKey | undefined;
  },
): Promise<Mark> {
  const org_id = await requireTriageReader(deps, actor, asked.org_id);
  const now = deps.clock.now();
  requireUntil(asked, now);
  const athlete = { org_id, user_id: asked.user_id };
  await writeOnce(deps, write_key, async (tx) => {
    const { limits } = await findBasis(tx, org_id, deps.sourcePolicies);
    const [facts] = await findFacts(tx, { org_id, user_ids: [asked.user_id], now }, deps.sourcePolicies);
    if (facts === undefined) throw noSuchMember();
    const reasons = reasonsOf(facts, limits);
    if (reasons.length === 0) throw nothingToMark();
    const { state, note, until } = asked;
    await saveMark(tx, {
      ...athlete,
      state,
      note: note.trim().normalize(),
      until,
      keys: keysOf(reasons),
      marked_by: actor.user_id,
      marked_at: now,
    });
    await noteDue(tx, athlete);
    return { user_id: asked.user_id };
  });
  const mark = (await findMarks(deps.db, { org_id, user_ids: [asked.user_id] })).get(asked.user_id);
  if (mark === undefined) throw nothingToMark();
  return mark;
}

/**
 * Puts an athlete back on the list. Doing it twice changes nothing.
 *
 * @throws notFound; forbidden; noSuchMember
 */
export async function unmarkAthlete(
  deps: TriageDeps,
  actor: UserActor,
  { write_key, ...asked }: Athlete & { readonly write_key: WriteKey | undefined },
): Promise<void> {
  const org_id = await requireTriageReader(deps, actor, asked.org_id);
  const athlete = { org_id, user_id: asked.user_id };
  await writeOnce(deps, write_key, async (tx) => {
    const user_ids = [asked.user_id];
    const [known] = await findFacts(tx, { org_id, user_ids, now: deps.clock.now() }, deps.sourcePolicies);
    if (known === undefined) throw noSuchMember();
    if (await deleteMark(tx, athlete)) await noteDue(tx, athlete);
    return {};
  });
}

function requireUntil({ state, until }: { state: string; until: Date | null }, now: Date): void {
  if (state === 'handled' && until !== null)
    throw invalidField('until', 'is only for "later"; leave it out, or put it off with "later"');
  if (state === 'handled') return;
  if (until === null) throw invalidField('until', 'say until when it is put off');
  if (until <= now) throw invalidField('until', 'must be in the future');
  if (until.getTime() - now.getTime() > LONGEST_MS) throw invalidField('until', 'must be within a year');
}
