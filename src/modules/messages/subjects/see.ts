import type { Queryable } from '../../../infra/db/database.ts';
import type { Place, Reader } from '../thread.ts';
import type { Subject } from './subject.ts';

export type SubjectDeps = { readonly subjects: readonly Subject[] };

export function subjectOf({ subjects }: SubjectDeps, kind: Place['kind']): Subject | undefined {
  return subjects.find((one) => one.kind === kind);
}

/**
 * Those of the items whose subject their reader may know of at this moment, in their order: one statement for each kind among them. A
 * conversation has no subject that could be hidden.
 */
export async function onlySeen<Item>(
  deps: SubjectDeps,
  db: Queryable,
  items: readonly Item[],
  placeOf: (item: Item) => Place & { readonly reader: Reader },
): Promise<Item[]> {
  const seen = new Set<Item>();
  const byKind = Map.groupBy(items, (item) => placeOf(item).kind);
  for (const [kind, some] of byKind) {
    const answers =
      kind === 'conversation'
        ? some.map(() => true)
        : ((await subjectOf(deps, kind)?.areSeen(db, some.map(placeOf))) ?? []);
    some.forEach((item, index) => {
      if (answers[index] === true) seen.add(item);
    });
  }
  return items.filter((item) => seen.has(item));
}
