/** The search itself: worlds, changes in them, requests, and every answer looked through. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { type SeededRandom, seededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import type { Canary, What } from './canaries.ts';
import type { Change } from './change.ts';
import { changeSomething } from './changes.ts';
import { asCurl, type LeakStage, linkWhenDone, type Reply, send } from './client.ts';
import { type Asker, type Person, titleOf } from './model.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { type PlantedWorld, plantWorld } from './plant-world.ts';
import { type Ask, createAsks, type Focus, type Operation, readDocuments } from './requests.ts';
import { drawShelf } from './shelves.ts';

export type SearchResult = {
  readonly requests: number;
  readonly worlds: number;
  readonly changes: number;
  /** Values that were recognised in answers and held against the oracle. */
  readonly appearances: number;
  /** What has been seen by somebody who is not its owner, so that a search that sees nothing is noticed. */
  readonly seen_by_others: ReadonlySet<What>;
  readonly askers: ReadonlySet<string>;
  readonly operations: ReadonlySet<string>;
  /** Told with what led to them. */
  readonly leaks: readonly string[];
  /** What was to be seen and was not, and answers that say the server broke. */
  readonly faults: readonly string[];
};

type Tally = { -readonly [Name in keyof SearchResult]: SearchResult[Name] } & {
  seen_by_others: Set<What>;
  askers: Set<string>;
  operations: Set<string>;
  leaks: string[];
  faults: string[];
};

/** How many findings are told before the search ends: one is usually many. */
const ENOUGH = 10;
const CHANGE_EVERY = 6;
/** How many requests after a change are about it. */
const FOLLOWING = 3;

/**
 * Searches a server for leaks.
 *
 * @param input.requests how many answers are looked through, at the least
 * @param input.per_world after how many of them a new world begins
 */
export async function searchForLeaks(
  stage: LeakStage,
  input: { seed: string; requests: number; per_world: number; log?: (line: string) => void },
): Promise<SearchResult> {
  const read = await readDocuments(stage);
  const tally: Tally = {
    requests: 0,
    worlds: 0,
    changes: 0,
    appearances: 0,
    seen_by_others: new Set(),
    askers: new Set(),
    operations: new Set(),
    leaks: [],
    faults: [],
  };
  while (tally.requests < input.requests && isGood(tally)) {
    tally.worlds += 1;
    const random = seededRandom(`${input.seed}/${tally.worlds}`);
    const until = Math.min(input.requests, tally.requests + input.per_world);
    await searchWorld(stage, { tally, ...read, random, until });
    input.log?.(`${tally.worlds} worlds, ${tally.requests} requests, ${tally.changes} changes`);
  }
  return tally;
}

const isGood = ({ leaks, faults }: Tally): boolean => leaks.length + faults.length < ENOUGH;

type Search = {
  readonly stage: LeakStage;
  readonly tally: Tally;
  readonly world: PlantedWorld;
  readonly oracle: Oracle;
  /** The changes so far, the latest last. */
  readonly story: string[];
};

async function searchWorld(
  stage: LeakStage,
  options: {
    tally: Tally;
    operations: readonly Operation[];
    documents: string;
    random: SeededRandom;
    until: number;
  },
): Promise<void> {
  const { tally, operations, documents, random, until } = options;
  const world = await plantWorld(stage, random.fork('world'), documents);
  const oracle = createOracle(world);
  oracle.remember(world.book.all);
  const search: Search = { stage, tally, world, oracle, story: [] };
  const asks = createAsks(world, operations, random.fork('asks'), stage.deps.clock.now());
  const dice = random.fork('dice');
  const changing = random.fork('changes');
  let focus: Focus | null = null;
  let since = 0;
  while (tally.requests < until && isGood(tally)) {
    if (dice.chance(1 / CHANGE_EVERY)) {
      const change: Change | null = await changeSomething(stage, world, changing);
      if (change !== null) {
        tally.changes += 1;
        oracle.remember(world.book.all);
        search.story.push(change.title);
        [focus, since] = [change, 0];
      }
    }
    since += 1;
    const about = since > FOLLOWING ? null : focus;
    if (about !== null && since === 1) await lookForWhatIsShown(search, dice, about);
    else if (dice.chance(0.03)) await look(search, asks.plan(about));
    else if (dice.chance(0.005)) await look(search, asks.archive());
    else if (dice.chance(0.04)) await lookForWhatIsShown(search, dice, about);
    else await look(search, (dice.chance(0.02) ? asks.oldArchive() : null) ?? asks.any(about));
  }
  await readOutbox(search);
}

/** Asks, and holds each value that comes back against the oracle. */
async function look(search: Search, ask: Ask): Promise<void> {
  const { stage, tally } = search;
  const { asker, call, door } = ask;
  const reply = await send(stage, asker, call);
  tally.operations.add(`${door.surface} ${door.operation_id}`);
  check(search, ask, reply);
  if (door.operation_id !== 'archive' || reply.status !== 202 || asker.kind !== 'key') return;
  const { id } = reply.json.data.export;
  const link = await linkWhenDone(stage, asker, id);
  if (link === null) return void tally.faults.push(`The export failed.\n${storyOf(search, ask)}`);
  asker.club.archives.push({ key: asker.key, id, link });
  check(search, ask, await send(stage, { kind: 'nobody' }, { method: 'GET', path: link }));
}

function check(search: Search, ask: Ask, reply: Reply): Set<Canary> {
  const { tally, world } = search;
  tally.requests += 1;
  tally.askers.add(kindOf(ask.asker));
  if (reply.status >= 500)
    tally.faults.push(`Answered with ${reply.status}: ${reply.text.slice(0, 500)}\n${storyOf(search, ask)}`);
  const { found, strangers } = world.book.scan(reply.text);
  for (const word of strangers) tally.leaks.push(`${word} is of another world.\n${storyOf(search, ask)}`);
  for (const canary of found) holdAgainst(search, ask, canary);
  return found;
}

function holdAgainst(search: Search, ask: Pick<Ask, 'asker' | 'door'> & Partial<Ask>, canary: Canary): void {
  const { tally, oracle } = search;
  const { asker, door } = ask;
  tally.appearances += 1;
  const isOwner = asker.kind === 'person' && asker.person === canary.subject;
  if (!oracle.may(asker, canary, door))
    tally.leaks.push(`LEAK of ${describe(canary)}\n${storyOf(search, ask)}`);
  else if (!isOwner) tally.seen_by_others.add(canary.what);
}

function describe({ what, field, subject, club, activities, is_gone, is_replaced }: Canary): string {
  const whose = [subject?.title, club?.title].filter((title) => title !== undefined).join(' in ');
  const of = activities.map(({ id, source }) => `${source} ${id}`).join(', ');
  return `${field} (${what}) of ${whose}${of === '' ? '' : `, activities ${of}`}${is_gone || is_replaced ? ', which is gone' : ''}`;
}

function storyOf({ story, tally, world }: Search, ask: Pick<Ask, 'asker' | 'door'> & Partial<Ask>): string {
  const { asker, call, door } = ask;
  const asked =
    call === undefined
      ? `found in the ${door.operation_id}, to ${titleOf(asker)}`
      : asCurl(call, titleOf(asker));
  return [
    `  in world ${tally.worlds}, request ${tally.requests}: ${asked}`,
    ...namesIn(world, `${call?.path}${JSON.stringify(call?.body)}`).map((line) => `  where ${line}`),
    ...story.slice(-8).map((line) => `  before: ${line}`),
  ].join('\n');
}

/** Whose the ids of a request are. */
function namesIn({ people, clubs }: PlantedWorld, text: string): string[] {
  const ids = [
    ...people.map(({ title, user_id }) => [title, user_id] as const),
    ...people.flatMap(({ title, activities }) =>
      activities.map(({ id }) => [`an activity of ${title}`, id] as const),
    ),
    ...clubs.map(({ title, org_id }) => [title, org_id] as const),
  ];
  return ids.filter(([, id]) => text.includes(id)).map(([title, id]) => `${id} is ${title}`);
}

function kindOf(asker: Asker): string {
  if (asker.kind === 'key') return `${asker.key.state} key, as ${asker.as}`;
  if (asker.kind !== 'person') return asker.kind;
  if (asker.person.is_platform_admin) return 'platform admin';
  return asker.person.is_active ? 'person' : 'person with a closed account';
}

/** The other side of the oracle: what may be seen in a list has to be there. */
async function lookForWhatIsShown(search: Search, dice: SeededRandom, about: Focus | null): Promise<void> {
  const { world, oracle, tally, stage } = search;
  const { ask, holds } = drawShelf(world, dice, about);
  const found = check(search, ask, await send(stage, ask.asker, ask.call));
  for (const canary of world.book.all)
    if (holds(canary) && !found.has(canary) && oracle.may(ask.asker, canary, ask.door))
      tally.faults.push(`MISSING is ${describe(canary)}\n${storyOf(search, ask)}`);
}

/** Mails and pushes, each held against whoever it went to; what has been looked through is removed. */
async function readOutbox(search: Search): Promise<void> {
  const { stage, world } = search;
  for (const name of await readdir(stage.outbox).catch(() => [])) {
    const file = join(stage.outbox, name);
    const content = await readFile(file, 'utf8').catch(() => null);
    if (content === null) continue;
    const [person, text] = name.endsWith('.eml') ? await openMail(world, content) : openPush(world, content);
    if (person === undefined) continue;
    const { found, strangers } = world.book.scan(text);
    const ask = {
      asker: { kind: 'person' as const, person },
      door: { surface: '', operation_id: 'outbox', club: null },
    };
    for (const word of strangers)
      search.tally.leaks.push(`${word} is of another world.\n${storyOf(search, ask)}`);
    for (const canary of found) holdAgainst(search, ask, canary);
    await rm(file, { force: true });
  }
}

async function openMail(world: PlantedWorld, content: string): Promise<[Person | undefined, string]> {
  const { to, subject = '', text = '', html = '' } = await PostalMime.parse(content);
  const address = to?.[0]?.address ?? '';
  const person = world.people.find(({ email }) => email.toLowerCase() === address.toLowerCase());
  return [person, [subject, text, html].join('\n')];
}

function openPush(world: PlantedWorld, content: string): [Person | undefined, string] {
  const { device } = JSON.parse(content) as { device: string };
  return [world.devices.get(device), content];
}
