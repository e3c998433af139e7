import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { PlaceFiles } from '../infra/backup/place.ts';

/** A backup's own takes two seconds of a processor each time it is made or opened, by its stretching of the passphrase; this one hardly any. */
const SCRYPT_LOG_N = 4;

/** Puts a key into a place of backups as the first backup with this passphrase would, but for its hash. */
export async function plantBackupKey(
  files: PlaceFiles,
  passphrase: string,
): Promise<{ identity: string; recipient: string; key: Buffer }> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  encrypter.setPassphrase(passphrase);
  const key = Buffer.from(await encrypter.encrypt(identity));
  await files.put(`keys/${recipient}`, key);
  return { identity, recipient, key };
}
