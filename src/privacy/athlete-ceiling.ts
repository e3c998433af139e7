import type { Audience } from './audience.ts';
import { ATHLETE_FACETS, ATHLETE_FIELDS, type AthleteFacet, type AthleteField } from './fields.ts';
import { allOn, namesOf, pick, type Split, split } from './mask.ts';
import type { PrivacySettings } from './settings.ts';

/** Facets withheld from an audience even by an athlete who shares all. */
const NEVER: Readonly<Record<Exclude<Audience, 'self'>, readonly AthleteFacet[]>> = {
  coach: [],
  organization_api: [],
  export: [],
  // Advice needs somebody to address, which the display name gives, and not who they are outside.
  ai: ['real_name', 'portrait', 'personal'],
  // The public profile as specified: id, username, display name, date of joining and, if shared, picture and bio.
  public: ['real_name', 'personal', 'roster', 'zones', 'race_goal'],
};

export type AthleteCeiling = { readonly fields: Split<AthleteField> };

/** The ceiling over the athlete object. Pure; turning a setting off never shows more. */
export function athleteCeiling(input: { settings: PrivacySettings; audience: Audience }): AthleteCeiling {
  const { settings, audience } = input;
  const opens = (facet: AthleteFacet): boolean =>
    audience === 'self' || (!NEVER[audience].includes(facet) && allOn(settings, ATHLETE_FACETS[facet]));
  return { fields: split(namesOf(ATHLETE_FIELDS), (name) => opens(ATHLETE_FIELDS[name])) };
}

/** A member that `fields.ts` does not classify, such as the e-mail, is a compile error. */
type Classified<A> = { readonly [Name in Exclude<keyof A, AthleteField>]: never };

/**
 * The athlete as the audience sees them. Surfaces show different members, so `athlete` may have any subset of the
 * fields; `privacy_filtered` names, sorted, those of the subset that were removed.
 */
export function viewAthlete<A extends Readonly<Partial<Record<AthleteField, unknown>>>>(
  ceiling: AthleteCeiling,
  athlete: A & Classified<A>,
): { athlete: Partial<Pick<A, AthleteField & keyof A>>; privacy_filtered: readonly AthleteField[] } {
  return {
    athlete: pick<A, AthleteField>(athlete, ceiling.fields.shown),
    privacy_filtered: ceiling.fields.hidden.filter((name) => Object.hasOwn(athlete, name)).sort(),
  };
}
