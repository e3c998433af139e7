import type { Actor } from '../../http/actor.ts';
import { type GatheredJson, gatherJson } from '../../http/gather-json.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import type { Clock } from '../../shared/time.ts';
import { mayReadTraining } from '../activities/index.ts';
import { loadStanding, requireAllowed } from '../organizations/index.ts';
import { presentMetrics } from './present.ts';
import { countRoster, eachMetrics, findRosterKinds, type RosterPage } from './queries.ts';
import { type RosterKinds, type View, viewOf, type Week, weekOf } from './views.ts';

/** Which settings and time zones each organization's athletes were last seen with, and how many they were, in memory. Guesses only. */
export type RosterGuesses = Map<string, RosterKinds>;

/** Past this the organization longest not asked about is forgotten. */
const MAX_GUESSES = 1_000;

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly guesses: RosterGuesses;
};

/** As many athletes on a page are read over two connections at once. */
const LONG_PAGE = 2_000;

/**
 * A page of the athletes with their metrics, as coaches may see them, as JSON texts, and how many match in all.
 *
 * The ceiling decides for each privacy settings that there are, and the statement gets what it decided. Looking for the
 * settings first would read every athlete twice, so those expected are taken; the statement reads the real ones, and where it
 * meets others, what it made is thrown away and made anew, in the same snapshot.
 */
export async function readRosterMetrics(
  deps: Deps,
  actor: Actor,
  asked: RosterPage,
): Promise<{ athletes: GatheredJson; count: number }> {
  const standing = await loadStanding(deps.db, asked.org_id, actor);
  requireAllowed(
    mayReadTraining(standing),
    'Only coaches of the organization may read how its athletes are doing.',
  );
  // As it is stored: the path's may be in other letters, and each spelling would be remembered.
  const page = { ...asked, org_id: standing.organization.org_id };
  const guess = deps.guesses.get(page.org_id);
  return await deps.db.inOneSnapshot(isLong(page, guess) ? 2 : 1, async (txs) => {
    let kinds = guess ?? (await findKinds(txs[0], page.org_id));
    let athletes = await athletesOf(deps, txs, page, kinds);
    if (athletes === null) {
      kinds = await findKinds(txs[0], page.org_id);
      athletes = await athletesOf(deps, txs, page, kinds);
    }
    if (athletes === null) throw new Error('In one snapshot an athlete had settings that no athlete has.');
    const isWhole = athletes.count < page.limit && (athletes.count > 0 || page.offset === 0);
    const count = isWhole ? page.offset + athletes.count : await countRoster(txs[0], page);
    remember(deps.guesses, page.org_id, isUnfiltered(page) ? { ...kinds, athletes: count } : kinds);
    return { athletes, count };
  });
}

function isUnfiltered({ group_id, coach_id, status }: RosterPage): boolean {
  return group_id === undefined && coach_id === undefined && status === undefined;
}

/** Whether it is worth a second connection. Of a group or a coach it is not known how many there are: fewer. */
function isLong(page: RosterPage, guess: RosterKinds | undefined): boolean {
  if (guess === undefined || page.group_id !== undefined || page.coach_id !== undefined) return false;
  return sizeOf(page, guess) >= LONG_PAGE;
}

/** How many athletes a page has, as far as is known. */
function sizeOf({ limit, offset }: RosterPage, { athletes }: RosterKinds): number {
  return Math.max(0, Math.min(limit, athletes - offset));
}

/** One of so many parts of a page. Where one ends the next begins, whatever was guessed. */
function partOf(page: RosterPage, place: number, parts: number, kinds: RosterKinds): RosterPage {
  const size = Math.ceil(sizeOf(page, kinds) / parts);
  const from = Math.min(page.limit, place * size);
  const to = place === parts - 1 ? page.limit : Math.min(page.limit, from + size);
  return { ...page, offset: page.offset + from, limit: to - from };
}

/** The page in as many parts as there are transactions, all at once. Null when somebody is of a kind that is not among those given. */
async function athletesOf(
  { clock, sourcePolicies }: Deps,
  txs: readonly Transaction[],
  page: RosterPage,
  kinds: RosterKinds,
): Promise<GatheredJson | null> {
  const now = clock.now();
  const views = kinds.privacies.map((privacy) => viewOf(privacy, sourcePolicies));
  const weeks = kinds.time_zones.map((time_zone) => weekOf(time_zone, now));
  const parts = await Promise.all(
    txs.map((tx, place) => textsOf(tx, partOf(page, place, txs.length, kinds), { views, weeks, now })),
  );
  const [first = null, ...others] = parts;
  if (first === null || others.includes(null)) {
    for (const part of parts) part?.release();
    return null;
  }
  for (const part of others) if (part !== null) first.take(part);
  return first;
}

/** The athletes of a part as JSON texts. Null when somebody is of a kind that is not among those given. */
async function textsOf(
  tx: Transaction,
  part: RosterPage,
  { views, weeks, now }: { views: readonly View[]; weeks: readonly Week[]; now: Date },
): Promise<GatheredJson | null> {
  const texts = gatherJson();
  let isKnown = true;
  await eachMetrics(tx, part, { views, weeks, now }, (row) => {
    const [view, week] = [views[(row.view ?? 0) - 1], weeks[(row.week ?? 0) - 1]];
    if (view === undefined || week === undefined) isKnown = false;
    else texts.add(JSON.stringify(presentMetrics(row, { view, week, now })));
  });
  if (isKnown) return texts;
  texts.release();
  return null;
}

/** Which settings there are, and how many athletes. */
async function findKinds(tx: Transaction, org_id: string): Promise<RosterKinds> {
  const kinds = await findRosterKinds(tx, org_id);
  return {
    privacies: [...new Set(kinds.map(({ privacy }) => privacy))],
    time_zones: [...new Set(kinds.map(({ time_zone }) => time_zone))],
    athletes: kinds.reduce((sum, { athletes }) => sum + athletes, 0),
  };
}

function remember(guesses: RosterGuesses, org_id: string, kinds: RosterKinds): void {
  guesses.delete(org_id);
  guesses.set(org_id, kinds);
  const [oldest] = guesses.keys();
  if (guesses.size > MAX_GUESSES && oldest !== undefined) guesses.delete(oldest);
}
