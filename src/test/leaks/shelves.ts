/** Lists of which it is known what has to be in them: a search that sees nothing finds no leaks either. */
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import type { Canary, What } from './canaries.ts';
import { type Activity, type Asker, type Club, coaches, type Person, type World } from './model.ts';
import type { Ask, Focus } from './requests.ts';

/** A question, and which of the values that the asker may see its answer has. */
export type Shelf = { readonly ask: Ask; readonly holds: (canary: Canary) => boolean };

const ACTIVITY: readonly What[] = ['activity', 'pace', 'load', 'best_efforts', 'map'];
/** Not in lists of activities, or reckoned anew when one is put together again. */
const NOT_LISTED = /^(sum|stream)|training_load|vdot|average_pace/;
const SAMPLES: readonly What[] = ['stream', 'stream_motion', 'stream_track'];

/** @param about what the answer had better tell of */
export function drawShelf({ clubs, people }: World, dice: SeededRandom, about: Focus | null): Shelf {
  const club = about?.club ?? dice.pick(clubs as [Club, ...Club[]]);
  const person = about?.person ?? dice.pick(people as [Person, ...Person[]]);
  const of = (whats: readonly What[]) => (canary: Canary) =>
    canary.subject === person &&
    whats.includes(canary.what) &&
    !NOT_LISTED.test(canary.field.replace('activity ', ''));
  const shelf = (
    asker: Asker,
    path: string,
    operation_id: string,
    holds: Shelf['holds'],
    of_club: Club | null,
  ) => {
    const surface = path.startsWith('/developer') ? '/developer/v1' : '/api/v1';
    return {
      ask: { asker, call: { method: 'GET', path }, door: { surface, operation_id, club: of_club } },
      holds,
    };
  };
  const athlete = `/api/v1/organizations/${club.org_id}/athletes/${person.user_id}`;
  // Of themself a coach who is no member finds nothing there, though all of it is theirs to see.
  const team = people.filter((one) => coaches(club, one) && one !== person);
  const by = team.map((one): Asker => ({ kind: 'person', person: one }));
  const keys = club.keys.map((key): Asker => ({ kind: 'key', key, club, as: 'header' }));
  const [activity] = person.activities.filter(() => dice.chance(0.5));
  const samples = (canary: Canary): boolean =>
    SAMPLES.includes(canary.what) && activity !== undefined && canary.activities.includes(activity);
  const file = ({ what, field, activities }: Canary): boolean =>
    what === 'file' && activity !== undefined && activities.includes(activity) && field === 'uploaded file';
  const workout = `${athlete}/activities/${activity?.id ?? person.user_id}`;
  const sameByKey = `/developer/v1/activities/${activity?.id ?? person.user_id}`;
  const health = of(['health', 'health_activity']);
  const feedback = of(['feedback']);
  /** What is there to be read now in this club, without what it said before. */
  const said =
    (what: What, about?: Activity) =>
    (canary: Canary): boolean =>
      canary.what === what &&
      canary.subject === person &&
      canary.club === club &&
      canary.activities.every((one) => one === about) &&
      !canary.field.endsWith('before');
  const sessions = `/api/v1/organizations/${club.org_id}/sessions/${club.ids.club_session_id?.[0] ?? club.org_id}`;
  const onSession = ({ what, club: of_club, field }: Canary): boolean =>
    what === 'session_comment' && of_club === club && !field.endsWith('before');
  const { head } = club;
  const draft = `/api/v1/organizations/${club.org_id}/plan-drafts/${club.ids.draft_id?.[0] ?? club.org_id}`;
  const ofDraft = ({ what, subject, field }: Canary): boolean =>
    what === 'own' && subject === head && field.endsWith(' a draft');
  const job = `/api/v1/organizations/${club.org_id}/calendar/jobs/${club.calendar_jobs.get(person) ?? club.org_id}`;
  // It needs a feature that not every tier has.
  const inJob = (canary: Canary): boolean =>
    club.tier !== 'free' &&
    canary.subject === person &&
    canary.club === club &&
    canary.field === 'title in a calendar job';
  const shelves: Shelf[] = [
    shelf({ kind: 'person', person: head }, draft, 'getPlanDraft', ofDraft, club),
    ...(head === person ? [] : [shelf({ kind: 'person', person: head }, job, 'getCalendarJob', inJob, club)]),
    shelf({ kind: 'person', person }, '/api/v1/activities?limit=100', 'listActivities', of(ACTIVITY), null),
    shelf({ kind: 'person', person }, `${athlete}/messages`, 'listMessages', said('message'), club),
    ...[...by, { kind: 'person', person } as const].map((reader) =>
      shelf(reader, `${sessions}/comments`, 'listClubSessionComments', onSession, club),
    ),
    ...by.flatMap((coach) => [
      shelf(coach, `${athlete}/activities?limit=100`, 'listAthleteActivities', of(ACTIVITY), club),
      shelf(coach, `${athlete}/health/daily`, 'listAthleteHealthDays', health, club),
      shelf(
        coach,
        `${athlete}/availability`,
        'listAthleteAvailability',
        of(['availability', 'injury']),
        club,
      ),
      shelf(coach, `${athlete}/races`, 'listAthleteRaces', of(['race_upcoming', 'race_past']), club),
      shelf(coach, `${athlete}/feedback`, 'listAthleteFeedback', feedback, club),
      shelf(coach, `${workout}/comments`, 'listActivityComments', said('comment', activity), club),
      shelf(coach, `${athlete}/messages`, 'listMessages', said('message'), club),
      shelf(coach, `${athlete}/coach-notes`, 'listCoachNotes', said('coach_note'), club),
      shelf(coach, `${workout}/streams`, 'getAthleteActivityStreams', samples, club),
      shelf(coach, `${workout}/file`, 'downloadAthleteActivityFile', file, club),
    ]),
    ...keys.flatMap((key) => [
      shelf(
        key,
        `/developer/v1/activities?athlete_id=${person.user_id}&limit=100`,
        'listActivities',
        of(ACTIVITY),
        null,
      ),
      shelf(key, `/developer/v1/athletes/${person.user_id}`, 'getAthlete', of(['zones']), null),
      shelf(
        key,
        `/developer/v1/athletes/${person.user_id}/health/daily`,
        'listAthleteHealthDays',
        health,
        null,
      ),
      shelf(key, `/developer/v1/athletes/${person.user_id}/feedback`, 'listAthleteFeedback', feedback, null),
      shelf(key, `${sameByKey}/streams`, 'getActivityStreams', samples, null),
      shelf(key, `${sameByKey}/file`, 'downloadActivityFile', file, null),
    ]),
  ];
  return dice.pick(shelves as [Shelf, ...Shelf[]]);
}
