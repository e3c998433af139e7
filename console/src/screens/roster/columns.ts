import { isConnected } from '../../parts/people/filter.ts';
import type { Person } from '../../parts/people/people.ts';

export const COLUMNS = [
  'name',
  'level',
  'labels',
  'groups',
  'strip',
  'week',
  'mean',
  'ratio',
  'last',
  'plan',
  'connected',
  'push',
] as const;
export type Column = (typeof COLUMNS)[number];
export type Choosable = Exclude<Column, 'name'>;
/** A strip is looked at: in what order would be seven questions. */
export type Sortable = Exclude<Column, 'strip'>;
export const SORTABLE = COLUMNS.filter((column): column is Sortable => column !== 'strip');

/** How wide each is on a wide page; the name takes what is left. */
export const WIDTHS: Readonly<Record<Column, string>> = {
  name: 'minmax(11rem, 2fr)',
  level: '5.75rem',
  labels: 'minmax(5rem, 1fr)',
  groups: 'minmax(5rem, 1fr)',
  strip: '5.5rem',
  week: '4.25rem',
  mean: '5rem',
  ratio: '4rem',
  last: '4.25rem',
  plan: 'minmax(5rem, 1fr)',
  connected: '5rem',
  push: '2.75rem',
};

/** By what a column sorts; null is withheld or nothing yet, and stands last in either order. */
const SORTS: Readonly<Record<Sortable, (person: Person) => string | number | null>> = {
  name: ({ folded }) => folded,
  level: ({ metrics }) => metrics.member_level,
  labels: ({ metrics }) => metrics.labels[0] ?? null,
  groups: ({ groups }) => groups[0]?.name ?? null,
  week: ({ metrics }) => metrics.this_week?.distance_m ?? null,
  mean: ({ metrics }) => metrics.last_four_weeks?.distance_m ?? null,
  ratio: ({ metrics }) => metrics.load?.ratio ?? null,
  last: ({ metrics }) => metrics.last_activity?.start_time ?? null,
  plan: ({ week }) => week?.plans[0]?.title ?? null,
  connected: ({ member }) => (member === null ? null : Number(isConnected(member))),
  push: ({ metrics }) => Number(metrics.has_push_token),
};

export type Order = { readonly column: Sortable; readonly isDescending: boolean };
const USUAL: Order = { column: 'name', isDescending: false };

/** `week` or `-week`, as it stands in the address. */
export function readOrder(written: string | null): Order {
  const column = SORTABLE.find((one) => one === written?.replace(/^-/, ''));
  return column === undefined ? USUAL : { column, isDescending: written?.startsWith('-') ?? false };
}

export const writeOrder = ({ column, isDescending }: Order): string => `${isDescending ? '-' : ''}${column}`;

export function sortPeople(people: readonly Person[], { column, isDescending }: Order): readonly Person[] {
  const sortBy = SORTS[column];
  const way = isDescending ? -1 : 1;
  // One collator for all: making one for each comparison takes seconds with ten thousand.
  const { compare } = new Intl.Collator();
  return people
    .map((person) => ({ person, by: sortBy(person) }))
    .sort((a, b) => {
      if (a.by === null || b.by === null) return Number(a.by === null) - Number(b.by === null);
      const difference =
        typeof a.by === 'number' && typeof b.by === 'number'
          ? a.by - b.by
          : compare(String(a.by), String(b.by));
      return difference * way;
    })
    .map(({ person }) => person);
}

const KEPT = 'ekiden.roster-columns';

/** Which columns are shown besides the name, kept on this device. */
export function keptColumns(): ReadonlySet<Choosable> {
  const kept = localStorage.getItem(KEPT)?.split(' ');
  const all = COLUMNS.filter((column): column is Choosable => column !== 'name');
  return new Set(kept === undefined ? all : all.filter((column) => kept.includes(column)));
}

export function keepColumns(columns: ReadonlySet<Choosable>): void {
  localStorage.setItem(KEPT, [...columns].join(' '));
}
