import type { UserActor } from '../../src/http/actor.ts';
import { enterActivity } from '../../src/modules/activities/index.ts';
import {
  changeSettings,
  createCampaign,
  markAllRead,
  registerDevice,
} from '../../src/modules/notifications/index.ts';
import { offerMembership } from '../../src/modules/organizations/index.ts';
import { changeProfile } from '../../src/modules/users/index.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time.ts';
import { CLUB_TIME_ZONE, type DemoAthlete, type DemoClub, type DemoCoach } from './club.ts';
import { BY_HAND, DEMO_CAMPAIGNS, NO_MAILS, PHONES, QUIET_HOURS } from './news.ts';
import type { PlayedDays } from './play-days.ts';
import { type DaysDeps, workOfDays } from './work-of-days.ts';

/** Of a club what is news; what was before is history. */
export const NEWS_MS = 7 * DAY_MS;
/** As many weekly summaries as the app shows at first; who lives where Monday comes late has one more. */
const WEEKS = 4;
/** When weeks are summed up, and people reminded, where they are. */
const MONDAY_AT = '06:00';
const REMINDED_AT = '07:00';
/** When whoever has a phone has last read all that was there. */
const READ_BEFORE_MS = 84 * HOUR_MS;

type Entering = {
  readonly deps: DaysDeps;
  readonly days: PlayedDays;
  readonly club: DemoClub;
  readonly userIdOf: (key: string) => string;
};

/**
 * Lives through the club's last days as the server would have: summaries, reminders and campaigns are written when it was time, who is
 * concerned is told, and what goes out to phones and mailboxes has gone. Events that were put down before happen on the way.
 */
export async function enterNews(
  entering: Entering,
  { org_id, head }: { org_id: string; head: UserActor },
): Promise<void> {
  const { deps, days, club, userIdOf } = entering;
  const { until } = days;
  const people = [...club.coaches, ...club.athletes];
  putSummaries(entering);
  putReminders(entering);
  for (const person of people) putSettings(entering, person);
  putEnteredByHand(entering);
  for (const { key, asked_at } of club.asked) {
    const asked = { org_id, user_id: userIdOf(key), display_name: null, member_level: null, labels: [] };
    days.at(asked_at, () => offerMembership(deps, head, asked));
  }
  for (const { days_ago, time, ...campaign } of DEMO_CAMPAIGNS) {
    const at = timeOfDay(until, { zone: CLUB_TIME_ZONE, days_ago, time });
    const asked = { org_id, ...campaign, channels: ['push', 'email'], audience: 'all' } as const;
    days.at(at, () => createCampaign(deps, head, { ...asked, scheduled_at: null }));
  }
  for (const person of people.filter(({ key }) => PHONES.has(key))) {
    const reader = actorOf(entering, person);
    days.at(new Date(until.getTime() - READ_BEFORE_MS), () => markAllRead(deps, reader));
  }
  await days.play(workOfDays(deps));
}

/** Weeks on their Mondays; of workouts nobody is told that were before the news. */
function putSummaries({ days, club, userIdOf }: Entering): void {
  const weeks = Array.from({ length: WEEKS }, (_, week) => week);
  for (const zone of zonesOf(club)) {
    const last = mondays(days.until, zone);
    for (const week of weeks) days.runAt(last(week), 'summaries.weekly');
  }
  for (const { key } of club.athletes) {
    days.runAt(new Date(days.from.getTime() - 1), 'summaries.activities', { user_id: userIdOf(key) });
  }
}

function putReminders({ days, club }: Entering): void {
  for (const zone of zonesOf(club)) {
    for (let days_ago = 0; days_ago <= NEWS_MS / DAY_MS; days_ago += 1) {
      const at = timeOfDay(days.until, { zone, days_ago, time: REMINDED_AT });
      if (at > days.from && at <= days.until) days.runAt(at, 'plans.remind');
    }
  }
}

/** Workouts that nothing recorded, each written down two hours after it. */
function putEnteredByHand(entering: Entering): void {
  const { deps, days, club } = entering;
  for (const { key, days_ago, time, ...workout } of BY_HAND) {
    const person = club.athletes.find((one) => one.key === key);
    if (person === undefined) continue;
    const { timezone } = person.preferences;
    const start_time = timeOfDay(days.until, { zone: timezone, days_ago, time });
    const unsaid = {
      moving_time_s: null,
      distance_m: null,
      elevation_gain_m: null,
      average_heart_rate_bpm: null,
      max_heart_rate_bpm: null,
      calories_kcal: null,
      workout_type: null,
      is_race: undefined,
      private: false,
    };
    days.at(new Date(start_time.getTime() + 2 * HOUR_MS), () =>
      enterActivity(deps, actorOf(entering, person), { ...unsaid, ...workout, start_time, timezone }),
    );
  }
}

/** Phones and wishes, from the first day on. */
function putSettings(entering: Entering, person: DemoCoach | DemoAthlete): void {
  const { deps, days } = entering;
  const { key } = person;
  const self = actorOf(entering, person);
  const platform = PHONES.get(key);
  const quiet_hours = QUIET_HOURS.get(key);
  days.at(days.from, async () => {
    if (platform !== undefined) {
      await registerDevice(deps, self, {
        token: `demo-${platform}-of-${key}`,
        user_id: undefined,
        platform,
        device_id: null,
        app_version: null,
        metadata: { device_model: null, os_version: null, timezone: person.preferences.timezone },
      });
    }
    if (quiet_hours !== undefined) await changeSettings(deps, self, { quiet_hours });
    if (NO_MAILS.includes(key)) {
      await changeProfile(deps, self, self.user_id, { notification_settings: { email_notification: false } });
    }
  });
}

const zonesOf = (club: DemoClub): ReadonlySet<string> =>
  new Set([...club.coaches, ...club.athletes].map(({ preferences }) => preferences.timezone));

const actorOf = ({ userIdOf }: Entering, person: DemoCoach | DemoAthlete): UserActor => ({
  type: 'user',
  user_id: userIdOf(person.key),
  roles: 'member' in person ? ['user'] : ['user', 'coach'],
});

const inZone = (instant: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);

/** A time of day, so many days before that of an instant where it is then. */
function timeOfDay(
  instant: Date,
  { zone, days_ago, time }: { zone: string; days_ago: number; time: string },
): Date {
  const day = inZone(instant, zone).toPlainDate().subtract({ days: days_ago });
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds);
}

/** When weeks were summed up in a zone: the last time, by an instant, and so many weeks before. */
function mondays(instant: Date, zone: string): (weeks_ago: number) => Date {
  const since_monday = inZone(instant, zone).dayOfWeek - 1;
  const on = (days_ago: number): Date => timeOfDay(instant, { zone, days_ago, time: MONDAY_AT });
  const days_ago = on(since_monday) <= instant ? since_monday : since_monday + 7;
  return (weeks_ago) => on(days_ago + weeks_ago * 7);
}
