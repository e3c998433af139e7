import { defineEvent } from '../../../infra/events/index.ts';

/** Coaches of an organization have changed workouts of athletes' own plans, in one call or one part of a large one. */
export type WeeksChanged = {
  readonly occurrence_id: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly changed_at: string;
  /** At most as many as one transaction changes; weeks by their Mondays, in order. */
  readonly athletes: readonly { readonly user_id: string; readonly weeks: readonly string[] }[];
};

export const weeksChanged = defineEvent<WeeksChanged>({
  name: 'weeks_changed',
  payload: (value) => {
    const { occurrence_id, org_id, org_name, changed_at, athletes } = value as Partial<WeeksChanged>;
    if (typeof occurrence_id !== 'string' || typeof changed_at !== 'string')
      throw new TypeError('the occurrence is missing');
    if (typeof org_id !== 'string' || typeof org_name !== 'string')
      throw new TypeError('the organization is missing');
    if (!Array.isArray(athletes)) throw new TypeError('the athletes are missing');
    return { occurrence_id, org_id, org_name, changed_at, athletes };
  },
});
