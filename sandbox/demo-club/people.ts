import type { User } from '../../src/modules/users/index.ts';
import { DEFAULT_PRIVACY, type PrivacySettings, type Source } from '../../src/privacy/index.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time.ts';
import type { Place } from '../recordings/lay-route.ts';
import type { Runner } from '../recordings/model-body.ts';
import type { RecordingDevice } from '../recordings/recording.ts';
import people from './data/people.json' with { type: 'json' };

export type Language = 'en' | 'zh-TW' | 'ja';
type CrossTraining = 'ride' | 'swim' | 'strength';

/** Who somebody is, as they would fill in their profile. */
type DemoPerson = {
  /** Stable within the club; stands for the id that the account will get. */
  key: string;
  email: string;
  username: string;
  display_name: string;
  first_name: string;
  last_name: string;
  bio: string | null;
  preferences: {
    language: Language;
    timezone: string;
    unit_system: 'metric' | 'imperial';
    coach_persona: 'rex' | 'joy';
    workout_days: User['preferences']['workout_days'];
  };
};

export type DemoCoach = DemoPerson & { role: 'head_coach' | 'assistant_coach' };

/** Whom the head coach has added, and who has not answered. */
export type DemoAsked = DemoPerson & { signed_up_at: Date; asked_at: Date };

export type TrainingHabits = {
  sessions_per_week: 3 | 4 | 5 | 6;
  peak_week_km: number;
  /** VDOT two years ago and now. */
  vdot_from: number;
  vdot_to: number;
  /** Share of VDOT on easy days. */
  easy_effort: number;
  hard_days: 0 | 1 | 2;
  races: 'short' | 'road' | 'marathon';
  /** Moves the race calendar by so many weeks, so that not everybody races on one day. */
  race_shift_weeks: number;
  /** The gap: weeks before the end at which it begins, and its length. */
  injury: { weeks_before_end: number; weeks: number };
  early_bird: boolean;
  /** Instead of some easy runs, and while injured. */
  cross_training: readonly CrossTraining[];
  trails: boolean;
  /** How likely a winter weekday run is on a treadmill, and an easy run is marked private. */
  treadmill_in_winter: number;
  private_runs: number;
};

export type DemoAthlete = DemoPerson & {
  member: {
    /** The coach's nickname for them. */
    display_name: string | null;
    member_level: 'beginner' | 'intermediate' | 'advanced';
    labels: string[];
    status: 'active' | 'inactive';
    coach_key: string;
    /** Set for one who was here long before they joined the club; others came the day before. */
    signed_up_at: Date | null;
    joined_at: Date;
    /** Set for one who has left the club. */
    left_at: Date | null;
  };
  privacy: PrivacySettings;
  home: Place;
  body: Omit<Runner, 'vdot'>;
  habits: TrainingHabits;
  device: RecordingDevice;
  source: Source;
};

/** Members by the athletes' keys. */
export type DemoGroup = {
  key: string;
  name: string;
  description: string;
  color: string;
  member_keys: string[];
};

/** A time of the data: whole weeks before the end, or the evening so many days before it. */
type Ago = { weeks: number } | { evenings: number };
/** What the data does not say is as usual. */
type Said<Person> = Omit<Person, 'preferences'> & { preferences: Partial<DemoPerson['preferences']> };
type SaidAthlete = Said<Omit<DemoAthlete, 'member' | 'privacy'>> & {
  member: Partial<Pick<DemoAthlete['member'], 'display_name' | 'status'>> &
    Pick<DemoAthlete['member'], 'member_level' | 'labels' | 'coach_key'> & {
      joined_at: Ago;
      signed_up_at?: Ago;
      left_at?: Ago;
    };
  privacy: Partial<PrivacySettings>;
};

const USUAL: DemoPerson['preferences'] = {
  language: 'en',
  timezone: 'Europe/London',
  unit_system: 'metric',
  coach_persona: 'rex',
  workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
};

/** Half past seven on a day, in UTC: when people of a club see to its affairs. */
export function evening(day: Date): Date {
  return new Date(Math.floor(day.getTime() / DAY_MS) * DAY_MS + 19.5 * HOUR_MS);
}

/** Everybody, with times as they are before the end of the club's two years. */
export function readPeople(until: Date) {
  const before = (days: number): Date => new Date(until.getTime() - days * DAY_MS);
  const at = (ago: Ago): Date => ('weeks' in ago ? before(ago.weeks * 7) : evening(before(ago.evenings)));
  const atIf = (ago: Ago | undefined): Date | null => (ago === undefined ? null : at(ago));
  const whole = <P extends Said<object>>(person: P) => ({
    ...person,
    preferences: { ...USUAL, ...person.preferences },
  });
  const athletes = people.athletes as readonly SaidAthlete[];
  const asked = people.asked as readonly (Said<DemoPerson> & { signed_up_at: Ago; asked_at: Ago })[];
  return {
    organization: people.organization,
    coaches: (people.coaches as readonly Said<DemoCoach>[]).map(whole),
    athletes: athletes.map((athlete): DemoAthlete => {
      const { joined_at, signed_up_at, left_at, ...member } = athlete.member;
      const times = { joined_at: at(joined_at), signed_up_at: atIf(signed_up_at), left_at: atIf(left_at) };
      return {
        ...whole(athlete),
        member: { display_name: null, status: 'active', ...member, ...times },
        privacy: { ...DEFAULT_PRIVACY, ...athlete.privacy },
      };
    }),
    asked: asked.map(
      (one): DemoAsked => ({ ...whole(one), signed_up_at: at(one.signed_up_at), asked_at: at(one.asked_at) }),
    ),
    groups: people.groups satisfies DemoGroup[],
  };
}
