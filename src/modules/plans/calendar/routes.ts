import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { AthleteCalendar, CalendarQuery, OwnCalendar } from './contract.ts';
import { presentCalendar } from './present.ts';
import { type CalendarDeps, readAthleteCalendar, readOwnCalendar } from './read-calendar.ts';

const COMMON = { method: 'GET', guard: { kind: 'user' }, tag: 'Plans', query: CalendarQuery } as const;

export function calendarRoutes(deps: CalendarDeps & NoteDeps): readonly Route[] {
  return [
    route({
      ...COMMON,
      operation_id: 'getOwnCalendar',
      path: '/plans/mine',
      summary: 'The own training calendar',
      description:
        'Day by day what all plans of the caller have for it, of whatever organization, and what was done; with the plans ' +
        'themselves.',
      responses: { 200: OwnCalendar },
      handler: async ({ actor, query: { from, to } }) => {
        const data = presentCalendar(await readOwnCalendar(deps, actor, { from, to }));
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'getAthleteCalendar',
      path: '/organizations/:org_id/athletes/:user_id/plans',
      summary: "An athlete's training calendar",
      description:
        'For coaches of the organization: what it gave the athlete, and what became of it as far as they share it with coaches. ' +
        'Activities that are hidden are neither listed nor counted.',
      params: idParams('org_id', 'user_id'),
      responses: { 200: AthleteCalendar },
      errors: [forbidden, noSuchOrganization, noSuchMember],
      handler: async ({ actor, params: { org_id, user_id }, query: { from, to } }) => {
        const calendar = await readAthleteCalendar(deps, actor, { org_id, user_id, from, to });
        noteReads(deps, actor, { org_id, kind: 'plans', user_ids: [user_id] });
        const tells = calendar.days.some(({ workouts }) =>
          workouts.some(({ conflict }) => conflict !== null),
        );
        noteReads(deps, actor, { org_id, kind: 'availability', user_ids: tells ? [user_id] : [] });
        const data = { ...presentCalendar(calendar), privacy_filtered: calendar.privacy_filtered };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
  ];
}
