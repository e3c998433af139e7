import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { invalidField } from '../../../shared/errors.ts';
import { RACE_EVENT_M, type RaceEvent } from '../../../training/race-events.ts';
import { noSuchActivity } from '../../activities/index.ts';
import { readOwnBestTimes } from '../best-times.ts';
import {
  BestTimes,
  ChangeRaceBody,
  CreateRaceBody,
  DeletedRace,
  RaceList,
  RaceResponse,
  RacesQuery,
  type ResultInput,
  Suggestions,
  WrittenRace,
} from '../contract.ts';
import { activityTaken, noSuchRace, tooManyRaces } from '../errors.ts';
import { presentBestTime, presentRace, presentSuggestion } from '../present.ts';
import type { RaceResult } from '../race.ts';
import { listOwnRaces, type ReadDeps, readRaceOf } from '../read-races.ts';
import { suggestActivities } from '../suggest-activities.ts';
import { changeRace, createRace, deleteRace } from '../write-race.ts';

const OWN = { guard: { kind: 'user' }, tag: 'Races' } as const;

export function ownRaceRoutes(deps: ReadDeps): readonly Route[] {
  return [
    list(deps),
    create(deps),
    bestTimes(deps),
    read(deps),
    change(deps),
    remove(deps),
    suggestions(deps),
  ];
}

const list = (deps: ReadDeps): Route =>
  route({
    ...OWN,
    operation_id: 'listRaces',
    method: 'GET',
    path: '/races',
    summary: 'The own calendar of races',
    description:
      'Those to come and those run, the latest day first. `next_race` of the profile is no race of this calendar.',
    query: RacesQuery,
    responses: { 200: RaceList },
    handler: async ({ actor, query: { from, to, cursor, limit } }) => {
      const { races, next_cursor } = await listOwnRaces(deps, actor, { from, to, cursor, limit });
      const data = { races: races.map(presentRace), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const create = (deps: ReadDeps): Route =>
  route({
    ...OWN,
    operation_id: 'createRace',
    method: 'POST',
    path: '/races',
    summary: 'Put a race into the own calendar',
    description:
      'Coaches see races to come with `share_race_goal`, and races that are over with `share_race_history`. Plans take them where their ' +
      'request says `constraints_from: "availability"`.',
    body: CreateRaceBody,
    takes_write_key: true,
    responses: { 201: WrittenRace },
    errors: [noSuchActivity, activityTaken, tooManyRaces],
    handler: async ({ actor, body, write_key }) => {
      const distance_m = metresOf(body);
      if (distance_m === undefined) throw invalidField('distance_m', 'is required, or event');
      const fields = {
        date: body.date,
        name: body.name,
        distance_m,
        priority: body.priority,
        target_time_s: body.target_time_s ?? null,
        result: resultOf(body.result) ?? null,
        activity_id: body.activity_id ?? null,
      };
      const race = await createRace(deps, actor, { fields, write_key });
      const data = { race: presentRace(race) };
      return { status: 201, body: { status: 'ok' as const, message: 'Race saved.', data } };
    },
  });

const bestTimes = (deps: ReadDeps): Route =>
  route({
    ...OWN,
    operation_id: 'listBestTimes',
    method: 'GET',
    path: '/races/best-times',
    summary: 'The own best times by distance',
    description:
      'Of each standard distance the best of results and recordings, with where it is from. The result of a race stands for its recording.',
    responses: { 200: BestTimes },
    handler: async ({ actor }) => {
      const { times } = await readOwnBestTimes(deps, actor);
      return { status: 200, body: { status: 'ok' as const, data: { times: times.map(presentBestTime) } } };
    },
  });

const read = (deps: ReadDeps): Route =>
  route({
    ...OWN,
    operation_id: 'getRace',
    method: 'GET',
    path: '/races/:race_id',
    summary: 'One race of the own calendar',
    description: 'As it was put down.',
    params: idParams('race_id'),
    responses: { 200: RaceResponse },
    errors: [noSuchRace],
    handler: async ({ actor, params: { race_id } }) => {
      const race = await readRaceOf(deps, actor, race_id);
      return { status: 200, body: { status: 'ok' as const, data: { race: presentRace(race) } } };
    },
  });

const change = (deps: ReadDeps): Route =>
  route({
    ...OWN,
    operation_id: 'changeRace',
    method: 'PATCH',
    path: '/races/:race_id',
    summary: 'Change a race of the own calendar',
    description:
      'What is given changes, the rest stays. The result is that of the organizer; the activity stays as it was recorded.',
    params: idParams('race_id'),
    body: ChangeRaceBody,
    takes_write_key: true,
    responses: { 200: WrittenRace },
    errors: [noSuchRace, noSuchActivity, activityTaken],
    handler: async ({ actor, params: { race_id }, body, write_key }) => {
      const { date, name, priority, target_time_s, activity_id } = body;
      const [distance_m, result] = [metresOf(body), resultOf(body.result)];
      const changes = { date, name, distance_m, priority, target_time_s, result, activity_id };
      const race = await changeRace(deps, actor, { race_id, changes, write_key });
      const data = { race: presentRace(race) };
      return { status: 200, body: { status: 'ok' as const, message: 'Race saved.', data } };
    },
  });

const remove = (deps: ReadDeps): Route =>
  route({
    ...OWN,
    operation_id: 'deleteRace',
    method: 'DELETE',
    path: '/races/:race_id',
    summary: 'Delete a race of the own calendar',
    description: 'For good. The activity that was the race stays.',
    params: idParams('race_id'),
    takes_write_key: true,
    responses: { 200: DeletedRace },
    errors: [noSuchRace],
    handler: async ({ actor, params: { race_id }, write_key }) => {
      await deleteRace(deps, actor, { race_id, write_key });
      return { status: 200, body: { status: 'ok' as const, message: 'Race deleted.' } };
    },
  });

const suggestions = (deps: ReadDeps): Route =>
  route({
    ...OWN,
    operation_id: 'suggestRaceActivities',
    method: 'GET',
    path: '/races/:race_id/suggestions',
    summary: 'Activities that may have been the race',
    description:
      'Runs of its day that are marked as a race or of about its distance. Nothing is linked by itself: `changeRace` takes an `activity_id`.',
    params: idParams('race_id'),
    responses: { 200: Suggestions },
    errors: [noSuchRace],
    handler: async ({ actor, params: { race_id } }) => {
      const found = await suggestActivities(deps, actor, race_id);
      const data = { suggestions: found.map(presentSuggestion) };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

type Length = {
  readonly event?: RaceEvent | null | undefined;
  readonly distance_m?: number | null | undefined;
};

/** Undefined where neither is given. */
function metresOf({ event, distance_m }: Length): number | undefined {
  if (event != null && distance_m != null) throw invalidField('distance_m', 'must be left out with event');
  return event == null ? (distance_m ?? undefined) : RACE_EVENT_M[event];
}

function resultOf(result: ResultInput | null | undefined): RaceResult | null | undefined {
  if (result == null) return result;
  return { time_s: result.time_s, place: result.place ?? null, conditions: result.conditions ?? null };
}
