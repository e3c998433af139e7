import type { Athlete } from '../../planning/athlete-weeks.ts';
import type { Group } from './calendar-data.ts';

/** How athletes are grouped; the first unless somebody says. */
export const SECTIONS = ['plan', 'group', 'none'] as const;
export type Sections = (typeof SECTIONS)[number];

/** What stands in the grid: the head of a section, or an athlete with their place among all that are shown. */
export type Item =
  | {
      readonly kind: 'section';
      readonly key: string;
      readonly name: string;
      readonly color: string | null;
      readonly user_ids: ReadonlySet<string>;
    }
  | { readonly kind: 'athlete'; readonly key: string; readonly athlete: Athlete; readonly row: number };

type Section = Pick<Extract<Item, { kind: 'section' }>, 'key' | 'name' | 'color'> & {
  readonly has: (athlete: Athlete) => boolean;
};

/** Athletes in their sections, each once: in the first that has them. Sections of nobody are left out. */
export function inSections(
  athletes: readonly Athlete[],
  sections: Sections,
  of: {
    readonly groups: readonly Group[];
    readonly words: { readonly noGroup: string; readonly noPlan: string };
  },
): readonly Item[] {
  const list = sectionsOf(athletes, sections, of);
  const members = new Map<Section, Athlete[]>(list.map((section) => [section, []]));
  for (const athlete of athletes) {
    const section = list.find(({ has }) => has(athlete));
    if (section !== undefined) members.get(section)?.push(athlete);
  }
  const items: Item[] = [];
  let row = 0;
  for (const [{ key, name, color }, found] of members) {
    if (found.length === 0) continue;
    const user_ids = new Set(found.map(({ user_id }) => user_id));
    if (sections !== 'none') items.push({ kind: 'section', key, name, color, user_ids });
    for (const athlete of found) {
      items.push({ kind: 'athlete', key: athlete.user_id, athlete, row });
      row += 1;
    }
  }
  return items;
}

function sectionsOf(
  athletes: readonly Athlete[],
  sections: Sections,
  { groups, words }: Parameters<typeof inSections>[2],
): readonly Section[] {
  const rest = (name: string): Section => ({ key: 'rest', name, color: null, has: () => true });
  if (sections === 'none') return [rest('')];
  if (sections === 'plan') {
    const titles = new Map(
      athletes.flatMap(({ plans }) => plans.map((one) => [one.saved_plan_id, one.title])),
    );
    const byTitle = [...titles].toSorted(([, one], [, other]) => one.localeCompare(other));
    return [
      ...byTitle.map(([id, name]) => ({ key: id, name, color: null, has: followsFirst(id) })),
      rest(words.noPlan),
    ];
  }
  return [
    ...groups.map(({ id, name, color, members }) => {
      const ids = new Set(members);
      return { key: id, name, color, has: ({ user_id }: Athlete) => ids.has(user_id) };
    }),
    rest(words.noGroup),
  ];
}

/** Who follows several plans stands with the one that began first. */
const followsFirst =
  (saved_plan_id: string) =>
  ({ plans }: Athlete): boolean =>
    plans[0]?.saved_plan_id === saved_plan_id;
