import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Queryable } from '../../../infra/db/queryable.ts';
import { forbidden } from '../../../shared/errors.ts';
import type { NoteDeps } from '../../audit/index.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import type { SessionDeps } from '../answer-session.ts';
import { noSuchSession, sessionCancelled } from '../errors.ts';
import { TakeAttendanceBody } from '../input-contract.ts';
import { listCompanions } from '../list-companions.ts';
import { listAttendance, listParticipants } from '../list-participants.ts';
import {
  AttendanceTakenResponse,
  CompanionList,
  ParticipantList,
  PeopleQuery,
  RegisterList,
} from '../people-contract.ts';
import { presentEntry, presentParticipant } from '../present.ts';
import { countAttendance, findMembersAmong } from '../register-queries.ts';
import { takeAttendance } from '../take-attendance.ts';

const ONE = '/organizations/:org_id/sessions/:club_session_id';
const tag = 'Club sessions';
const guard = { kind: 'user' } as const;
const params = idParams('org_id', 'club_session_id');
const errors = [forbidden, noSuchOrganization, noSuchSession];

type RegisterDeps = SessionDeps & NoteDeps;

export function registerRoutes(deps: RegisterDeps): readonly Route[] {
  return [participantsRoute(deps), companionsRoute(deps), takeRoute(deps), registerRoute(deps)];
}

const participantsRoute = (deps: RegisterDeps): Route =>
  route({
    operation_id: 'listClubSessionParticipants',
    method: 'GET',
    path: `${ONE}/participants`,
    guard,
    tag,
    summary: 'Who comes, who does not, and what each runs',
    description:
      'For coaches of the organization: everybody whom the session is for, who answered, and who came. Paces are those that athletes share ' +
      'with coaches; of the others there are efforts.',
    params,
    query: PeopleQuery,
    responses: { 200: ParticipantList },
    errors,
    handler: async ({ actor, params: { org_id, club_session_id }, query: { limit, cursor } }) => {
      const asked = { org_id, session_id: club_session_id, limit, cursor };
      const { participants, next_cursor } = await listParticipants(deps, actor, asked);
      const data = { participants: participants.map(presentParticipant), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const companionsRoute = (deps: RegisterDeps): Route =>
  route({
    operation_id: 'listClubSessionCompanions',
    method: 'GET',
    path: `${ONE}/coming`,
    guard,
    tag,
    summary: 'Who comes along',
    description:
      'For who sees the session: those who come and share their profile with the club, without what they run. How many come in all is in the ' +
      'session.',
    params,
    query: PeopleQuery,
    responses: { 200: CompanionList },
    errors,
    handler: async ({ actor, params: { org_id, club_session_id }, query: { limit, cursor } }) => {
      const asked = { org_id, session_id: club_session_id, limit, cursor };
      const data = await listCompanions(deps, actor, asked);
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const takeRoute = (deps: RegisterDeps): Route =>
  route({
    operation_id: 'takeClubSessionAttendance',
    method: 'PUT',
    path: `${ONE}/attendance`,
    guard,
    tag,
    summary: 'Enter who came',
    description:
      'For coaches of the organization, from a day before the session begins on; also of members who had not answered. Made to be sent when ' +
      'there is a network again: the latest tick by the clock of whoever ticked holds, all are kept, and one that is sent again changes nothing.',
    params,
    body: TakeAttendanceBody,
    takes_write_key: true,
    responses: { 200: AttendanceTakenResponse },
    errors: [...errors, sessionCancelled],
    handler: async ({ actor, params: { org_id, club_session_id }, body, write_key }) => {
      const id = { org_id, session_id: club_session_id };
      await takeAttendance(deps, actor, { ...id, ticks: body.ticks }, write_key);
      const user_ids = body.ticks.map(({ user_id }) => user_id);
      const data = await readTaken(deps, { ...id, user_ids });
      return { status: 200, body: { status: 'ok' as const, message: 'Register kept.', data } };
    },
  });

const registerRoute = (deps: RegisterDeps): Route =>
  route({
    operation_id: 'listClubSessionAttendance',
    method: 'GET',
    path: `${ONE}/attendance`,
    guard,
    tag,
    summary: 'Who came, with every entry',
    description: 'For coaches of the organization. Athletes find their own in the session.',
    params,
    query: PeopleQuery,
    responses: { 200: RegisterList },
    errors,
    handler: async ({ actor, params: { org_id, club_session_id }, query: { limit, cursor } }) => {
      const asked = { org_id, session_id: club_session_id, limit, cursor };
      const { register, next_cursor } = await listAttendance(deps, actor, asked);
      const data = { register: register.map(presentEntry), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

/** The register's entries for these people after ticks were added, and those without an entry because they are no members. */
async function readTaken(
  { db }: { readonly db: Queryable },
  {
    user_ids,
    ...id
  }: { readonly org_id: string; readonly session_id: string; readonly user_ids: readonly string[] },
): Promise<{ came_count: number; absent_count: number; passed_over: string[] }> {
  const asked = [...new Set(user_ids.map((user_id) => user_id.toLowerCase()))];
  const { came, absent } = await countAttendance(db, id);
  const members = new Set(await findMembersAmong(db, { org_id: id.org_id, user_ids: asked }));
  return {
    came_count: came,
    absent_count: absent,
    passed_over: asked.filter((user_id) => !members.has(user_id)),
  };
}
