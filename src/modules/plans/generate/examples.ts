import { EXAMPLE_PLAN } from '../example-plan.ts';

/** The week of the example plan, as it is drafted and made. */
export const EXAMPLE_CONTENT = EXAMPLE_PLAN.workouts;
export const EXAMPLE_WEEKLY_INFO = EXAMPLE_PLAN.weekly_info;
export const EXAMPLE_DRAFT = `## Week 1: Taper

- Tuesday: Race pace, 7.8 km
- Friday: Easy run, 30 min
`;
