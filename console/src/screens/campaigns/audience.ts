import type { Schemas } from '../../client/api.ts';
import { fold } from '../../fold.ts';
import { matches, readFilter } from '../../parts/people/filter.ts';
import type { Person } from '../../parts/people/people.ts';

/** Whom a campaign is for: everybody, who is so when it goes out, or these people. */
export type Audience =
  | 'all'
  | { readonly segment: Segment; readonly user_ids?: undefined }
  | { readonly user_ids: readonly string[]; readonly segment?: undefined };
type Segment = {
  readonly level?: string;
  readonly labels?: readonly string[];
  readonly group_ids?: readonly string[];
  readonly status?: 'active' | 'inactive' | 'suspended';
};

/** Whom a campaign can name one by one. */
export const MOST_NAMED = 1_000;
const MOST_GROUPS = 100;
const MOST_LABELS = 50;

/** As the server sends it. */
export function audienceOf({ audience }: Pick<Schemas['Campaign'], 'audience'>): Audience {
  if (typeof audience === 'string') return 'all';
  const { segment, user_ids } = audience;
  return segment === undefined ? { user_ids: user_ids ?? [] } : { segment };
}

/** As the server takes it. */
export function toWire(audience: Audience): Schemas['CreateCampaign']['audience'] {
  if (audience === 'all') return audience;
  const { segment, user_ids } = audience;
  if (user_ids !== undefined) return { user_ids: [...user_ids] };
  const { labels, group_ids, ...others } = segment;
  return {
    segment: {
      ...others,
      ...(labels !== undefined && { labels: [...labels] }),
      ...(group_ids !== undefined && { group_ids: [...group_ids] }),
    },
  };
}

/**
 * Reads what is typed as on the roster. What the server can find again when the campaign goes out, it is left to find: a level, labels,
 * groups. Anything else, such as a name or `no:plan`, means the people whom it matches now.
 *
 * @returns null where nobody matches, or something typed is not understood
 */
export function readAudience(typed: string, people: readonly Person[]): Audience | null {
  if (typed.trim() === '') return 'all';
  const filter = readFilter(typed);
  // A slip must not write to everybody: what is not understood, or not finished, means nobody.
  const isHalf = filter.words.length === 0 && filter.terms.length === 0;
  if (isHalf || filter.unknown.length > 0) return null;
  // Who is suspended is written to only where that is said.
  const meant = people.filter((one) => one.metrics.status !== 'suspended' && matches(one, filter));
  if (meant.length === 0) return null;
  const segment = readSegment(filter, people);
  return segment === null ? { user_ids: meant.map(({ user_id }) => user_id) } : { segment };
}

/** Null for what a segment cannot say. */
function readSegment(
  { words, terms }: ReturnType<typeof readFilter>,
  people: readonly Person[],
): Segment | null {
  const keys = terms.map(({ key }) => key);
  if (words.length > 0 || new Set(keys).size < keys.length) return null;
  let segment: Segment = {};
  for (const { key, value } of terms) {
    if (key === 'group') {
      const group_ids = distinct(people, ({ groups }) =>
        groups.filter(({ name }) => fold(name).includes(value)).map(({ id }) => id),
      );
      if (group_ids.length > MOST_GROUPS) return null;
      segment = { ...segment, group_ids };
    } else if (key === 'label') {
      const labels = distinct(people, ({ metrics }) =>
        metrics.labels.filter((label) => fold(label).includes(value)),
      );
      if (labels.length > MOST_LABELS) return null;
      segment = { ...segment, labels };
    } else if (key === 'level') {
      const [level, ...more] = distinct(people, ({ metrics }) =>
        metrics.member_level !== null && fold(metrics.member_level).startsWith(value)
          ? [metrics.member_level]
          : [],
      );
      if (level === undefined || more.length > 0) return null;
      segment = { ...segment, level };
    } else return null;
  }
  return segment;
}

const distinct = (
  people: readonly Person[],
  textsOf: (person: Person) => readonly string[],
): readonly string[] => [...new Set(people.flatMap(textsOf))];
