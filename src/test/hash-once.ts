import { createPasswordHasher, type PasswordHasher } from '../infra/crypto/passwords.ts';

/**
 * The real hasher, save that one password, which the factories give a thousand people, is hashed once: argon2 was two
 * thirds of what a sign-up takes.
 */
export function hashOnce(usual: string): PasswordHasher {
  const hasher = createPasswordHasher();
  let remembered: Promise<string> | undefined;
  return {
    ...hasher,
    hashPassword: async (password) => {
      if (password !== usual) return await hasher.hashPassword(password);
      remembered ??= hasher.hashPassword(password);
      return await remembered;
    },
  };
}
