import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import {
  Count,
  cursorQuery,
  Flag,
  FROM_TO,
  IDS,
  idParams,
  NextCursor,
  Nullable,
  OneOf,
  Shape,
  timestamp,
} from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import {
  ANSWERS,
  CLUB_SESSION_FACTS,
  listSharedAttendance,
  listSharedSessions,
  presentFacts,
  presentSharedAttendance,
} from '../../sessions/index.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE, Success } from '../contract.ts';
import { noSuchSession } from '../errors.ts';

const guard = { kind: 'developer_key', scope: 'sessions:read' } as const;
const tag = 'Club sessions';
const SHARING =
  'Only of athletes who let programs of the organization see it (`share_sessions_with_api`, off until it is turned on): of the others ' +
  'it is as if they had neither answered nor come.';

const Session = Shape(
  {
    ...CLUB_SESSION_FACTS,
    answers: Shape(
      {
        yes_count: Count('Athletes who come and share it.', 9),
        maybe_count: Count('Athletes who may come and share it.', 2),
        no_count: Count('Athletes who do not come and share it.', 1),
        waiting_count: Count('Athletes who wait for a place and share it.', 0),
      },
      { title: 'SharedClubSessionAnswers', description: 'Counted over those who share it.' },
    ),
  },
  { title: 'SharedClubSession' },
);

export function listClubSessionsRoute(deps: { readonly db: Database }): Route {
  return route({
    operation_id: 'listClubSessions',
    method: 'GET',
    path: '/sessions',
    guard,
    tag,
    summary: 'Sessions of the organization',
    description: `By when they begin. ${SHARING}`,
    query: Type.Object({ ...FROM_TO, ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE) }),
    responses: {
      200: Success(
        {
          sessions: Type.Array(Session, { maxItems: MAX_PAGE_SIZE, description: 'By when they begin.' }),
          next_cursor: NextCursor,
        },
        'One page.',
      ),
    },
    handler: async ({ actor: { org_id }, query: { from, to, limit, cursor } }) => {
      const page = await listSharedSessions(deps, { org_id, from, to, limit, cursor });
      const sessions = page.sessions.map(({ session, counts }) => ({
        ...presentFacts(session),
        answers: {
          yes_count: counts.yes,
          maybe_count: counts.maybe,
          no_count: counts.no,
          waiting_count: counts.waiting,
        },
      }));
      const data = { sessions, next_cursor: page.next_cursor };
      return { status: 200, body: { success: true as const, data } };
    },
  });
}

/** What one athlete answered, and whether they came. */
export const SharedAttendance = Shape(
  {
    club_session_id: IDS.club_session_id,
    athlete_id: IDS.athlete_id,
    answer: Nullable(
      OneOf(ANSWERS, { description: 'What they answered; null for nothing.', examples: ['yes'] }),
    ),
    answered_at: Nullable(timestamp('When.', '2026-07-18T09:00:00.000Z')),
    waits: Flag('Whether they said yes and wait for a place.', false),
    came: Nullable(Flag('Whether they came; null: nobody has said.')),
    ticked_at: Nullable(timestamp('When that was said.', '2026-07-21T11:05:00.000Z')),
  },
  {
    title: 'SharedClubSessionAttendance',
    description: 'What one athlete answered to one session, and whether they came.',
  },
);

export function listClubSessionAttendanceRoute(deps: NoteDeps & { readonly db: Database }): Route {
  return route({
    operation_id: 'listClubSessionAttendance',
    method: 'GET',
    path: '/sessions/:club_session_id/attendance',
    guard,
    tag,
    summary: 'Who answered what, and who came',
    description: SHARING,
    params: idParams('club_session_id'),
    query: Type.Object(cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE)),
    responses: {
      200: Success(
        {
          attendance: Type.Array(SharedAttendance, {
            maxItems: MAX_PAGE_SIZE,
            description: 'By the id of the athlete.',
          }),
          next_cursor: NextCursor,
        },
        'One page.',
      ),
    },
    errors: [noSuchSession],
    handler: async ({ actor, params: { club_session_id }, query: { limit, cursor } }) => {
      const { org_id } = actor;
      const page = await listSharedAttendance(deps, { org_id, session_id: club_session_id, limit, cursor });
      if (page === null) throw noSuchSession();
      const user_ids = page.attendance.map(({ user_id }) => user_id);
      noteReads(deps, actor, { org_id, kind: 'plans', user_ids });
      const attendance = page.attendance.map(presentSharedAttendance);
      return {
        status: 200,
        body: { success: true as const, data: { attendance, next_cursor: page.next_cursor } },
      };
    },
  });
}
