/** The international mile. */
export const METRES_PER_MILE = 1_609.344;
