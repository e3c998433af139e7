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
import data from './data/news.json' with { type: 'json' };
import type { Entering, Team } from './entering.ts';
import { type DaysDeps, workOfDays } from './work-of-days.ts';

/** Who reads what comes on a phone, by the keys of people: the app is on it. */
const PHONES = new Map(Object.entries(data.phones as Readonly<Record<string, 'ios' | 'android'>>));
/** Whose phone is silent at night, where they are. */
const QUIET_HOURS = new Map(Object.entries(data.quiet_hours));

/** Of a club what is news; what was before is history. */
export const NEWS_MS = 7 * DAY_MS;
/** As many weekly summaries as the app shows at first; who lives where Monday comes late has one more. */
const WEEKS = 4;
/** When weeks are summed up, and people reminded, where they are. */
const MONDAY_AT = '06:00';
const REMINDED_AT = '07:00';
/** When whoever has a phone has last read all that was there. */
const READ_BEFORE_MS = 84 * HOUR_MS;

type News = Pick<Entering, 'days' | 'club' | 'until' | 'userIdOf' | 'actorOf'> & { readonly deps: DaysDeps };
type Person = DemoCoach | DemoAthlete;

/**
 * Lives through the club's last days as the server would have: summaries, reminders and campaigns are written when it was time, who is
 * concerned is told, and what goes out to phones and mailboxes has gone. Events that were put down before happen on the way.
 */
export async function enterNews(entering: Entering, deps: DaysDeps, { org_id, head }: Team): Promise<void> {
  const news: News = { ...entering, deps };
  const { days, club, until, userIdOf } = news;
  const people = [...club.coaches, ...club.athletes];
  putSummaries(news);
  putReminders(news);
  for (const person of people) putSettings(news, person);
  putEnteredByHand(news);
  for (const { key, asked_at } of club.asked) {
    const asked = { org_id, user_id: userIdOf(key), display_name: null, member_level: null, labels: [] };
    days.at(asked_at, () => offerMembership(deps, head, asked));
  }
  for (const { days_ago, time, ...campaign } of data.campaigns) {
    const asked = { org_id, ...campaign, channels: ['push', 'email'], audience: 'all' } as const;
    const at = timeOfDay(until, { zone: CLUB_TIME_ZONE, days_ago, time });
    days.at(at, () => createCampaign(deps, head, { ...asked, scheduled_at: null }));
  }
  for (const person of people.filter(({ key }) => PHONES.has(key))) {
    const reader = actorOf(news, person);
    days.at(new Date(until.getTime() - READ_BEFORE_MS), () => markAllRead(deps, reader));
  }
  await days.play(workOfDays(deps));
}

/** Weeks on their Mondays; of workouts nobody is told that were before the news. */
function putSummaries({ days, club, userIdOf }: News): void {
  for (const zone of zonesOf(club)) {
    const last = mondays(days.until, zone);
    for (let week = 0; week < WEEKS; week += 1) days.runAt(last(week), 'summaries.weekly');
  }
  for (const { key } of club.athletes)
    days.runAt(new Date(days.from.getTime() - 1), 'summaries.activities', { user_id: userIdOf(key) });
}

function putReminders({ days, club }: News): void {
  for (const zone of zonesOf(club)) {
    for (let days_ago = 0; days_ago <= NEWS_MS / DAY_MS; days_ago += 1) {
      const at = timeOfDay(days.until, { zone, days_ago, time: REMINDED_AT });
      if (at > days.from && at <= days.until) days.runAt(at, 'plans.remind');
    }
  }
}

/** Workouts that nothing recorded, each written down two hours after it. */
function putEnteredByHand(news: News): void {
  const { deps, days, club, until } = news;
  for (const { key, days_ago, time, ...workout } of data.by_hand) {
    const person = club.athletes.find((one) => one.key === key);
    if (person === undefined) continue;
    const { timezone } = person.preferences;
    const start_time = timeOfDay(until, { zone: timezone, days_ago, time });
    const entered = { ...(workout as HandWorkout), start_time, timezone, is_race: undefined };
    days.at(new Date(start_time.getTime() + 2 * HOUR_MS), () =>
      enterActivity(deps, actorOf(news, person), entered),
    );
  }
}

type HandWorkout = Omit<Parameters<typeof enterActivity>[2], 'start_time' | 'timezone' | 'is_race'>;

/** Phones and wishes, from the first day on. */
function putSettings(news: News, person: Person): void {
  const { deps, days } = news;
  const { key } = person;
  const self = actorOf(news, person);
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
    if (data.no_mails.includes(key)) {
      const notification_settings = { email_notification: false };
      await changeProfile(deps, self, self.user_id, { notification_settings });
    }
  });
}

const zonesOf = (club: DemoClub): ReadonlySet<string> =>
  new Set([...club.coaches, ...club.athletes].map(({ preferences }) => preferences.timezone));

const actorOf = (news: News, person: Person): UserActor =>
  news.actorOf(person.key, ...('member' in person ? [] : (['coach'] as const)));

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
