import type { Database } from '../../infra/db/database.ts';
import { deleteUser, findSignupPlatform } from './leaving-queries.ts';
import { fewRecords, type PersonalData } from './personal-data.ts';
import { presentProfile } from './present.ts';
import { findUser } from './queries.ts';

/** The profile. It is released after everything that still reads it, and before what remains of a deleted person is stored. */
export function userData(deps: { db: Database }): PersonalData {
  const readProfile = async (user_id: string): Promise<object[]> => {
    const user = await findUser(deps.db, user_id);
    if (user === null) return [];
    return [{ ...presentProfile(user), signup_platform: await findSignupPlatform(deps.db, user_id) }];
  };
  return {
    name: 'users',
    columns: ['users.user_id', 'users.email', 'users.username'],
    files: { 'profile.json': 'Your profile, preferences, notification and privacy settings, and zones.' },
    async *collect(user_id) {
      yield { name: 'profile.json', records: fewRecords(() => readProfile(user_id)) };
    },
    release: (tx, { user_id }) => deleteUser(tx, user_id),
  };
}
