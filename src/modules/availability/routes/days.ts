import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { AthleteDays, DaysQuery, OwnDays } from '../contract.ts';
import { presentDays } from '../present.ts';
import { type ReadDeps, readAthleteDays, readOwnDays } from '../read-days.ts';

const TAG = 'Availability';

export const ownDaysRoute = (deps: ReadDeps): Route =>
  route({
    operation_id: 'listAvailabilityDays',
    method: 'GET',
    path: '/availability/days',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'The own availability, day by day',
    description:
      'The days of which you told something, weekly entries among them, and injuries of the range.',
    query: DaysQuery,
    responses: { 200: OwnDays },
    handler: async ({ actor, query: { from, to } }) => {
      const days = await readOwnDays(deps, actor, { from, to });
      return { status: 200, body: { status: 'ok' as const, data: presentDays(days) } };
    },
  });

export const athleteDaysRoute = (deps: ReadDeps & NoteDeps): Route =>
  route({
    operation_id: 'listAthleteAvailability',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/availability',
    guard: { kind: 'user' },
    tag: TAG,
    summary: "An athlete's availability, day by day",
    description:
      'For coaches of the organization: days while the athlete lets them (`share_availability_with_coach`), injuries and illnesses only ' +
      'with `share_injuries_with_coach`, which is off until it is turned on.',
    params: idParams('org_id', 'user_id'),
    query: DaysQuery,
    responses: { 200: AthleteDays },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params: { org_id, user_id }, query: { from, to } }) => {
      const found = await readAthleteDays(deps, actor, { org_id, user_id, from, to });
      const { days, injuries, privacy_filtered } = found;
      const told = days.length + injuries.length > 0;
      noteReads(deps, actor, { org_id, kind: 'availability', user_ids: told ? [user_id] : [] });
      const data = { ...presentDays(found), privacy_filtered: [...privacy_filtered] };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
