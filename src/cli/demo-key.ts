import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilledClub } from '../../sandbox/demo-club/find-club.ts';
import type { ApiKeyActor, UserActor } from '../http/actor.ts';
import type { Database } from '../infra/db/database.ts';
import {
  authenticateApiKey,
  createApiKey,
  type KeyUsage,
  listApiKeys,
  revokeApiKey,
} from '../modules/api-keys/index.ts';
import { AppError } from '../shared/errors.ts';
import type { Clock } from '../shared/time.ts';

const KEY_NAME = 'Demo';

type KeyDeps = { readonly db: Database; readonly clock: Clock };

const UNUSED: KeyUsage = {
  record: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
};

/**
 * The secret of the demo's API key. It is kept in a file that only its owner can read, so that commands pasted yesterday
 * still work. If it is lost or invalid, a new key is made and the old ones of the same name are revoked.
 */
export async function findOrMakeDemoKey(deps: KeyDeps, club: FilledClub, dataDir: string): Promise<string> {
  const file = join(dataDir, 'demo-api-key');
  const kept = await readFile(file, 'utf8')
    .then((text) => text.trim())
    .catch(() => '');
  if (kept !== '' && (await isKeyOf(deps, club.org_id, kept))) return kept;
  const head: UserActor = { type: 'user', user_id: club.head_coach_user_id, roles: ['user', 'coach'] };
  for (const { id, name } of await listApiKeys({ ...deps, keyUsage: UNUSED }, head, club.org_id)) {
    if (name === KEY_NAME) await revokeApiKey(deps, head, { org_id: club.org_id, key_id: id });
  }
  const { secret } = await createApiKey(deps, head, {
    org_id: club.org_id,
    name: KEY_NAME,
    scopes: ['admin'],
    expires_at: null,
  });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}.tmp`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600 });
  await rename(draft, file);
  return secret;
}

/**
 * Reading the key for the demo itself does not count as a use.
 * @throws AppError when the key is not valid
 */
export async function actorOfKey(deps: KeyDeps, secret: string): Promise<ApiKeyActor> {
  return await authenticateApiKey({ ...deps, keyUsage: UNUSED })(secret);
}

async function isKeyOf(deps: KeyDeps, org_id: string, secret: string): Promise<boolean> {
  try {
    return (await actorOfKey(deps, secret)).org_id === org_id;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
