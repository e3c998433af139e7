import { type Route, route } from '../../../http/route.ts';
import { IDS, idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { ATHLETE_DAYS, DaysQuery, presentDays, readMemberDays } from '../../availability/index.ts';
import { Success } from '../contract.ts';
import { noSuchAthlete } from '../errors.ts';

export function listAthleteAvailabilityRoute(deps: NoteDeps & { readonly db: Database }): Route {
  return route({
    operation_id: 'listAthleteAvailability',
    method: 'GET',
    path: '/athletes/:athlete_id/availability',
    guard: { kind: 'developer_key', scope: 'availability:read' },
    tag: 'Athletes',
    summary: "One athlete's availability, day by day",
    description:
      'Days on which they cannot train as usual, and injuries of these days. Only while the athlete lets programs of the organization see it ' +
      '(`share_availability_with_api`, off until it is turned on, beside `share_availability_with_coach`; injuries also need ' +
      '`share_injuries_with_coach`): otherwise there is nothing, whatever is known.',
    params: idParams('athlete_id'),
    query: DaysQuery,
    responses: {
      200: Success(
        { ...ATHLETE_DAYS, athlete_id: { ...IDS.athlete_id, description: 'Whose they are.' } },
        'The days.',
      ),
    },
    errors: [noSuchAthlete],
    handler: async ({ actor, params: { athlete_id }, query: { from, to } }) => {
      const { org_id } = actor;
      const audience = 'organization_api' as const;
      const found = await readMemberDays(deps, { org_id, user_id: athlete_id, audience, from, to });
      if (found === null) throw noSuchAthlete();
      const { days, injuries, privacy_filtered } = found;
      const told = days.length + injuries.length > 0;
      noteReads(deps, actor, { org_id, kind: 'availability', user_ids: told ? [athlete_id] : [] });
      const data = { ...presentDays(found), privacy_filtered: [...privacy_filtered], athlete_id };
      return { status: 200, body: { success: true as const, data } };
    },
  });
}
