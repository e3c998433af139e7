import { type Route, route } from '../../../../http/route.ts';
import { featureNotEnabled, forbidden } from '../../../../shared/errors.ts';
import { noSuchOrganization } from '../../../organizations/index.ts';
import { presentPrinciple } from '../present.ts';
import { PrincipleBody, PrincipleQuery, PrincipleResponse } from '../principle-contract.ts';
import { readTrainingPrinciple, writeTrainingPrinciple } from '../training-principle.ts';

export const readPrincipleRoute = (deps: Parameters<typeof readTrainingPrinciple>[0]): Route =>
  route({
    operation_id: 'getTrainingPrinciple',
    method: 'GET',
    path: '/plans/training-principle',
    guard: { kind: 'user' },
    tag: 'Plans',
    summary: 'What generated plans follow',
    description:
      'For coaches of the organization. Needs the feature `coach_agent`. Your own principle goes before that of the organization.',
    query: PrincipleQuery,
    responses: { 200: PrincipleResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization],
    handler: async ({ actor, query }) => {
      const principle = await readTrainingPrinciple(deps, actor, { org_id: query.org_id });
      return { status: 200, body: { status: 'ok' as const, data: presentPrinciple(principle) } };
    },
  });

export const writePrincipleRoute = (deps: Parameters<typeof writeTrainingPrinciple>[0]): Route =>
  route({
    operation_id: 'putTrainingPrinciple',
    method: 'PUT',
    path: '/plans/training-principle',
    guard: { kind: 'user' },
    tag: 'Plans',
    summary: 'Store what generated plans follow',
    description:
      'For coaches of the organization, each their own; that of the organization for its head coach and admins, as one of its settings. Needs the feature `coach_agent`. Answers what holds now.',
    body: PrincipleBody,
    responses: { 200: PrincipleResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization],
    handler: async ({ actor, body }) => {
      const { org_id, principle, level } = body;
      const stored = await writeTrainingPrinciple(deps, actor, { org_id, principle, level });
      return { status: 200, body: { status: 'ok' as const, data: presentPrinciple(stored) } };
    },
  });
