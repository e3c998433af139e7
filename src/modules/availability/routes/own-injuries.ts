import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { cursorQuery, idParams } from '../../../http/schemas.ts';
import {
  ChangeInjuryBody,
  CreateInjuryBody,
  Deleted,
  InjuryList,
  InjuryResponse,
  WrittenInjury,
} from '../contract.ts';
import { noSuchInjury, tooManyInjuries } from '../errors.ts';
import { presentInjury } from '../present.ts';
import { listInjuries, readInjuryOf } from '../read-own.ts';
import type { WriteDeps } from '../write-entry.ts';
import { changeInjury, createInjury, deleteInjury } from '../write-injury.ts';

const OWN = { guard: { kind: 'user' }, tag: 'Availability' } as const;

export function ownInjuryRoutes(deps: WriteDeps): readonly Route[] {
  return [list(deps), create(deps), read(deps), change(deps), remove(deps)];
}

const list = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'listInjuries',
    method: 'GET',
    path: '/injuries',
    summary: 'The own injuries and illnesses',
    description: 'With how much running each allows; the latest first.',
    query: Type.Object(cursorQuery(50, 100)),
    responses: { 200: InjuryList },
    handler: async ({ actor, query: { cursor, limit } }) => {
      const { rows, next_cursor } = await listInjuries(deps, actor, { cursor, limit });
      const data = { injuries: rows.map(presentInjury), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const create = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'createInjury',
    method: 'POST',
    path: '/injuries',
    summary: 'Put down an injury or an illness',
    description:
      'Coaches see it only while you let them (`share_injuries_with_coach`, off until you turn it on); no language model does.',
    body: CreateInjuryBody,
    takes_write_key: true,
    responses: { 201: WrittenInjury },
    errors: [tooManyInjuries],
    handler: async ({ actor, body, write_key }) => {
      const fields = {
        kind: body.kind,
        area: body.area,
        from: body.from,
        to: body.to ?? null,
        running: body.running,
        note: body.note ?? null,
      };
      const injury = await createInjury(deps, actor, { fields, write_key });
      const data = { injury: presentInjury(injury) };
      return { status: 201, body: { status: 'ok' as const, message: 'Injury saved.', data } };
    },
  });

const read = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'getInjury',
    method: 'GET',
    path: '/injuries/:injury_id',
    summary: 'One of the own injuries and illnesses',
    description: 'As it was put down.',
    params: idParams('injury_id'),
    responses: { 200: InjuryResponse },
    errors: [noSuchInjury],
    handler: async ({ actor, params: { injury_id } }) => {
      const injury = await readInjuryOf(deps, actor, injury_id);
      return { status: 200, body: { status: 'ok' as const, data: { injury: presentInjury(injury) } } };
    },
  });

const change = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'changeInjury',
    method: 'PATCH',
    path: '/injuries/:injury_id',
    summary: 'Change one of the own injuries and illnesses',
    description: 'What is given changes, the rest stays: `to` is the day on which it is over.',
    params: idParams('injury_id'),
    body: ChangeInjuryBody,
    takes_write_key: true,
    responses: { 200: WrittenInjury },
    errors: [noSuchInjury],
    handler: async ({ actor, params: { injury_id }, body, write_key }) => {
      const { kind, area, from, to, running, note } = body;
      const changes = { kind, area, from, to, running, note };
      const injury = await changeInjury(deps, actor, { injury_id, changes, write_key });
      const data = { injury: presentInjury(injury) };
      return { status: 200, body: { status: 'ok' as const, message: 'Injury saved.', data } };
    },
  });

const remove = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'deleteInjury',
    method: 'DELETE',
    path: '/injuries/:injury_id',
    summary: 'Delete one of the own injuries and illnesses',
    description: 'For good.',
    params: idParams('injury_id'),
    takes_write_key: true,
    responses: { 200: Deleted },
    errors: [noSuchInjury],
    handler: async ({ actor, params: { injury_id }, write_key }) => {
      await deleteInjury(deps, actor, { injury_id, write_key });
      return { status: 200, body: { status: 'ok' as const, message: 'Deleted.' } };
    },
  });
