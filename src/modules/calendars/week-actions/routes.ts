import type { UserActor } from '../../../http/actor.ts';
import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { presentFindings } from '../../planning/index.ts';
import { noSuchPlannedWorkout } from '../../plans/index.ts';
import { changedSince, changeRefused, noSuchCalendarJob, nothingToUndo } from '../errors.ts';
import { actOnWeeks } from './act-on-weeks.ts';
import { type JobDeps, MOST_AT_ONCE } from './calendar-job.ts';
import {
  ActionBody,
  ActionResponse,
  EditBody,
  EditResponse,
  JobQuery,
  JobResponse,
  MoveBody,
  MovedResponse,
  MoveUndoneResponse,
  UndoBody,
} from './contract.ts';
import { athletesOf } from './decide-action.ts';
import { editWorkout } from './edit-workout.ts';
import type { ActionDeps } from './keep-action.ts';
import { moveOwnWorkout } from './move-own-workout.ts';
import { presentJob, presentJobAthlete, presentOutcome } from './present.ts';
import { readJob } from './read-job.ts';
import { startAction } from './start-job.ts';
import { undoAction } from './undo-action.ts';
import { undoOwnMove } from './undo-own-move.ts';

const TAG = 'Plans';
const OF_COACHES = [forbidden, featureNotEnabled, noSuchOrganization] as const;

export function weekActionRoutes(deps: JobDeps): readonly Route[] {
  return [
    actRoute(deps),
    undoRoute(deps),
    jobRoute(deps),
    editRoute(deps),
    deleteRoute(deps),
    moveRoute(deps),
    undoMoveRoute(deps),
  ];
}

const actRoute = (deps: JobDeps): Route =>
  route({
    operation_id: 'actOnCalendar',
    holds_secret: true,
    method: 'POST',
    path: '/organizations/:org_id/calendar/actions',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Set, move, swap, copy, shift or clear workouts of athletes',
    description:
      'For coaches of the organization; needs the feature `coach_agent`. Changes athletes’ own plans, all of it at once: what cannot be done ' +
      `is named with the reason, and the rest is done. More than ${MOST_AT_ONCE} athletes are changed one after the other by a job: 202, and ` +
      '`getCalendarJob` tells how far it is and what came of it. Athletes are told once a call. Days are those where each athlete lives. What was changed so stays when the saved plan is changed.',
    params: idParams('org_id'),
    body: ActionBody,
    takes_write_key: true,
    responses: { 200: ActionResponse, 202: JobResponse },
    errors: [...OF_COACHES],
    handler: async ({ actor, params: { org_id }, body, write_key }) => {
      const { action, athlete_ids, from, until, workout_ids, to, days, source_athlete_id, conflict } = body;
      const { workout, dates } = body;
      const which = { from, until, workout_ids, to, days, source_athlete_id };
      const what = { action, athlete_ids, ...which, workout, dates, conflict };
      const asked = { org_id, ...what, dry_run: body.dry_run === true, write_key };
      if (athletesOf(what).length > MOST_AT_ONCE)
        return await accepted(deps, actor, await startAction(deps, actor, asked));
      const data = presentOutcome(await actOnWeeks(deps, actor, asked));
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const undoRoute = (deps: JobDeps): Route =>
  route({
    operation_id: 'undoCalendarAction',
    holds_secret: true,
    method: 'POST',
    path: '/organizations/:org_id/calendar/actions/undo',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Undo a change of athletes’ workouts',
    description:
      'For coaches of the organization; needs the feature `coach_agent`. Within 24 hours, all of it: where something was changed since, nothing is undone and it is named. What ' +
      'a job has changed another job takes back (202), for each athlete all of it or nothing.',
    params: idParams('org_id'),
    body: UndoBody,
    takes_write_key: true,
    responses: { 200: ActionResponse, 202: JobResponse },
    errors: [...OF_COACHES, nothingToUndo, changedSince],
    handler: async ({ actor, params: { org_id }, body: { undo_token }, write_key }) => {
      const outcome = await undoAction(deps, actor, { org_id, undo_token, write_key });
      if ('job_id' in outcome) return await accepted(deps, actor, outcome);
      return { status: 200, body: { status: 'ok' as const, data: presentOutcome(outcome) } };
    },
  });

const FIRST_PAGE = { cursor: undefined, limit: 50 };

/** A job as it is at this moment, to whoever has begun it. */
async function accepted(
  deps: JobDeps,
  actor: UserActor,
  of: { readonly org_id: string; readonly job_id: string },
) {
  const data = presentPage(await readJob(deps, actor, { ...of, ...FIRST_PAGE }));
  return { status: 202 as const, body: { status: 'ok' as const, data } };
}

const presentPage = ({ athletes, next_cursor, ...shown }: Awaited<ReturnType<typeof readJob>>) => ({
  job: presentJob(shown),
  athletes: athletes.map(presentJobAthlete),
  next_cursor,
});

const jobRoute = (deps: JobDeps): Route =>
  route({
    operation_id: 'getCalendarJob',
    holds_secret: true,
    method: 'GET',
    path: '/organizations/:org_id/calendar/jobs/:calendar_job_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'A change of many athletes’ workouts, and how far it is',
    description:
      'For coaches of the organization; needs the feature `coach_agent`. What came of it for each athlete, by pages, and at the end the token that ' +
      'undoes all of it. For 24 hours.',
    params: idParams('org_id', 'calendar_job_id'),
    query: JobQuery,
    responses: { 200: JobResponse },
    errors: [...OF_COACHES, noSuchCalendarJob],
    handler: async ({ actor, params: { org_id, calendar_job_id: job_id }, query: { cursor, limit } }) => {
      const data = presentPage(await readJob(deps, actor, { org_id, job_id, cursor, limit }));
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const editRoute = (deps: ActionDeps): Route =>
  route({
    operation_id: 'editAthleteWorkout',
    holds_secret: true,
    method: 'PATCH',
    path: '/organizations/:org_id/athletes/:user_id/plans/:plan_id/workouts/:workout_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Change one workout of one athlete',
    description:
      'For coaches of the organization; needs the feature `coach_agent`. From today on, where the athlete lives, and only what was not done; up to today it can be ' +
      'said that it was done (`done_elsewhere`). At least one change must be said. What the rules of planning say of the weeks is told, and the coach ' +
      'decides. It stays when the saved plan is changed.',
    params: idParams('org_id', 'user_id', 'plan_id', 'workout_id'),
    body: EditBody,
    takes_write_key: true,
    responses: { 200: EditResponse },
    errors: [...OF_COACHES, noSuchMember, noSuchPlannedWorkout, changeRefused],
    handler: async ({ actor, params, body, write_key }) => {
      const { date, workout_type, title, description, notes, segments, text, done_elsewhere } = body;
      const edit = { date, workout_type, title, description, notes, segments, text, done_elsewhere };
      const { org_id, user_id, plan_id, workout_id } = params;
      const asked = { org_id, user_id, plan_id, workout_id, edit, dry_run: body.dry_run === true, write_key };
      const { outcome, findings, language } = await editWorkout(deps, actor, asked);
      const data = { ...presentOutcome(outcome), findings: presentFindings(findings, language) };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const deleteRoute = (deps: ActionDeps): Route =>
  route({
    operation_id: 'deleteAthleteWorkout',
    holds_secret: true,
    method: 'DELETE',
    path: '/organizations/:org_id/athletes/:user_id/plans/:plan_id/workouts/:workout_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Take one workout of one athlete out of their plan',
    description:
      'For coaches of the organization; needs the feature `coach_agent`. From today on, where the athlete lives, and only what was not done. It stays out ' +
      'when the saved plan is changed.',
    params: idParams('org_id', 'user_id', 'plan_id', 'workout_id'),
    takes_write_key: true,
    responses: { 200: EditResponse },
    errors: [...OF_COACHES, noSuchMember, noSuchPlannedWorkout, changeRefused],
    handler: async ({ actor, params: { org_id, user_id, plan_id, workout_id }, write_key }) => {
      const asked = { org_id, user_id, plan_id, workout_id, edit: null, dry_run: false, write_key };
      const { outcome, findings, language } = await editWorkout(deps, actor, asked);
      const data = { ...presentOutcome(outcome), findings: presentFindings(findings, language) };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const moveRoute = (deps: ActionDeps): Route =>
  route({
    operation_id: 'moveOwnWorkout',
    holds_secret: true,
    method: 'POST',
    path: '/plans/mine/:plan_id/workouts/:workout_id/move',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Move a workout of one’s own within its week',
    description:
      'From Monday to Sunday of the week that it is in, to today or later, onto a day on which its plan has none; races stay. Coaches of the organization find it in the audit log.',
    params: idParams('plan_id', 'workout_id'),
    body: MoveBody,
    takes_write_key: true,
    responses: { 200: MovedResponse },
    errors: [noSuchPlannedWorkout, changeRefused],
    handler: async ({ actor, params: { plan_id, workout_id }, body: { date }, write_key }) => {
      const moved = await moveOwnWorkout(deps, actor, { plan_id, workout_id, date, write_key });
      const data = { undo_token: moved.undo_token };
      return { status: 200, body: { status: 'ok' as const, message: 'Moved.', data } };
    },
  });

const undoMoveRoute = (deps: ActionDeps): Route =>
  route({
    operation_id: 'undoOwnMove',
    method: 'POST',
    path: '/plans/mine/moves/undo',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Undo a move of a workout of one’s own',
    description:
      'Within 24 hours, by the token of `moveOwnWorkout`: where the workout was changed since, nothing is undone. Coaches of the organization find it in the audit log.',
    body: UndoBody,
    takes_write_key: true,
    responses: { 200: MoveUndoneResponse },
    errors: [nothingToUndo, changedSince],
    handler: async ({ actor, body: { undo_token }, write_key }) => {
      await undoOwnMove(deps, actor, { undo_token, write_key });
      return { status: 200, body: { status: 'ok' as const, message: 'Undone.' } };
    },
  });
