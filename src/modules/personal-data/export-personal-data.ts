import { Readable } from 'node:stream';
import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { unauthenticated } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { findUser, type PersonalData } from '../users/index.ts';
import { exportingAlready } from './errors.ts';
import { writePersonalArchive } from './write-personal-archive.ts';

export type ExportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly parts: readonly PersonalData[];
  readonly exporting: Set<string>;
};

export type PersonalArchive = { readonly file_name: string; readonly bytes: Readable };

/** When to look whether the archive that is being made has been taken. */
const RETRY_AFTER_S = 10;

/**
 * The archive of all that is kept about somebody, made while it is read. One at a time for each person: it ends, and
 * another may begin, when its bytes are read to their end or destroyed.
 *
 * @throws AppError rate_limited while another one is being made; unauthenticated when the account is gone
 */
export async function exportPersonalData(deps: ExportDeps, actor: UserActor): Promise<PersonalArchive> {
  const { user_id } = actor;
  if (deps.exporting.has(user_id))
    throw exportingAlready({ headers: { 'Retry-After': String(RETRY_AFTER_S) } });
  deps.exporting.add(user_id);
  try {
    const file_name = await describeFile(deps, user_id);
    const now = deps.clock.now();
    const bytes = Readable.from(writePersonalArchive(deps, { user_id, now }), { highWaterMark: 1 });
    bytes.once('close', () => deps.exporting.delete(user_id));
    return { file_name, bytes };
  } catch (error) {
    deps.exporting.delete(user_id);
    throw error;
  }
}

/** `ekiden-<user name>-<date>.zip` */
export async function describeFile(
  { db, clock }: Pick<ExportDeps, 'db' | 'clock'>,
  user_id: string,
): Promise<string> {
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated({ message: 'This account has been deleted.' });
  return `ekiden-${user.username}-${clock.now().toISOString().slice(0, 10)}.zip`;
}
