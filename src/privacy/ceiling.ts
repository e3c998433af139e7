import type { Audience } from './audience.ts';
import {
  ACTIVITY_FACETS,
  ACTIVITY_FIELDS,
  type ActivityFacet,
  type ActivityField,
  BEST_EFFORT_FIELDS,
  type BestEffortField,
  FILE_NEEDS,
  LAP_FIELDS,
  type LapField,
  STREAM_COLUMNS,
  type StreamColumn,
} from './fields.ts';
import { allOn, namesOf, pick, type Split, split } from './mask.ts';
import type { PrivacySetting, PrivacySettings } from './settings.ts';
import { SOURCES, type Source, type SourcePermission, type SourcePolicies } from './source-policy.ts';

type Rule = {
  /** Sees everything: the rest of the rule and the settings do not concern the owner. */
  readonly owner?: true;
  /** Settings that must all be on before this audience sees any activity. */
  readonly needs: readonly PrivacySetting[];
  readonly permissions: readonly SourcePermission[];
  /** Facets withheld even from an athlete who shares all. */
  readonly never: readonly ActivityFacet[];
  readonly streams: readonly PrivacySetting[];
  /** What an uploaded file needs; null: it is never shown. */
  readonly files: readonly PrivacySetting[] | null;
};

const COACH: Rule = {
  needs: ['share_activity_with_coach'],
  permissions: ['show_to_coach'],
  never: [],
  streams: [],
  files: FILE_NEEDS,
};
/** People whom the athlete chose look at a workout; programs copy all of it. */
const BY_PROGRAM = ['share_streams_with_api'] as const;

const RULES: Readonly<Record<Audience, Rule>> = {
  self: { owner: true, needs: [], permissions: [], never: [], streams: [], files: [] },
  coach: COACH,
  organization_api: { ...COACH, streams: BY_PROGRAM, files: [...FILE_NEEDS, ...BY_PROGRAM] },
  export: { ...COACH, permissions: ['show_to_coach', 'export'], streams: BY_PROGRAM, files: null },
  // A prompt goes to another company, and no advice on training needs to know where somebody lives.
  ai: { ...COACH, permissions: ['show_to_coach', 'use_in_ai'], never: ['map', 'track'], files: null },
  // The public's only window is the profile, so both switches must be on; and what is hidden from the coach is hidden
  // from the public, or the coach would only have to sign out. No switch withholds health data alone: it stays in.
  public: {
    needs: ['share_activity_with_coach', 'share_activity_with_public', 'share_activity_in_profile'],
    permissions: ['show_to_coach', 'export'],
    never: ['body', 'load'],
    streams: BY_PROGRAM,
    files: null,
  },
};

/**
 * What one audience may see of one athlete's activities. The same for every one of them, so it is decided once; then
 * either `viewActivity` applies it, or SQL does: rows by `sources.shown`, `show_private` and `show_races`, columns by
 * `fields`, `lap_fields` or `shows`.
 */
export type ActivityCeiling = {
  /** Whether the athlete shares any activity with this audience. If not, everything below is closed as well. */
  readonly visible: boolean;
  readonly show_private: boolean;
  readonly show_races: boolean;
  readonly sources: Split<Source>;
  readonly shows: Readonly<Record<ActivityFacet, boolean>>;
  readonly fields: Split<ActivityField>;
  readonly lap_fields: Split<LapField>;
  readonly stream_columns: Split<StreamColumn>;
  /** Whether files show as they were uploaded. @see admitsFile */
  readonly shows_files: boolean;
  /** The hidden fields by name, `laps.…` for those of a lap, sorted; says nothing about which of them had a value. */
  readonly privacy_filtered: readonly string[];
};

/**
 * The ceiling. Pure; turning a setting or a permission off never shows more.
 *
 * @param input.settings the athlete's; a missing switch counts as off
 * @param input.policies every source's, as configured
 */
export function activityCeiling(input: {
  settings: PrivacySettings;
  policies: SourcePolicies;
  audience: Audience;
}): ActivityCeiling {
  const { settings, policies } = input;
  const { owner = false, needs, never, streams, files } = RULES[input.audience];
  const visible = allOn(settings, needs);
  const opens = (facet: ActivityFacet): boolean =>
    visible && (owner || (!never.includes(facet) && allOn(settings, ACTIVITY_FACETS[facet])));
  const shows = {
    plain: opens('plain'),
    body: opens('body'),
    load: opens('load'),
    pace: opens('pace'),
    best_efforts: opens('best_efforts'),
    motion: opens('motion'),
    map: opens('map'),
    track: opens('track'),
  };
  const fields = split(namesOf(ACTIVITY_FIELDS), (name) => shows[ACTIVITY_FIELDS[name]]);
  const lap_fields = split(namesOf(LAP_FIELDS), (name) => shows[LAP_FIELDS[name]]);
  return {
    visible,
    show_private: owner,
    show_races: visible && (owner || allOn(settings, ['share_race_history'])),
    sources: split(SOURCES, (source) => visible && permits(policies, input.audience, source)),
    shows,
    fields,
    lap_fields,
    stream_columns: split(
      namesOf(STREAM_COLUMNS),
      (name) => shows[STREAM_COLUMNS[name]] && allOn(settings, streams),
    ),
    shows_files: visible && files !== null && allOn(settings, files),
    privacy_filtered: [...fields.hidden, ...lap_fields.hidden.map((name) => `laps.${name}`)].sort(),
  };
}

/** What a platform's terms keep from an audience, whatever athletes would share. */
export function sourcesKeptFrom(audience: Audience, policies: SourcePolicies): Source[] {
  return SOURCES.filter((source) => !permits(policies, audience, source));
}

function permits(policies: SourcePolicies, audience: Audience, source: Source): boolean {
  return RULES[audience].permissions.every((name) => policies[source][name]);
}

export type ActivityFlags = { readonly source: Source; readonly private: boolean; readonly is_race: boolean };

/** A whole activity: unknown is `null`, never absent. Values other than those the rules read are not looked at. */
export type Activity = ActivityFlags &
  Readonly<Record<ActivityField, unknown>> & {
    readonly laps: readonly Lap[] | null;
    readonly best_efforts: readonly BestEffort[] | null;
  };
export type Lap = Readonly<Record<LapField, unknown>>;
export type BestEffort = Readonly<Record<BestEffortField, unknown>>;

/** A member that `fields.ts` does not classify is a compile error here, and at run time shown to nobody. */
type Classified<A> = { readonly [Name in Exclude<keyof A, ActivityField | keyof ActivityFlags>]: never };

type Thinned<List> = List extends readonly (infer Element)[] ? Partial<Element>[] : List;

export type ActivityView<A extends Activity> = {
  activity: { [Name in ActivityField]?: Name extends 'laps' | 'best_efforts' ? Thinned<A[Name]> : A[Name] };
  privacy_filtered: readonly string[];
};

/** Whether the ceiling lets this activity through, with whatever is left of it. A missing flag counts as set. */
export function admits(ceiling: ActivityCeiling, activity: ActivityFlags): boolean {
  return (
    ceiling.sources.shown.includes(activity.source) &&
    (activity.private === false || ceiling.show_private) &&
    (activity.is_race === false || ceiling.show_races)
  );
}

/**
 * Whether the ceiling lets a file through as it was uploaded.
 *
 * @param file.source of the records that were read from it
 * @param file.activities all that are of it: a recording of several sports shows all of them or none
 * @param file.is_whole whether nothing that was read from it is gone: what its owner deleted is still in the file
 */
export function admitsFile(
  ceiling: ActivityCeiling,
  file: {
    readonly source: Source;
    readonly activities: readonly ActivityFlags[];
    readonly is_whole: boolean;
  },
): boolean {
  return (
    ceiling.shows_files &&
    ceiling.sources.shown.includes(file.source) &&
    (file.is_whole === true || ceiling.show_private) &&
    file.activities.length > 0 &&
    file.activities.every((activity) => admits(ceiling, activity))
  );
}

/**
 * The activity as the ceiling's audience sees it: a new object without the hidden members, or null if it is not seen
 * at all, which callers answer exactly as if it did not exist. `private` rules but is no member of the view.
 */
export function viewActivity<A extends Activity>(
  ceiling: ActivityCeiling,
  activity: A & Classified<A>,
): ActivityView<A> | null {
  if (!admits(ceiling, activity)) return null;
  const lists = {
    laps: activity.laps?.map((lap) => pick(lap, ceiling.lap_fields.shown)) ?? null,
    best_efforts: activity.best_efforts?.map((effort) => pick(effort, BEST_EFFORT_FIELDS)) ?? null,
  };
  const view = pick({ ...activity, ...lists }, ceiling.fields.shown) as ActivityView<A>['activity'];
  return { activity: view, privacy_filtered: ceiling.privacy_filtered };
}

/** The streams of an activity (any subset of the columns, in any form) under the same ceiling; null as above. */
export function viewStreams<S extends Readonly<Partial<Record<StreamColumn, unknown>>>>(
  ceiling: ActivityCeiling,
  activity: ActivityFlags,
  streams: S,
): { streams: Partial<Pick<S, StreamColumn & keyof S>>; privacy_filtered: readonly StreamColumn[] } | null {
  if (!admits(ceiling, activity)) return null;
  return {
    streams: pick(streams, ceiling.stream_columns.shown),
    privacy_filtered: ceiling.stream_columns.hidden,
  };
}
