import { type Route, route } from '../../../http/route.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { PrincipleBody, PrincipleQuery, PrincipleResponse } from './contract.ts';
import {
  type PrincipleDeps,
  readTrainingPrinciple,
  type TrainingPrinciple,
  writeTrainingPrinciple,
} from './training-principle.ts';

const COMMON = {
  path: '/plans/training-principle',
  guard: { kind: 'user' },
  tag: 'Plans',
  responses: { 200: PrincipleResponse },
  errors: [forbidden, featureNotEnabled, noSuchOrganization],
} as const;

export function principleRoutes(deps: PrincipleDeps): readonly Route[] {
  return [
    route({
      ...COMMON,
      operation_id: 'getTrainingPrinciple',
      method: 'GET',
      summary: 'What generated plans follow',
      description:
        'For coaches of the organization. Needs the feature `coach_agent`. Your own principle goes before that of the organization.',
      query: PrincipleQuery,
      handler: async ({ actor, query }) => {
        const data = presentPrinciple(await readTrainingPrinciple(deps, actor, query));
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'putTrainingPrinciple',
      method: 'PUT',
      summary: 'Store what generated plans follow',
      description:
        'For coaches of the organization, each their own; that of the organization for its head coach and admins, as one of its settings. Needs the feature `coach_agent`. Answers what holds now.',
      body: PrincipleBody,
      handler: async ({ actor, body }) => {
        const data = presentPrinciple(await writeTrainingPrinciple(deps, actor, body));
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
  ];
}

function presentPrinciple({ org_id, principle, level, stored }: TrainingPrinciple) {
  return {
    org_id,
    principle,
    level,
    stored: { coach: stored.coach, organization: stored.organization },
  };
}
