import type { Database } from '../../../infra/db/database.ts';
import { fewRecords, type PersonalData } from '../../users/index.ts';
import { findOwnPrinciple } from './queries.ts';

export function principleData(deps: { db: Database }): PersonalData {
  const readPrinciple = async (user_id: string): Promise<object[]> => {
    const principle = await findOwnPrinciple(deps.db, user_id);
    if (principle === null) return [];
    const { training_principle, updated_at } = principle;
    return [{ training_principle, updated_at: updated_at.toISOString() }];
  };
  return {
    name: 'planning',
    columns: ['coach_principles.user_id'],
    files: { 'training_principle.json': 'What you train people by as a coach, in your words.' },
    async *collect(user_id) {
      yield { name: 'training_principle.json', records: fewRecords(() => readPrinciple(user_id)) };
    },
  };
}
