/** What can be wrong with constraints; their words are in the catalogs (`constraints.fault`). */
export const CONSTRAINT_FAULTS = [
  'constraints_contradict',
  'draft_contradicts',
  'constraint_not_kept',
  'range_reversed',
  'day_before_plan',
  'day_after_plan',
  'kind_not_excludable',
  'event_or_distance',
  'race_time_implausible',
] as const;
export type ConstraintFault = (typeof CONSTRAINT_FAULTS)[number];

/** What can be wrong with a request for a plan beyond its schema. Each has words in every language (`words/fault-words.ts`). */
export const FAULT_CODES = [
  ...CONSTRAINT_FAULTS,
  'race_before_start',
  'race_too_soon',
  'race_too_far',
  'race_without_event',
  'time_without_event',
  'time_implausible',
  'no_training_days',
  'draft_without_weeks',
  'draft_weeks_differ',
  'draft_week_repeated',
  'draft_weeks_out_of_order',
  'draft_line',
  'draft_days_differ',
  'draft_dates_differ',
  'draft_invalid',
  'library_lacks',
  'plan_unsafe',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export type PlanFault = {
  /** The member of the request, such as `goal.race_date`. */
  readonly path: string;
  readonly code: FaultCode;
  /** What the words name, by the names that `fault-words.ts` gives them. */
  readonly values: Readonly<Record<string, string | number>>;
};

/** A request that can not be planned as it stands: answered 400, with every fault. */
export class PlanRefused extends Error {
  readonly faults: readonly PlanFault[];

  constructor(faults: readonly PlanFault[]) {
    super(`A plan was refused: ${faults.map(({ code }) => code).join(', ')}.`);
    this.name = 'PlanRefused';
    this.faults = faults;
  }
}
