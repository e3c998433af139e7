import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { cursorQuery, idParams } from '../../../http/schemas.ts';
import {
  ChangeEntryBody,
  CreateEntryBody,
  Deleted,
  EntryList,
  EntryResponse,
  WrittenEntry,
} from '../contract.ts';
import { noSuchEntry, tooManyEntries } from '../errors.ts';
import { presentEntry } from '../present.ts';
import { listEntries, readEntryOf } from '../read-own.ts';
import { changeEntry, createEntry, deleteEntry, type WriteDeps } from '../write-entry.ts';

const OWN = { guard: { kind: 'user' }, tag: 'Availability' } as const;

export function ownEntryRoutes(deps: WriteDeps): readonly Route[] {
  return [list(deps), create(deps), read(deps), change(deps), remove(deps)];
}

const list = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'listAvailability',
    method: 'GET',
    path: '/availability',
    summary: 'The own entries of availability',
    description:
      'Days and parts of days on which you cannot train as usual, as you put them down; the latest first.',
    query: Type.Object(cursorQuery(50, 100)),
    responses: { 200: EntryList },
    handler: async ({ actor, query: { cursor, limit } }) => {
      const { rows, next_cursor } = await listEntries(deps, actor, { cursor, limit });
      const data = { entries: rows.map(presentEntry), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const create = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'createAvailability',
    method: 'POST',
    path: '/availability',
    summary: 'Put down days on which you cannot train as usual',
    description:
      'Dated, or every week. Coaches see it while you let them (`share_availability_with_coach`); their plans show what it conflicts with, ' +
      'and nothing moves by itself.',
    body: CreateEntryBody,
    takes_write_key: true,
    responses: { 201: WrittenEntry },
    errors: [tooManyEntries],
    handler: async ({ actor, body, write_key }) => {
      const fields = {
        kind: body.kind,
        part: body.part,
        minutes: body.minutes ?? null,
        weekdays: body.weekdays ?? null,
        from: body.from ?? null,
        to: body.to ?? null,
        reason: body.reason ?? null,
      };
      const entry = await createEntry(deps, actor, { fields, write_key });
      const data = { entry: presentEntry(entry) };
      return { status: 201, body: { status: 'ok' as const, message: 'Availability saved.', data } };
    },
  });

const read = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'getAvailability',
    method: 'GET',
    path: '/availability/:entry_id',
    summary: 'One of the own entries of availability',
    description: 'As it was put down.',
    params: idParams('entry_id'),
    responses: { 200: EntryResponse },
    errors: [noSuchEntry],
    handler: async ({ actor, params: { entry_id } }) => {
      const entry = await readEntryOf(deps, actor, entry_id);
      return { status: 200, body: { status: 'ok' as const, data: { entry: presentEntry(entry) } } };
    },
  });

const change = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'changeAvailability',
    method: 'PATCH',
    path: '/availability/:entry_id',
    summary: 'Change one of the own entries of availability',
    description: 'What is given changes, the rest stays. `minutes` go when `kind` is `limited` no more.',
    params: idParams('entry_id'),
    body: ChangeEntryBody,
    takes_write_key: true,
    responses: { 200: WrittenEntry },
    errors: [noSuchEntry],
    handler: async ({ actor, params: { entry_id }, body, write_key }) => {
      const { kind, part, minutes, weekdays, from, to, reason } = body;
      const changes = { kind, part, minutes, weekdays, from, to, reason };
      const entry = await changeEntry(deps, actor, { entry_id, changes, write_key });
      const data = { entry: presentEntry(entry) };
      return { status: 200, body: { status: 'ok' as const, message: 'Availability saved.', data } };
    },
  });

const remove = (deps: WriteDeps): Route =>
  route({
    ...OWN,
    operation_id: 'deleteAvailability',
    method: 'DELETE',
    path: '/availability/:entry_id',
    summary: 'Delete one of the own entries of availability',
    description: 'For good.',
    params: idParams('entry_id'),
    takes_write_key: true,
    responses: { 200: Deleted },
    errors: [noSuchEntry],
    handler: async ({ actor, params: { entry_id }, write_key }) => {
      await deleteEntry(deps, actor, { entry_id, write_key });
      return { status: 200, body: { status: 'ok' as const, message: 'Deleted.' } };
    },
  });
