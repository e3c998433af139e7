import { type SecretBox, SecretBoxError } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../../infra/jobs/index.ts';
import { pagesOf } from '../../users/index.ts';
import { resealCredentials } from '../connections/credentials-box.ts';
import { findBoxes, type ResealedBox, replaceBoxes, type SealedBox } from '../connections/renewal-queries.ts';
import { CONNECTED_PLATFORMS } from '../provider.ts';

/** Runs twice a day, so that a secrets key is not needed any more a day after it was replaced. */
export const resealAll = defineJob<Record<never, never>>({
  name: 'integrations.reseal',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 900,
  schedule: '50 3,15 * * *',
});

const PAGE = 500;

/** Seals everything that is sealed with an older secrets key with the newest one. */
export function resealHandler(deps: {
  readonly db: Database;
  readonly secretBox: SecretBox;
}): JobHandler<Record<never, never>> {
  return async (_payload, { logger, signal }) => {
    const found = { resealed: 0, unreadable: 0 };
    for await (const page of pagesOf<SealedBox>(PAGE, (next) => findBoxes(deps.db, next))) {
      signal.throwIfAborted();
      const old = page.filter(({ sealed_credentials }) => deps.secretBox.needsReseal(sealed_credentials));
      const boxes = old.flatMap((before) => resealOne(deps.secretBox, before));
      found.resealed += await replaceBoxes(deps.db, boxes);
      found.unreadable += old.length - boxes.length;
    }
    if (found.unreadable > 0)
      logger.warn(found, 'credentials of platforms were sealed with a key that SECRETS_KEY does not list');
    else logger.debug(found, 'credentials of platforms sealed with the newest key');
  };
}

function resealOne(box: SecretBox, before: SealedBox): ResealedBox[] {
  const provider = CONNECTED_PLATFORMS.find((platform) => platform === before.provider);
  if (provider === undefined) return [];
  try {
    const key = { user_id: before.user_id, provider };
    return [{ before, sealed_credentials: resealCredentials(box, key, before.sealed_credentials) }];
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    return [];
  }
}
