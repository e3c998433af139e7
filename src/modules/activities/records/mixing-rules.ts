import { SOURCES, type Source, type SourcePolicies } from '../../../privacy/index.ts';

/** Where records of a source may be shown. */
export function placesOf(source: Source, policies: SourcePolicies): string[] {
  const { show_to_coach, use_in_ai, export: may_export } = policies[source];
  if (!show_to_coach) return [];
  return ['show_to_coach', ...(use_in_ai ? ['use_in_ai'] : []), ...(may_export ? ['export'] : [])];
}

/** Which sources may be mixed, as a text stored with each merged activity. */
export function mixingRules(policies: SourcePolicies): string {
  const initials = (places: readonly string[]): string => places.map((place) => place[0]).join('');
  return SOURCES.map((source) => `${source}:${initials(placesOf(source, policies))}`).join(' ');
}

export type Parted = { readonly older: string; readonly a: string; readonly b: string };

/** The source pairs that the older rules allowed and these do not; all pairs for unknown rules. */
export function partedSources(older: string, rules: string): Parted[] {
  const [before, now] = [readRules(older), readRules(rules)];
  const sources = [...now.keys()];
  return sources.flatMap((a, index) =>
    sources
      .slice(index + 1)
      .filter((b) => before.get(a) === before.get(b) && now.get(a) !== now.get(b))
      .map((b) => ({ older, a, b })),
  );
}

function readRules(rules: string): ReadonlyMap<string, string> {
  const entries = rules.split(' ').filter((entry) => entry.includes(':'));
  return new Map(entries.map((entry) => [entry.replace(/:.*/, ''), entry.replace(/.*:/, '')]));
}
