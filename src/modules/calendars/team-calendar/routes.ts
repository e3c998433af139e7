import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { whatShows } from '../athlete-calendar/find-beside.ts';
import type { FeedDeps } from '../athlete-calendar/read-calendar.ts';
import { TeamCalendar, TeamCalendarQuery } from './contract.ts';
import { presentRow } from './present.ts';
import { readRosterWeeks } from './read-roster-weeks.ts';
import { readTeamCalendar } from './read-team-calendar.ts';
import { RosterWeeks, RosterWeeksQuery } from './weeks-contract.ts';

export function teamCalendarRoutes(deps: FeedDeps & NoteDeps): readonly Route[] {
  return [
    route({
      operation_id: 'getTeamCalendar',
      method: 'GET',
      path: '/organizations/:org_id/calendar',
      guard: { kind: 'user' },
      tag: 'Plans',
      summary: "All athletes' training calendars",
      description:
        'For coaches of the organization, by pages: day by day what it gave each athlete and what became of it, as the calendar of the ' +
        'athlete has it, in short, with races, availability, sessions and counts of comments. Days are those where each athlete lives. What an athlete withholds is absent and named in `privacy_filtered`.',
      params: idParams('org_id'),
      query: TeamCalendarQuery,
      responses: { 200: TeamCalendar },
      errors: [forbidden, noSuchOrganization],
      handler: async ({ actor, params: { org_id }, query }) => {
        const { from, to, group_id, coach_id, sort, order, limit, cursor } = query;
        const asked = { org_id, from, to, group_id, coach_id, sort, order, limit, cursor };
        const { rows, ...page } = await readTeamCalendar(deps, actor, asked);
        const user_ids = rows.map(({ athlete }) => athlete.user_id);
        if (user_ids.length > 0) noteReads(deps, actor, { org_id, kind: 'plans', user_ids });
        for (const kind of ['availability', 'races'] as const) {
          const seen = rows.filter(({ days, beside }) => whatShows(days, beside)[kind]);
          noteReads(deps, actor, { org_id, kind, user_ids: seen.map(({ athlete }) => athlete.user_id) });
        }
        const { next_cursor, ...range } = page;
        const data = { ...range, athletes: rows.map(presentRow), next_cursor };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      operation_id: 'listRosterWeeks',
      method: 'GET',
      path: '/organizations/:org_id/athletes/weeks',
      guard: { kind: 'user' },
      tag: 'Plans',
      summary: "All athletes' weeks at a glance",
      description:
        'For coaches of the organization, by pages like `listAthleteMetrics`: what is planned and what was run on each day of this week, one slot ' +
        'a day, and the plans that each athlete follows. What an athlete withholds is null and named in `privacy_filtered`.',
      params: idParams('org_id'),
      query: RosterWeeksQuery,
      responses: { 200: RosterWeeks },
      errors: [forbidden, noSuchOrganization],
      handler: async ({ actor, params: { org_id }, query }) => {
        const { group_id, coach_id, sort, order, limit, cursor } = query;
        const data = await readRosterWeeks(deps, actor, {
          ...{ org_id, group_id, coach_id, sort, order, limit, cursor },
        });
        noteReads(deps, actor, {
          org_id,
          kind: 'plans',
          user_ids: data.athletes.map(({ user_id }) => user_id),
        });
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
  ];
}
