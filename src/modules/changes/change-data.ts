import type { PersonalData } from '../users/index.ts';

/**
 * Which things of a person changed, by their ids. A person gets nothing from here, since each of those things is in an archive
 * itself; what is left when they leave are the ids that organizations are still to be told are gone, for 30 days.
 */
export function changeData(): PersonalData {
  return {
    name: 'changes',
    columns: ['noted_changes.athlete_id', 'organization_changes.athlete_id', 'athlete_changes.athlete_id'],
    files: {},
    async *collect() {},
    async release() {},
  };
}
