import { defineEvent } from '../../../infra/events/index.ts';

/** Athletes were given a saved plan, each a copy of their own. */
export type PlansAssigned = {
  readonly org_id: string;
  /** As they were then. */
  readonly org_name: string;
  readonly plan_title: string;
  /** The first day, YYYY-MM-DD. */
  readonly start_date: string;
  readonly weeks: number;
  /** At most as many as can be given a plan at once; `plan_id` is the copy's. */
  readonly assigned: readonly { readonly user_id: string; readonly plan_id: string }[];
};

export const plansAssigned = defineEvent<PlansAssigned>({
  name: 'plans_assigned',
  payload: (value) => {
    const { org_id, org_name, plan_title, start_date, weeks, assigned } = value as Partial<PlansAssigned>;
    if (typeof org_id !== 'string' || typeof org_name !== 'string')
      throw new TypeError('the organization is missing');
    if (typeof plan_title !== 'string' || typeof start_date !== 'string' || typeof weeks !== 'number')
      throw new TypeError('the plan is missing');
    if (!Array.isArray(assigned)) throw new TypeError('the athletes are missing');
    return { org_id, org_name, plan_title, start_date, weeks, assigned };
  },
});
