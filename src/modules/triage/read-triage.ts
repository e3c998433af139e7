import type { Static } from 'typebox';
import type { UserActor } from '../../http/actor.ts';
import { SNAPSHOT } from '../../infra/db/database.ts';
import { cursorOf, positionOf } from '../../shared/page-cursor.ts';
import { mayReadTraining } from '../activities/index.ts';
import { findGroupsOfMany } from '../groups/index.ts';
import { loadOrganizationAccess, requireAllowed } from '../organizations/index.ts';
import type { TriageList } from './contract.ts';
import {
  countEntries,
  findEntries,
  findMarks,
  PLACES,
  type TriageFilter,
  type TriagePlace,
} from './entry-queries.ts';
import { findFacts } from './facts-queries.ts';
import { findWords } from './find-words.ts';
import { presentAthlete } from './present.ts';
import { findBasis, renewEntries, type TriageDeps } from './renew-entries.ts';

/** A coach waits for so many at the most; the others come as soon as the job has looked at them. */
const RENEWED_FIRST = 200;

export type TriageAsked = TriageFilter & {
  readonly limit: number;
  readonly cursor: string | undefined;
};

/** @throws notFound or forbidden for who is no coach of the organization */
export async function requireTriageReader(
  { db }: Pick<TriageDeps, 'db'>,
  actor: UserActor,
  org_id: string,
): Promise<string> {
  const access = await loadOrganizationAccess(db, org_id, actor);
  requireAllowed(
    mayReadTraining(access),
    'Only coaches of the organization may read and decide who to look at.',
  );
  return access.organization.org_id;
}

/**
 * Who of an organization's athletes to look at, and why. What has changed is looked at first, so that nothing is told
 * that is not so any more; whoever is still to be looked at is left out and counted.
 * @throws notFound; forbidden; validationError for an invalid cursor
 */
export async function readTriage(
  deps: TriageDeps,
  actor: UserActor,
  asked: TriageAsked,
): Promise<Static<typeof TriageList>['data']> {
  const org_id = await requireTriageReader(deps, actor, asked.org_id);
  const after = asked.cursor === undefined ? null : placeAfter(asked.cursor);
  await renewEntries(deps, org_id, { most: RENEWED_FIRST });
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const { basis } = await findBasis(tx, org_id, deps.sourcePolicies);
    const of = { org_id, basis, now };
    const found = await findEntries(
      tx,
      { ...of, state: asked.state, group_id: asked.group_id, coach_id: asked.coach_id },
      {
        after,
        limit: asked.limit + 1,
      },
    );
    const { pending, ...counts } = await countEntries(tx, of);
    const rows = found.slice(0, asked.limit);
    const last = found.length > asked.limit ? rows.at(-1) : undefined;
    const user_ids = rows.map(({ user_id }) => user_id);
    const facts = await findFacts(tx, { org_id, user_ids, now }, deps.sourcePolicies);
    const factsOf = new Map(facts.map((one) => [one.user_id, one]));
    const marks = await findMarks(tx, { org_id, user_ids });
    const groups = Map.groupBy(await findGroupsOfMany(tx, { org_id, user_ids }), ({ user_id }) => user_id);
    const words = await findWords(tx, { org_id, athletes: facts, now, most: 1, only_waiting: true });
    return {
      athletes: rows.flatMap((row) => {
        const of = factsOf.get(row.user_id);
        if (of === undefined) return [];
        const { user_id } = row;
        const [last_words = null] = words.get(user_id) ?? [];
        const more = { mark: marks.get(user_id) ?? null, groups: groups.get(user_id) ?? [], last_words };
        return [presentAthlete(row, of, more)];
      }),
      counts,
      pending_athletes: pending,
      next_cursor: last === undefined ? null : cursorOf({ at: new Date(last.place), id: last.user_id }),
    };
  }, SNAPSHOT);
}

/** A page's last place and athlete, kept as the time and the id of a cursor; after a cursor of another list there is nothing. */
function placeAfter(cursor: string): TriagePlace {
  const { at, id } = positionOf(cursor);
  return { place: Math.min(at.getTime(), PLACES), user_id: id };
}
