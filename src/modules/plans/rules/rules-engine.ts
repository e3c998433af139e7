import type { PlanEngine } from '../engine/engine.ts';

/** The engine that is always there: no network, no chance; the same brief makes the same plan. */
export function createRulesEngine(_deps: { newId: () => string }): PlanEngine {
  throw new Error('not there yet');
}
