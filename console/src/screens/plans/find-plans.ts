import { fold } from '../../fold.ts';
import type { ListedPlan } from './plan-queries.ts';

export const SHOWN = ['all', 'followed', 'nobody', 'over'] as const;
type Shown = (typeof SHOWN)[number];
export const SORTS = ['newest', 'changed', 'title', 'start', 'followers'] as const;
type Sort = (typeof SORTS)[number];

/** Which plans are shown, as the address says it. */
export type Asked = { readonly typed: string; readonly shown: Shown; readonly sort: Sort };

export function readAsked(search: URLSearchParams): Asked {
  return {
    typed: search.get('q') ?? '',
    shown: SHOWN.find((one) => one === search.get('show')) ?? 'all',
    sort: SORTS.find((one) => one === search.get('sort')) ?? 'newest',
  };
}

const IS_SHOWN: Readonly<Record<Shown, (plan: ListedPlan, today: string) => boolean>> = {
  all: () => true,
  followed: ({ assignment_count }) => assignment_count > 0,
  nobody: ({ assignment_count }) => assignment_count === 0,
  over: ({ end_date }, today) => end_date < today,
};

// One collator for all: making one for each comparison takes seconds with ten thousand.
const { compare } = new Intl.Collator();
const ORDERS: Readonly<Record<Sort, (one: ListedPlan, other: ListedPlan) => number>> = {
  // As the server has them.
  newest: () => 0,
  changed: (one, other) => other.updated_at.localeCompare(one.updated_at),
  title: (one, other) => compare(one.title, other.title),
  start: (one, other) => other.start_date.localeCompare(one.start_date),
  followers: (one, other) => other.assignment_count - one.assignment_count,
};

/** Each word that is typed is in the title, the description or the name of somebody who has it. */
export function findPlans(
  plans: readonly ListedPlan[],
  { typed, shown, sort }: Asked,
  today: string,
): readonly ListedPlan[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return plans.filter((plan) => IS_SHOWN[shown](plan, today) && isCalled(plan, words)).toSorted(ORDERS[sort]);
}

function isCalled({ title, description, athletes }: ListedPlan, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = fold([title, description, ...athletes.map(({ display_name }) => display_name)].join(' '));
  return words.every((word) => text.includes(word));
}
