import {
  type AthleteCeiling,
  athleteCeiling,
  type MetricsCeiling,
  metricsCeiling,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { mondayOf } from '../../shared/time.ts';
import { privacyOf } from '../users/index.ts';

/** What coaches see of all athletes who have the same privacy settings. */
export type View = {
  /** The settings as they hold for the organization, JSON text. */
  readonly privacy: string;
  readonly ceiling: MetricsCeiling;
  readonly athlete: AthleteCeiling;
  /** Whatever of the metrics coaches do not see, sorted. */
  readonly privacy_filtered: readonly string[];
};

/** The week that it is where athletes of a time zone live. */
export type Week = {
  /** The zone's name as it is stored, whatever it is. */
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

export function weekOf(time_zone: string, now: Date): Week {
  const { day, begins } = mondayOf(now, time_zone);
  return { time_zone, monday: day, begins };
}
