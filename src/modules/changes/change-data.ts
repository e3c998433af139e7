import type { PersonalData } from '../users/index.ts';

/** The ids of a person's changed things, kept for 30 days after they leave so that organizations learn of the withdrawal; nothing of it is exported. */
export function changeData(): PersonalData {
  return {
    name: 'changes',
    columns: ['noted_changes.athlete_id', 'organization_changes.athlete_id', 'athlete_changes.athlete_id'],
    files: {},
    async *collect() {},
    async release() {},
  };
}
