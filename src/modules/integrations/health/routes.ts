import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { AthleteHealthDays, HealthDaysQuery, OwnHealthDays } from './contract.ts';
import { presentHealthDay } from './present.ts';
import { type HealthReadDeps, readAthleteHealthDays, readOwnHealthDays } from './read-health-days.ts';

export const listHealthDaysRoute = (deps: HealthReadDeps): Route =>
  route({
    operation_id: 'listHealthDays',
    method: 'GET',
    path: '/health/daily',
    guard: { kind: 'user' },
    tag: 'Health',
    summary: 'The own health, day by day',
    description: 'What platforms and phone told of each day, put together value by value; the latest first.',
    query: HealthDaysQuery,
    responses: { 200: OwnHealthDays },
    handler: async ({ actor, query }) => {
      const days = await readOwnHealthDays(deps, actor, { from: query.from, to: query.to });
      return { status: 200, body: { status: 'ok' as const, data: { days: days.map(presentHealthDay) } } };
    },
  });

export const listAthleteHealthDaysRoute = (deps: HealthReadDeps & NoteDeps): Route =>
  route({
    operation_id: 'listAthleteHealthDays',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/health/daily',
    guard: { kind: 'user' },
    tag: 'Health',
    summary: "An athlete's health, day by day",
    description:
      'For coaches of the organization, and only while the athlete lets them (`share_health_with_coach`, off until it is ' +
      'turned on): otherwise there are no days, whatever is known.',
    params: idParams('org_id', 'user_id'),
    query: HealthDaysQuery,
    responses: { 200: AthleteHealthDays },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params: { org_id, user_id }, query }) => {
      const { days, privacy_filtered } = await readAthleteHealthDays(deps, actor, {
        org_id,
        user_id,
        from: query.from,
        to: query.to,
      });
      noteReads(deps, actor, { org_id, kind: 'health', user_ids: days.length > 0 ? [user_id] : [] });
      const data = { days: days.map(presentHealthDay), privacy_filtered };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
