/** A copy of what a club's programs may know, kept by following the changes that it is told, and what the model says must be in it. */
import assert from 'node:assert/strict';
import type { ClubView } from './club-view.ts';
import { availabilityObject } from './expected-told.ts';
import { type Door, keyedGet } from './observe.ts';

type Json = Readonly<Record<string, unknown>>;

/** By kind, whose it is and which one. */
type Copy = ReadonlyMap<string, Json>;
export type Followed = { readonly copy: Copy; readonly cursor: string | null };

export const NOTHING_FOLLOWED: Followed = { copy: new Map(), cursor: null };

type Change = {
  readonly type: string;
  readonly action: 'upserted' | 'withdrawn';
  readonly athlete_id: string | null;
  readonly id: string | null;
  readonly object?: Json;
};

/** Kinds of which a withdrawal without an id forgets other kinds along. */
const GO_ALONG: Readonly<Record<string, readonly string[]>> = { session: ['session', 'attendance'] };
/** What goes with its athlete. */
const OF_ATHLETES = ['activity', 'plan', 'feedback', 'availability', 'attendance'];

/** Less than most worlds have, so that a page ends wherever it may. */
const PAGE = 40;

/**
 * Follows to the end. Nothing is withdrawn that was never shown: who follows after each move has exactly what was.
 *
 * @returns the copy, and what was told, without cursors, which say how much else has happened on the server
 */
export async function follow(
  door: Door,
  { copy: before, cursor: from }: Followed,
  limit = PAGE,
): Promise<Followed & { readonly told: readonly Change[] }> {
  const copy = new Map(before);
  const told: Change[] = [];
  for (let cursor = from; ; ) {
    const after = cursor === null ? '' : `&after=${cursor}`;
    const { status, body } = await keyedGet(door, `/developer/v1/changes?limit=${limit}${after}`);
    assert.equal(status, 200, JSON.stringify(body));
    for (const { cursor: _own, ...change } of body.data.changes) {
      take(copy, change);
      told.push(change);
    }
    cursor = String(body.data.next_cursor);
    if (body.data.has_more !== true) return { copy, cursor, told };
  }
}

/** `type owner id`: attendance has the id of its session, groups and sessions are nobody's. */
const keyOf = (type: string, athlete_id: unknown, id: unknown): string => `${type} ${athlete_id ?? ''} ${id}`;

function take(copy: Map<string, Json>, { type, action, athlete_id, id, object }: Change): void {
  if (action === 'upserted') {
    assert.ok(object !== undefined, `${type} ${id} is told without what it is`);
    copy.set(keyOf(type, athlete_id, id), object);
    return;
  }
  const isGone = (key: string): boolean => {
    const [kind = '', owner = '', own = ''] = key.split(' ');
    if (id === null)
      return (GO_ALONG[type] ?? [type]).includes(kind) && (athlete_id === null || owner === athlete_id);
    if (type === 'athlete') return owner === id && (kind === type || OF_ATHLETES.includes(kind));
    if (type === 'session') return ['session', 'attendance'].includes(kind) && own === id;
    return key === keyOf(type, athlete_id, id);
  };
  const gone = [...copy.keys()].filter(isGone);
  if (id !== null && type !== 'athlete' && type !== 'availability')
    assert.notEqual(gone.length, 0, `${type} ${id} of ${athlete_id} is withdrawn and was never shown`);
  for (const key of gone) copy.delete(key);
}

/** All of a club that there is to be told. */
function expectedCopy(view: ClubView): Copy {
  const ofAthletes = view.athletes.flatMap((athlete): [string, Json][] => {
    const id = String(athlete.id);
    const told = view.told.get(id);
    const availability = told === undefined ? null : availabilityObject(id, told);
    const each = (type: string, objects: readonly Json[] = []): [string, Json][] =>
      objects.map((object) => [keyOf(type, id, object.id), object]);
    return [
      [keyOf('athlete', id, id), athlete],
      ...each('activity', view.activities.get(id)),
      ...each('plan', view.plans.get(id)),
      ...each('feedback', told?.feedback),
      ...(availability === null ? [] : [[keyOf('availability', id, id), availability] as [string, Json]]),
    ];
  });
  const ofSessions = view.sessions.flatMap(({ facts, by_programs }): [string, Json][] => [
    [keyOf('session', null, facts.id), facts],
    ...by_programs.attendance.map((one): [string, Json] => [
      keyOf('attendance', one.athlete_id, facts.id),
      one,
    ]),
  ]);
  const groups = view.groups.map((group): [string, Json] => [keyOf('group', null, group.id), group]);
  return new Map([...groups, ...ofSessions, ...ofAthletes]);
}

export function assertFollowed({ copy }: Followed, view: ClubView): void {
  const sorted = (some: Copy): [string, Json][] => [...some].sort(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(sorted(copy), sorted(expectedCopy(view)), 'the copy that is kept by following changes');
}
