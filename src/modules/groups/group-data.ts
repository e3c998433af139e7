import type { Database } from '../../infra/db/database.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import { findOwnGroups } from './queries.ts';

/** Which groups a person is in. Their places go with their memberships. */
export function groupData(deps: { db: Database }): PersonalData {
  const readGroups = async (user_id: string): Promise<object[]> => {
    const groups = await findOwnGroups(deps.db, user_id);
    return groups.map(({ id, org_id, name, added_at }) => ({
      group_id: id,
      org_id,
      name,
      added_at: added_at.toISOString(),
    }));
  };
  return {
    name: 'groups',
    columns: ['group_members.user_id'],
    files: { 'groups.json': 'The groups you are in.' },
    async *collect(user_id) {
      yield { name: 'groups.json', records: fewRecords(() => readGroups(user_id)) };
    },
  };
}
