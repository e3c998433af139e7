/**
 * What a club may know of what athletes tell from day to day, from the words of the decision alone (`what-athletes-tell.md`): once as its
 * coaches, and once as programs of it, which need a consent of their own besides.
 */
import { type Entry, type Injury, PARTS_SAID, type Said } from './told.ts';
import type { Membership, Person, World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

export type Audience = 'coaches' | 'programs';
export const AUDIENCES: readonly Audience[] = ['coaches', 'programs'];

export type ToldView = {
  /** The last said first, each with the time it stands at. */
  readonly feedback: readonly Json[];
  readonly feedback_hidden: readonly string[];
  readonly entries: readonly Entry[];
  readonly injuries: readonly Injury[];
  readonly days_hidden: readonly string[];
};

/** @param shown the ids of their activities that the club sees */
export function toldView(
  { clubs }: World,
  person: Person,
  membership: Membership,
  { audience, shown }: { readonly audience: Audience; readonly shown: ReadonlySet<string> },
): ToldView {
  const may = sharedParts(person, audience);
  const onActivities = person.activities.flatMap(({ id, said, moving_time_s, duration_s }) =>
    said === null || !shown.has(id)
      ? []
      : [
          {
            said,
            place: { kind: 'activity', activity_id: id, workout: null },
            seconds: moving_time_s ?? duration_s,
          },
        ],
  );
  // Who has left and come back shows nothing of what they said of earlier plans.
  const onWorkouts = membership.said
    .filter(({ first_said }) => first_said >= membership.joined_at)
    .map(({ said, plan_id, saved_plan_id, workout_id, date }) => {
      const workout = { org_id: clubs[membership.club]?.id, plan_id, saved_plan_id, workout_id, date };
      return { said, place: { kind: 'workout', activity_id: null, workout }, seconds: null };
    });
  const feedback = may.feedback
    ? [...onActivities, ...onWorkouts]
        .map((one) => feedbackObject(person.id, one, may.pain))
        .filter((object) => object !== null)
    : [];
  return {
    feedback: feedback.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1)),
    feedback_hidden: [
      ...(may.feedback ? [] : ['rpe', 'feel', 'rated_at', 'session_load', 'note', 'skipped']),
      ...(may.pain ? [] : ['pain']),
      ...(person.privacy.share_activity_with_coach === true ? [] : ['activities']),
    ],
    entries: may.days ? person.availability.entries.toSorted(oldestFirst) : [],
    injuries: may.injuries ? person.availability.injuries.toSorted(oldestFirst) : [],
    days_hidden: [
      ...(may.days ? [] : ['availability', 'availability_reason']),
      ...(may.injuries ? [] : ['injuries']),
    ],
  };
}

const placeOf = ({ told_at, id }: Json): string => `${told_at} ${id}`;

/** Pain needs what feedback needs, and what injuries need of coaches: it is data on health. */
function sharedParts({ privacy }: Person, audience: Audience) {
  const on = (...settings: string[]): boolean => settings.every((setting) => privacy[setting] === true);
  const feedback =
    on('share_feedback_with_coach') && (audience === 'coaches' || on('share_feedback_with_api'));
  const program = audience === 'coaches' || on('share_availability_with_api');
  return {
    feedback,
    pain: feedback && on('share_injuries_with_coach'),
    days: program && on('share_availability_with_coach'),
    injuries: program && on('share_injuries_with_coach'),
  };
}

type About = { readonly said: Said; readonly place: Json; readonly seconds: number | null };

/** Null where nothing of it is left: that is as if nothing had been said. What is hidden is absent, and has no time. */
function feedbackObject(
  athlete_id: string,
  { said, place, seconds }: About,
  showsPain: boolean,
): Json | null {
  const parts = PARTS_SAID.filter((name) => name !== 'pain' || showsPain);
  const times = parts.flatMap((name) => {
    const part = said[name];
    return part === null || part.value === null ? [] : [part.at.getTime()];
  });
  if (times.length === 0) return null;
  const rpe = said.rpe?.value ?? null;
  return {
    id: said.id,
    ...place,
    told_at: new Date(Math.max(...times)).toISOString(),
    athlete_id,
    rpe,
    feel: said.feel?.value ?? null,
    rated_at: rpe === null ? null : (said.rpe?.at.toISOString() ?? null),
    session_load:
      rpe === null || seconds === null ? null : { value_au: tenths((rpe * seconds) / 60), source: 'rpe' },
    note: said.note?.value ?? null,
    skipped: said.skipped?.value ?? null,
    ...(showsPain ? { pain: said.pain?.value ?? null } : {}),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

type Told = { readonly id: string; readonly created_at: Date };
const oldestFirst = (a: Told, b: Told): number =>
  a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);

/** Of which days of a range something was told, and what it comes to. Days are YYYY-MM-DD. */
export function toldDays({ entries, injuries }: ToldView, { from, to }: { from: string; to: string }) {
  const days = datesOf(from, to).flatMap((date) => {
    const weekday = WEEKDAYS[new Date(date).getUTCDay()] ?? '';
    const about = entries.filter(
      (entry) =>
        (entry.from ?? date) <= date &&
        (entry.to ?? date) >= date &&
        (entry.weekdays === null || entry.weekdays.includes(weekday)),
    );
    if (about.length === 0) return [];
    const told = about.map(({ id, kind, part, minutes, reason }) => ({
      entry_id: id,
      kind,
      part,
      minutes,
      reason,
    }));
    return [{ date, day: weekday, minutes: minutesLeft(about), entries: told }];
  });
  const hurt = injuries.filter((injury) => injury.from <= to && (injury.to ?? to) >= from);
  return { days, injuries: hurt.map(injuryObject) };
}

function injuryObject({ id, kind, area, from, to, running, note }: Injury): Json {
  return { injury_id: id, kind, area, from, to, running, note };
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function datesOf(from: string, to: string): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return Array.from({ length: days + 1 }, (_, day) =>
    new Date(Date.parse(from) + day * 86_400_000).toISOString().slice(0, 10),
  );
}

/** For how long somebody can train at once: as the whole day allows, and the part of it that allows most; null is without a limit. */
function minutesLeft(entries: readonly Entry[]): number | null {
  const leftOf = (part: Entry['part']): number =>
    entries
      .filter((entry) => entry.part === part && entry.kind !== 'travelling')
      .reduce((least, { minutes }) => Math.min(least, minutes ?? 0), Number.POSITIVE_INFINITY);
  const ofParts = Math.max(leftOf('morning'), leftOf('afternoon'), leftOf('evening'));
  const left = Math.min(leftOf('day'), ofParts);
  return Number.isFinite(left) ? left : null;
}

/** All of it, whatever day it is; null where neither days nor injuries are shared. */
export function availabilityObject(
  athlete_id: string,
  { entries, injuries, days_hidden }: ToldView,
): Json | null {
  if (days_hidden.includes('availability') && days_hidden.includes('injuries')) return null;
  return {
    athlete_id,
    entries: entries.map(({ id, created_at: _created, ...entry }) => ({ entry_id: id, ...entry })),
    injuries: injuries.map(injuryObject),
    privacy_filtered: days_hidden,
  };
}

/** A race is over once its day is, or its result or recording is known; targets are told with races to come. */
export function raceView(person: Person, shown: ReadonlySet<string>, today: string) {
  const showsToCome = person.privacy.share_race_goal === true;
  const showsPast = person.privacy.share_race_history === true;
  const own = new Set(person.activities.map(({ id }) => id));
  const races = person.races.flatMap((race) => {
    const recording = race.activity_id !== null && own.has(race.activity_id) ? race.activity_id : null;
    const isPast = race.date < today || race.result !== null || recording !== null;
    if (!(isPast ? showsPast : showsToCome)) return [];
    return [
      {
        id: race.id,
        date: race.date,
        name: race.name,
        event: race.event,
        distance_m: race.distance_m,
        priority: race.priority,
        target_time_s: showsToCome ? race.target_time_s : null,
        result: race.result,
        activity_id: recording !== null && shown.has(recording) ? recording : null,
        created_at: race.created_at.toISOString(),
        updated_at: race.created_at.toISOString(),
      },
    ];
  });
  return {
    races: races.toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? 1 : -1)),
    hidden: [...(showsPast ? [] : ['past']), ...(showsToCome ? [] : ['upcoming'])],
    best_times_hidden: [
      ...(person.privacy.share_pb === true && person.privacy.share_pace_data === true ? [] : ['best_times']),
      ...(showsPast ? [] : ['past']),
    ],
  };
}
