import {
  type AthleteCeiling,
  athleteCeiling,
  type MetricsCeiling,
  metricsCeiling,
  PRIVACY_SETTINGS,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { mondayOf } from '../../shared/time.ts';
import { privacyOf } from '../users/index.ts';

export type View = {
  readonly privacy: string;
  readonly ceiling: MetricsCeiling;
  readonly athlete: AthleteCeiling;
  readonly privacy_filtered: readonly string[];
};

/** Which activities coaches see at all. The ceiling only ever narrows, so whoever has more on than it takes shows them too. */
export type Sight = {
  /** What has to be on for races to show and all else, for anything to show, and for races to. */
  readonly everything: Partial<PrivacySettings>;
  readonly training: Partial<PrivacySettings>;
  readonly races: Partial<PrivacySettings>;
  readonly sources: MetricsCeiling['activities']['sources'];
};

export type Week = {
  readonly time_zone: string;
  /** Its Monday, YYYY-MM-DD. */
  readonly monday: string;
  readonly begins: Date;
};

/** Fields of the athlete, besides those of the roster, that an entry of the overview has. */
const ATHLETE_FIELDS: readonly string[] = ['profile_image_url'];

/** @param privacy settings as the database has them */
export function viewOf(privacy: unknown, policies: SourcePolicies): View {
  const settings = privacyOf({ privacy });
  const audience = 'coach';
  const ceiling = metricsCeiling({ settings, policies, audience });
  const athlete = athleteCeiling({ settings, audience });
  const hidden = athlete.fields.hidden.filter((name) => ATHLETE_FIELDS.includes(name));
  return {
    privacy: JSON.stringify(privacy),
    ceiling,
    athlete,
    privacy_filtered: [...hidden, ...ceiling.fields.hidden].sort(),
  };
}

/** The settings that decide it, which `users_hiding_idx` names as well: a test holds each way that settings can be to them. */
const DECIDING = { share_activity_with_coach: true, share_race_history: true } as const;
const WAYS: readonly Partial<PrivacySettings>[] = [
  { share_activity_with_coach: true },
  { share_race_history: true },
];
const CLOSED = Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, false])) as PrivacySettings;
const OPEN = Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, true])) as PrivacySettings;

export function sightOf(policies: SourcePolicies): Sight {
  const under = (settings: PrivacySettings) =>
    metricsCeiling({ settings, policies, audience: 'coach' }).activities;
  const least = (shows: (ceiling: MetricsCeiling['activities']) => boolean) =>
    WAYS.find((on) => shows(under({ ...CLOSED, ...on }))) ?? DECIDING;
  return {
    everything: DECIDING,
    training: least(({ visible }) => visible),
    races: least(({ show_races }) => show_races),
    sources: under(OPEN).sources,
  };
}

export function weekOf(time_zone: string, now: Date): Week {
  const { day, begins } = mondayOf(now, time_zone);
  return { time_zone, monday: day, begins };
}
