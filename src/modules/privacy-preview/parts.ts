import {
  type Audience,
  activityCeiling,
  admits,
  athleteCeiling,
  type DailyPart,
  dailyCeiling,
  healthCeiling,
  metricsCeiling,
  type PrivacySettings,
  type Source,
  type SourcePolicies,
  viewAthlete,
  type WhyHidden,
  whyHidden,
} from '../../privacy/index.ts';
import type { Scope } from '../../shared/access.ts';
import type { DayRange } from '../../shared/day-range.ts';
import { expandDays } from '../../training/availability/days.ts';
import type { Told } from '../../training/availability/told.ts';
import { type StoredActivity, viewStoredActivity } from '../activities/index.ts';
import { hiddenParts, presentDays, viewTold } from '../availability/index.ts';
import { type Feedback, presentFeedback, sightOf } from '../feedback/index.ts';
import { type KeptDay, presentHealthDay, viewHealthDays } from '../integrations/index.ts';
import { connectedProviders, nameUnder, presentZones, type User } from '../users/index.ts';
import type { Sums } from './queries.ts';
import type { Sight } from './sights.ts';

/** Why a field does not show to somebody, besides what the ceiling says. */
export type Cause =
  | WhyHidden
  | { readonly code: 'private' }
  | { readonly code: 'scope'; readonly scope: Scope }
  | { readonly code: 'not_offered' };

/** A field that is withheld, or `*` for all of a part. */
export type Withheld = { readonly field: string; readonly causes: readonly Cause[] };
export type Part<Value> = { readonly value: Value | null; readonly withheld: readonly Withheld[] };

export type Subject = {
  readonly user: User;
  readonly activity: StoredActivity | null;
  readonly feedback: Feedback | null;
  readonly health: readonly KeptDay[];
  readonly told: Told;
  readonly week: DayRange & { readonly timezone: string };
};

const SCOPES = {
  activity: 'activities:read',
  week: 'activities:read',
  profile: 'athletes:read',
  health: 'metrics:read',
  feedback: 'feedback:read',
  availability: 'availability:read',
} as const satisfies Record<string, Scope>;
type PartName = keyof typeof SCOPES;

/** Parts that some audiences have no way of getting: archives hold activities and athletes, the public sees no sums. */
const NOT_OFFERED: Partial<Record<Audience, readonly PartName[]>> = {
  export: ['week', 'health', 'feedback', 'availability'],
  public: ['week'],
};

/** Null where nothing but the settings and the policies stands in the way. */
function barOf({ audience, scopes }: Sight, part: PartName): Cause | null {
  if (NOT_OFFERED[audience]?.includes(part) === true) return { code: 'not_offered' };
  const scope = SCOPES[part];
  return scopes === null || scopes.includes(scope) ? null : { code: 'scope', scope };
}

type Input = { settings: PrivacySettings; policies: SourcePolicies; audience: Audience };
type Shows = (input: Input) => boolean;

function withheldOf(
  sight: Sight,
  part: PartName,
  fields: readonly (readonly [field: string, shows: Shows])[],
  sources?: readonly Source[],
): Withheld[] {
  const bar = barOf(sight, part);
  if (bar !== null) return [{ field: '*', causes: [bar] }];
  return fields.flatMap(([field, shows]) => {
    const causes = whyHidden(sight, shows, sources);
    return causes.length === 0 ? [] : [{ field, causes }];
  });
}

const ALL = '*';
const unless = <Value>(withheld: readonly Withheld[], value: () => Value | null): Part<Value> => ({
  value: withheld.some(({ field }) => field === ALL) ? null : value(),
  withheld,
});

/** Why the audience does not see an activity at all. */
function whyNoActivity(sight: Sight, activity: StoredActivity): Cause[] {
  const isPrivate = activity.private && sight.audience !== 'self';
  const shows: Shows = (input) => admits(activityCeiling(input), { ...activity, private: false });
  return [
    ...(isPrivate ? [{ code: 'private' } as const] : []),
    ...whyHidden(sight, shows, [activity.source]),
  ];
}

export function activityPart(sight: Sight, { activity }: Subject) {
  const causes = activity === null ? [] : whyNoActivity(sight, activity);
  const ceiling = activityCeiling(sight);
  const fields = activity === null || causes.length > 0 ? [] : ceiling.privacy_filtered;
  const withheld = withheldOf(
    sight,
    'activity',
    fields.map((name) => [name, (input) => !activityCeiling(input).privacy_filtered.includes(name)]),
  );
  const isHidden = causes.length > 0 && barOf(sight, 'activity') === null;
  return unless(isHidden ? [{ field: ALL, causes }] : withheld, () =>
    activity === null ? null : viewStoredActivity(ceiling, activity),
  );
}

/** @param sums of what the sight's ceiling shows; `all` of everything */
export function weekPart(sight: Sight, { week }: Subject, { sums, all }: { sums: Sums; all: Sums }) {
  const shows: Shows = (input) => metricsCeiling(input).fields.shown.includes('this_week');
  return unless(withheldOf(sight, 'week', [[ALL, shows]]), () => ({
    week_start: week.from,
    distance_m: Math.round(sums.distance_m ?? 0),
    duration_s: Math.round(sums.duration_s ?? 0),
    activities: sums.activities,
    left_out_activities: all.activities - sums.activities,
  }));
}

export function profilePart(sight: Sight, { user }: Subject) {
  const ceiling = athleteCeiling(sight);
  const { membership } = sight;
  const view = viewAthlete(ceiling, {
    id: user.user_id,
    username: user.username,
    display_name: membership?.nickname ?? nameUnder(ceiling, user),
    created_at: user.created_at.toISOString(),
    first_name: user.first_name,
    last_name: user.last_name,
    profile_image_url: user.profile_image_url,
    bio: user.bio,
    gender: user.gender,
    birth_year: user.birth_year,
    mbti: user.mbti,
    timezone: user.preferences.timezone,
    unit_system: user.preferences.unit_system,
    workout_days: [...user.preferences.workout_days],
    connected_providers: [...connectedProviders(user.integrations)],
    zones: presentZones(user.zones),
    next_race: user.next_race && {
      name: user.next_race.name,
      date: user.next_race.date,
      distance_m: user.next_race.distance_m,
      goal_time_s: user.next_race.goal_time_s,
    },
    ...(membership === null
      ? {}
      : {
          member_level: membership.member_level,
          labels: [...membership.labels],
          status: membership.status,
          joined_at: membership.joined_at.toISOString(),
          group_ids: [...membership.group_ids],
        }),
  });
  const fields = view.privacy_filtered.map(
    (name) => [name, (input: Input) => athleteCeiling(input).fields.shown.includes(name)] as const,
  );
  return unless(withheldOf(sight, 'profile', fields), () => ({
    ...view.athlete,
    privacy_filtered: [...view.privacy_filtered],
  }));
}

const HEALTH = ['activity', 'heart_rate', 'hrv', 'sleep'] as const;

export function healthPart(sight: Sight, { health }: Subject) {
  const sources = health.map(({ source }) => source);
  const fields = HEALTH.map((part) => {
    const tellers = health.filter((day) => day[part] !== null).map(({ source }) => source);
    const shows: Shows = (input) => {
      const ceiling = healthCeiling(input);
      const isOpen = (source: Source): boolean => ceiling.sources.shown.includes(source);
      return ceiling.parts.shown.includes(part) && (tellers.length === 0 || tellers.some(isOpen));
    };
    return [part, shows] as const;
  });
  const ceiling = healthCeiling(sight);
  return unless(withheldOf(sight, 'health', fields, sources), () => ({
    days: viewHealthDays(ceiling, health).map(presentHealthDay),
    privacy_filtered: [...ceiling.parts.hidden].sort(),
  }));
}

const SAID: readonly DailyPart[] = ['effort', 'note', 'skip', 'pain'];
const AVAILABILITY: readonly DailyPart[] = ['availability', 'availability_reason', 'injuries'];

const daily = (part: DailyPart): readonly [string, Shows] => [
  part,
  (input) => dailyCeiling(input).parts.shown.includes(part),
];

/** Feedback on the activity: who does not see that learns nothing of it by its effort. */
export function feedbackPart(sight: Sight, { activity, feedback }: Subject) {
  const withheld = withheldOf(sight, 'feedback', SAID.map(daily));
  const causes = activity === null || barOf(sight, 'feedback') !== null ? [] : whyNoActivity(sight, activity);
  const all = causes.length === 0 ? withheld : [{ field: ALL, causes }, ...withheld];
  return unless(all, () => feedback && presentFeedback(sightOf(sight).sight, feedback));
}

export function availabilityPart(sight: Sight, { told, week }: Subject) {
  const { shown } = dailyCeiling(sight).parts;
  return unless(withheldOf(sight, 'availability', AVAILABILITY.map(daily)), () => {
    const { entries, injuries } = viewTold(told, shown);
    const privacy_filtered = hiddenParts(shown);
    const days = expandDays(entries, week);
    return { ...presentDays({ ...week, days, injuries, privacy_filtered }), privacy_filtered };
  });
}
