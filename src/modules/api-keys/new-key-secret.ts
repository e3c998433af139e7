import { generateApiKeySecret, parseApiKeySecret } from '../../infra/crypto/api-key-secret.ts';

export function newKeySecret(): { secret: string; prefix: string; secret_sha256: Buffer } {
  const secret = generateApiKeySecret();
  const parsed = parseApiKeySecret(secret);
  if (parsed === null) throw new Error('A secret that was just made cannot be read.');
  return { secret, prefix: parsed.prefix, secret_sha256: parsed.secret_sha256 };
}
