import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { AthleteCalendar, CalendarQuery, OwnCalendar } from './contract.ts';
import { whatShows } from './find-beside.ts';
import { presentCalendar } from './present.ts';
import { type FeedDeps, readAthleteFeed, readOwnFeed } from './read-calendar.ts';

const COMMON = { method: 'GET', guard: { kind: 'user' }, tag: 'Plans', query: CalendarQuery } as const;

export function athleteCalendarRoutes(deps: FeedDeps & NoteDeps): readonly Route[] {
  return [
    route({
      ...COMMON,
      operation_id: 'getOwnCalendar',
      path: '/plans/mine',
      summary: 'The own training calendar',
      description:
        'Day by day what all plans of the caller have for it, of whatever organization, what was done, races, availability, sessions ' +
        'and how many comments there are; with the plans themselves.',
      responses: { 200: OwnCalendar },
      handler: async ({ actor, query: { from, to } }) => {
        const data = presentCalendar(await readOwnFeed(deps, actor, { from, to }));
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'getAthleteCalendar',
      path: '/organizations/:org_id/athletes/:user_id/plans',
      summary: "An athlete's training calendar",
      description:
        'For coaches of the organization: what it gave the athlete, and what became of it as far as they share it with coaches; with ' +
        'races, availability, sessions and how many comments there are. Activities that are hidden are neither listed nor counted, and ' +
        'what the athlete withholds is absent and named in `privacy_filtered`.',
      params: idParams('org_id', 'user_id'),
      responses: { 200: AthleteCalendar },
      errors: [forbidden, noSuchOrganization, noSuchMember],
      handler: async ({ actor, params: { org_id, user_id }, query: { from, to } }) => {
        const calendar = await readAthleteFeed(deps, actor, { org_id, user_id, from, to });
        noteReads(deps, actor, { org_id, kind: 'plans', user_ids: [user_id] });
        const shows = whatShows(calendar.days, calendar.beside);
        noteReads(deps, actor, {
          org_id,
          kind: 'availability',
          user_ids: shows.availability ? [user_id] : [],
        });
        noteReads(deps, actor, { org_id, kind: 'races', user_ids: shows.races ? [user_id] : [] });
        const data = { ...presentCalendar(calendar), privacy_filtered: [...calendar.privacy_filtered] };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
  ];
}
