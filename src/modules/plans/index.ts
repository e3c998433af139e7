import type { Route } from '../../http/route.ts';
import { libraryRoutes } from './library/routes.ts';

export { Plan } from './contract.ts';
export { planData } from './plan-data.ts';
export { listMemberPlans, readMemberPlan } from './read-member-plans.ts';

export function planRoutes(deps: Parameters<typeof libraryRoutes>[0]): readonly Route[] {
  return [...libraryRoutes(deps)];
}
