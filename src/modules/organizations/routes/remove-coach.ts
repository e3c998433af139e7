import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { isHeadCoach, noSuchCoach, noSuchOrganization } from '../errors.ts';
import { TeamResponse } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';
import { removeCoach } from '../remove-coach.ts';

export const removeCoachRoute = (deps: Parameters<typeof removeCoach>[0]): Route =>
  route({
    operation_id: 'removeCoach',
    method: 'DELETE',
    path: '/organizations/:org_id/coaches/:user_id',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Dismiss a coach, or resign',
    description:
      'For the head coach, who also withdraws an offer so, and for coaches themselves. Members assigned to the coach have none afterwards. Who resigns cannot be asked again until they lift the block.',
    params: idParams('org_id', 'user_id'),
    responses: { 200: TeamResponse },
    errors: [forbidden, noSuchOrganization, noSuchCoach, isHeadCoach],
    handler: async ({ actor, params }) => {
      const { org_id, user_id } = params;
      const organization = await removeCoach(deps, actor, { org_id, user_id });
      const data = { organization: presentOrganization(organization) };
      return { status: 200, body: { status: 'ok' as const, message: 'Coach dismissed.', data } };
    },
  });
