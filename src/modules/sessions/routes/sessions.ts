import { Readable } from 'node:stream';
import { type FileOutput, type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { attachmentDisposition } from '../../../infra/object-store/content-disposition.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import type { SessionDeps } from '../answer-session.ts';
import { changeSession, type SessionChanges } from '../change-session.ts';
import {
  ChangedClubSessionResponse,
  ClubSessionList,
  ClubSessionQuery,
  ClubSessionResponse,
  DeletedClubSessionResponse,
} from '../contract.ts';
import { createSession } from '../create-session.ts';
import { deleteSession } from '../delete-session.ts';
import { noSuchSession, sessionOver, tooManySessions } from '../errors.ts';
import { exportSession } from '../export-session.ts';
import { ChangeClubSessionBody, CreateClubSessionBody } from '../input-contract.ts';
import { presentListed, presentRead } from '../present.ts';
import { listSessions, readSession } from '../read-sessions.ts';

const PATH = '/organizations/:org_id/sessions';
const ONE = `${PATH}/:club_session_id`;
const tag = 'Club sessions';
const guard = { kind: 'user' } as const;
const params = idParams('org_id', 'club_session_id');

export function sessionRoutes(deps: SessionDeps): readonly Route[] {
  return [
    createRoute(deps),
    listRoute(deps),
    readRoute(deps),
    downloadRoute(deps),
    changeRoute(deps),
    deleteRoute(deps),
    deleteFollowingRoute(deps),
  ];
}

const createRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'createClubSession',
    method: 'POST',
    path: PATH,
    guard,
    tag,
    summary: 'Plan a session, or a series of them',
    description:
      'For coaches of the organization. Those whom it is for are told, of a series once. The answer has the first session; the others are ' +
      'in the list.',
    params: idParams('org_id'),
    body: CreateClubSessionBody,
    takes_write_key: true,
    responses: { 201: ChangedClubSessionResponse },
    errors: [forbidden, noSuchOrganization, tooManySessions],
    handler: async ({ actor, params: { org_id }, body, write_key }) => {
      const input = { ...wordsOf(body), org_id, title: body.title, starts_at: body.starts_at };
      const { timezone, answer_until, series } = body;
      const made = await createSession(deps, actor, { ...input, timezone, answer_until, series }, write_key);
      const session = presentRead(await readSession(deps, actor, { org_id, session_id: made.session_id }));
      return { status: 201, body: { status: 'ok' as const, message: 'Session planned.', data: { session } } };
    },
  });

const listRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'listClubSessions',
    method: 'GET',
    path: PATH,
    guard,
    tag,
    summary: 'List the sessions',
    description:
      'For coaches of the organization all of them, for its members those that are for them, that they answered, or where they were.',
    params: idParams('org_id'),
    query: ClubSessionQuery,
    responses: { 200: ClubSessionList },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params: { org_id }, query: { from, to, limit, cursor } }) => {
      const page = await listSessions(deps, actor, { org_id, from, to, limit, cursor });
      const data = { sessions: page.sessions.map(presentListed), next_cursor: page.next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const readRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'getClubSession',
    method: 'GET',
    path: ONE,
    guard,
    tag,
    summary: 'Read a session',
    description:
      'For coaches of the organization, and members whom it is for. `own` has the workout at the own paces; nobody else’s are there.',
    params,
    responses: { 200: ClubSessionResponse },
    errors: [forbidden, noSuchOrganization, noSuchSession],
    handler: async ({ actor, params: { org_id, club_session_id } }) => {
      const session = presentRead(await readSession(deps, actor, { org_id, session_id: club_session_id }));
      return { status: 200, body: { status: 'ok' as const, data: { session } } };
    },
  });

const CALENDAR: FileOutput = {
  media_type: 'text/calendar',
  description:
    'iCalendar (RFC 5545): one event, which keeps its UID; `STATUS` is the session’s, `PARTSTAT` what you answered.',
};

const downloadRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'downloadClubSession',
    method: 'GET',
    path: `${ONE}/calendar`,
    guard,
    tag,
    summary: 'Take a session to a calendar',
    description: 'For who sees the session; with the own paces where you are an athlete of the organization.',
    params,
    download: CALENDAR,
    responses: {},
    errors: [forbidden, noSuchOrganization, noSuchSession],
    volatile: true,
    handler: async ({ actor, params: { org_id, club_session_id } }) => {
      const { file_name, bytes } = await exportSession(deps, actor, { org_id, session_id: club_session_id });
      return {
        status: 200,
        stream: Readable.from([bytes]),
        headers: {
          'content-type': `${CALENDAR.media_type}; charset=utf-8`,
          'content-disposition': attachmentDisposition(file_name),
          'content-length': String(bytes.byteLength),
          'cache-control': 'no-store',
        },
      };
    },
  });

const changeRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'changeClubSession',
    method: 'PATCH',
    path: ONE,
    guard,
    tag,
    summary: 'Change, move or cancel a session',
    description:
      'For coaches of the organization, until it begins. With `applies_to` `following` all that come after it in its series too: as many days ' +
      'later at the same time of day; those that were changed by themselves keep their time. Who comes, or may, is told of another time or ' +
      'place and of a cancellation. Who has a place keeps it when there are fewer.',
    params,
    body: ChangeClubSessionBody,
    takes_write_key: true,
    responses: { 200: ChangedClubSessionResponse },
    errors: [forbidden, noSuchOrganization, noSuchSession, sessionOver],
    handler: async ({ actor, params: { org_id, club_session_id }, body, write_key }) => {
      const { applies_to = 'this', title, starts_at, timezone, answer_until, status, cancel_reason } = body;
      const changes = { ...wordsOf(body), title, starts_at, timezone, answer_until, status, cancel_reason };
      const id = { org_id, session_id: club_session_id };
      await changeSession(deps, actor, { ...id, applies_to }, changes, write_key);
      const session = presentRead(await readSession(deps, actor, id));
      return { status: 200, body: { status: 'ok' as const, message: 'Session changed.', data: { session } } };
    },
  });

const GONE = {
  errors: [forbidden, noSuchOrganization, noSuchSession],
  responses: { 200: DeletedClubSessionResponse },
};

const deleteRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'deleteClubSession',
    method: 'DELETE',
    path: ONE,
    guard,
    tag,
    summary: 'Delete a session',
    description:
      'For coaches of the organization, with its answers and its register. Who wanted to come to what is not over is told. To keep it on ' +
      'record, cancel it instead.',
    params,
    takes_write_key: true,
    ...GONE,
    handler: async ({ actor, params: { org_id, club_session_id }, write_key }) => {
      await deleteSession(
        deps,
        actor,
        { org_id, session_id: club_session_id, applies_to: 'this' },
        write_key,
      );
      return { status: 200, body: { status: 'ok' as const, message: 'Session deleted.' } };
    },
  });

const deleteFollowingRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'deleteFollowingClubSessions',
    method: 'DELETE',
    path: `${ONE}/following`,
    guard,
    tag,
    summary: 'Delete a session and all that follow it in its series',
    description:
      'For coaches of the organization: the session, and those that come after it by the rule of its series and are not over, with their ' +
      'answers and registers.',
    params,
    takes_write_key: true,
    ...GONE,
    handler: async ({ actor, params: { org_id, club_session_id }, write_key }) => {
      const id = { org_id, session_id: club_session_id };
      await deleteSession(deps, actor, { ...id, applies_to: 'following' }, write_key);
      return { status: 200, body: { status: 'ok' as const, message: 'Sessions deleted.' } };
    },
  });

const wordsOf = (body: SessionChanges): Omit<SessionChanges, 'title'> => ({
  description: body.description,
  duration_s: body.duration_s,
  place: body.place,
  capacity: body.capacity,
  coach_user_id: body.coach_user_id,
  group_ids: body.group_ids,
  workout: body.workout,
});
