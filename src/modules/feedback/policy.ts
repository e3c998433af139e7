import { isDeepStrictEqual } from 'node:util';
import { MEMBERS, type Member, type Said, type SaidAt } from './feedback.ts';

export type State = { readonly said: Said; readonly said_at: SaidAt };

/** What somebody says of it at a time: what is absent stays as it is, null takes it back. */
export type Statement = { readonly members: Partial<Said>; readonly at: Date };

export type Outcome = State & {
  readonly ignored: readonly Member[];
  readonly is_changed: boolean;
  /** A workout that was skipped has neither rating nor feeling: which of the two was there before. */
  readonly contradicts: 'effort' | 'skip' | null;
};

const EFFORT: readonly Member[] = ['rpe', 'feel'];

/**
 * Each member for itself is what was said last by the clocks of those who said it, whatever came in first: of what a device without
 * a network sends late, older parts change nothing, and parts that nobody has said since are taken. Of the same time counts what came later.
 */
export function hear({ said, said_at }: State, { members, at }: Statement): Outcome {
  const time = at.toISOString();
  const given = MEMBERS.filter((member) => members[member] !== undefined);
  const isLate = (member: Member): boolean => (said_at[member] ?? '') > time;
  const rejected = new Set(given.filter((member) => isLate(member)));
  const stays = (member: Member): boolean =>
    said[member] !== null && (!given.includes(member) || rejected.has(member));
  const says = (member: Member): boolean =>
    given.includes(member) && !rejected.has(member) && members[member] !== null;
  const effort_before = EFFORT.filter(stays);
  let contradicts: Outcome['contradicts'] = null;
  if (says('skipped') && effort_before.length > 0) {
    if (effort_before.some(isLate)) rejected.add('skipped');
    else contradicts = 'effort';
  }
  if (stays('skipped')) {
    const told = EFFORT.filter(says);
    if (isLate('skipped')) for (const member of told) rejected.add(member);
    else if (told.length > 0) contradicts = 'skip';
  }
  const taken = given.filter((member) => !rejected.has(member));
  const after = { ...said, ...Object.fromEntries(taken.map((member) => [member, members[member]])) };
  const after_at = { ...said_at, ...Object.fromEntries(taken.map((member) => [member, time])) };
  return {
    said: after,
    said_at: after_at,
    ignored: given.filter(
      (member) => rejected.has(member) && !isDeepStrictEqual(said[member], members[member]),
    ),
    is_changed: !isDeepStrictEqual([after, after_at], [said, said_at]),
    contradicts,
  };
}

export function latest({ said, said_at }: State, members: readonly Member[]): Date | null {
  const times = members.flatMap((member) => (said[member] === null ? [] : (said_at[member] ?? [])));
  const last = times.toSorted().at(-1);
  return last === undefined ? null : new Date(last);
}
