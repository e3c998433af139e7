import type { Actor } from '../../http/actor.ts';
import { createListEncoder, type ListEncoder } from '../../http/json-text.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import type { Clock } from '../../shared/time.ts';
import { mayReadTraining } from '../activities/index.ts';
import { loadStanding, requireAllowed } from '../organizations/index.ts';
import { presentMetrics } from './present.ts';
import { countRoster, eachMetrics, findRosterKinds, type RosterPage } from './queries.ts';
import { type RosterKinds, viewOf, weekOf } from './views.ts';

/** Which settings and time zones each organization's athletes were last seen with, in memory. Guesses only. */
export type RosterGuesses = Map<string, RosterKinds>;

/** Past this the organization longest not asked about is forgotten. */
const MAX_GUESSES = 1_000;

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly guesses: RosterGuesses;
};

/** The JSON texts of athletes with their metrics, and how many there are. */
type MetricsTexts = { readonly list: ListEncoder; readonly size: number };

/**
 * A page of the athletes with their metrics, as coaches may see them, and how many match in all.
 *
 * The ceiling decides for each privacy settings that there are, and the statement gets what it decided. Looking for the
 * settings first would read every athlete twice, so those expected are taken; the statement reads the real ones, and where it
 * meets others, what it made is thrown away and made anew, in the same snapshot.
 */
export async function readRosterMetrics(
  deps: Deps,
  actor: Actor,
  asked: RosterPage,
): Promise<{ athletes: ListEncoder; count: number }> {
  const standing = await loadStanding(deps.db, asked.org_id, actor);
  requireAllowed(
    mayReadTraining(standing),
    'Only coaches of the organization may read how its athletes are doing.',
  );
  // As it is stored: the path's may be in other letters, and each spelling would be remembered.
  const page = { ...asked, org_id: standing.organization.org_id };
  return await deps.db.transaction(async (tx) => {
    const guess = deps.guesses.get(page.org_id);
    const athletes =
      (guess && (await athletesOf(deps, tx, page, guess))) ??
      (await athletesOf(deps, tx, page, await learn(deps, tx, page.org_id)));
    if (athletes === null) throw new Error('In one snapshot an athlete had settings that no athlete has.');
    const { list, size } = athletes;
    const isWhole = size < page.limit && (size > 0 || page.offset === 0);
    return { athletes: list, count: isWhole ? page.offset + size : await countRoster(tx, page) };
  }, SNAPSHOT);
}

/** Null when somebody is of a kind that is not among those given. */
async function athletesOf(
  { clock, sourcePolicies }: Deps,
  tx: Transaction,
  page: RosterPage,
  { privacies, time_zones }: RosterKinds,
): Promise<MetricsTexts | null> {
  const now = clock.now();
  const views = privacies.map((privacy) => viewOf(privacy, sourcePolicies));
  const weeks = time_zones.map((time_zone) => weekOf(time_zone, now));
  const list = createListEncoder();
  let size = 0;
  let isKnown = true;
  await eachMetrics(tx, page, { views, weeks, now }, (row) => {
    const [view, week] = [views[(row.view ?? 0) - 1], weeks[(row.week ?? 0) - 1]];
    if (view === undefined || week === undefined) {
      isKnown = false;
      return;
    }
    list.add(JSON.stringify(presentMetrics(row, { view, week, now })));
    size += 1;
  });
  return isKnown ? { list, size } : null;
}

async function learn({ guesses }: Deps, tx: Transaction, org_id: string): Promise<RosterKinds> {
  const kinds = await findRosterKinds(tx, org_id);
  const learnt = {
    privacies: [...new Set(kinds.map(({ privacy }) => privacy))],
    time_zones: [...new Set(kinds.map(({ time_zone }) => time_zone))],
  };
  guesses.delete(org_id);
  guesses.set(org_id, learnt);
  const [oldest] = guesses.keys();
  if (guesses.size > MAX_GUESSES && oldest !== undefined) guesses.delete(oldest);
  return learnt;
}
