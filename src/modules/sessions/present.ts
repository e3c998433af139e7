import { isoOrNull } from '../../shared/time.ts';
import type { PlannedWorkout, Segment } from '../../training/planning/plan.ts';
import { writeWorkoutText } from '../../training/workout-text/write-workout-text.ts';
import { type Answer, type ClubSession, endOf } from './club-session.ts';
import type { Participant, RegisterEntry } from './list-participants.ts';
import type { ListedSession, ReadSession } from './read-sessions.ts';
import type { Attendance } from './register-queries.ts';
import type { SharedRow } from './shared-queries.ts';

export function presentListed({ session, counts, own }: ListedSession) {
  const { answer, attendance } = own;
  return {
    ...presentFacts(session),
    answers: presentCounts(counts),
    own: { answer: presentAnswer(answer), attendance: presentAttendance(attendance) },
  };
}

export function presentRead({ session, counts, own, plain, mine }: ReadSession) {
  return {
    ...presentFacts(session),
    answers: presentCounts(counts),
    workout: session.workout === null || plain === null ? null : presentWorkout(session.workout, plain),
    own: {
      answer: presentAnswer(own.answer),
      attendance: presentAttendance(own.attendance),
      is_athlete: mine !== null,
      waiting_place: mine?.waiting_place ?? null,
      workout_group: mine?.group ?? null,
      workout: mine === null || mine.workout === null ? null : presentOwn(mine.workout),
    },
  };
}

export function presentFacts(session: ClubSession) {
  return {
    id: session.id,
    org_id: session.org_id,
    title: session.title,
    description: session.description,
    starts_at: session.starts_at.toISOString(),
    ends_at: endOf(session).toISOString(),
    timezone: session.timezone,
    duration_s: session.duration_s,
    place: { text: session.place, point: session.point },
    capacity: session.capacity,
    coach_user_id: session.coach_user_id,
    answer_until: isoOrNull(session.answer_until),
    group_ids: session.audience_groups && [...session.audience_groups],
    status: session.cancelled_at === null ? ('scheduled' as const) : ('cancelled' as const),
    cancel_reason: session.cancel_reason,
    series: presentSeries(session),
    has_workout: session.workout !== null,
    created_at: session.created_at.toISOString(),
    updated_at: session.updated_at.toISOString(),
  };
}

function presentSeries({ series_id, series_date, series_rule, is_exception }: ClubSession) {
  if (series_id === null || series_date === null || series_rule === null) return null;
  const { weekdays, interval_weeks, until, occurrences } = series_rule;
  return {
    id: series_id,
    date: series_date,
    weekdays: [...weekdays],
    interval_weeks,
    until,
    occurrences,
    is_exception,
  };
}

const presentCounts = ({ yes, maybe, no, waiting }: ListedSession['counts']) => ({
  yes_count: yes,
  maybe_count: maybe,
  no_count: no,
  waiting_count: waiting,
});

function presentAnswer(answer: Answer): NonNullable<ReturnType<typeof presentAnswerOrNull>>;
function presentAnswer(answer: Answer | null): ReturnType<typeof presentAnswerOrNull>;
function presentAnswer(answer: Answer | null) {
  return presentAnswerOrNull(answer);
}

function presentAnswerOrNull(answer: Answer | null) {
  if (answer === null) return null;
  const { replaces_plan_id, replaces_workout_id } = answer;
  return {
    answer: answer.answer,
    answered_at: answer.answered_at.toISOString(),
    set_by: answer.set_by,
    waits: answer.waits,
    replaces:
      replaces_plan_id === null || replaces_workout_id === null
        ? null
        : { plan_id: replaces_plan_id, workout_id: replaces_workout_id },
  };
}

function presentAttendance(attendance: Attendance | null) {
  if (attendance === null) return null;
  const { came, ticked_at, ticked_by } = attendance;
  return { came, ticked_at: ticked_at.toISOString(), ticked_by };
}

const presentStretches = (segments: readonly Segment[]) => ({
  segments: [...segments],
  text: writeWorkoutText(segments),
});

function presentWorkout(workout: NonNullable<ClubSession['workout']>, plain: PlannedWorkout) {
  return {
    workout_type: workout.workout_type,
    ...presentStretches(workout.segments),
    duration_s: Math.round(plain.duration_s),
    distance_m: Math.round(plain.distance_m),
    groups: workout.groups.map(({ name, group_id, zone, segments }) => ({
      name,
      group_id,
      zone,
      ...presentStretches(segments),
    })),
  };
}

const presentOwn = ({ segments, duration_s, distance_m }: PlannedWorkout) => ({
  ...presentStretches(segments),
  duration_s,
  distance_m,
});

export const presentSharedAttendance = (row: SharedRow) => ({
  club_session_id: row.session_id,
  athlete_id: row.user_id,
  answer: row.answer,
  answered_at: isoOrNull(row.answered_at),
  waits: row.waits,
  came: row.came,
  ticked_at: isoOrNull(row.ticked_at),
});

type Person = Omit<Participant, 'workout_group' | 'targets'>;
const presentPerson = (person: Person) => ({
  user_id: person.user_id,
  display_name: person.display_name,
  is_meant: person.is_meant,
  answer: person.answer,
  answered_at: isoOrNull(person.answered_at),
  set_by: person.set_by,
  waits: person.waits,
  attendance: presentAttendance(person.attendance),
});

export const presentParticipant = (participant: Participant) => ({
  ...presentPerson(participant),
  workout_group: participant.workout_group,
  targets: participant.targets.map(({ type, min, max, zone }) => ({ type, min, max, zone })),
});

export const presentEntry = (entry: RegisterEntry) => ({
  ...presentPerson(entry),
  ticks: entry.ticks.map(({ came, ticked_at, received_at, ticked_by }) => ({
    came,
    ticked_at: ticked_at.toISOString(),
    received_at: received_at.toISOString(),
    ticked_by,
  })),
});
