import { randomBytes } from 'node:crypto';

export const newSecret = (bytes = 26): string => randomBytes(bytes).toString('base64url');

/** What secrets stand for, each until a time: codes, tokens, nonces. */
export function keepExpiring<T>(now: () => Date) {
  const kept = new Map<string, { readonly value: T; readonly ends_ms: number }>();
  const find = (secret: string): T | undefined => {
    const found = kept.get(secret);
    return found !== undefined && found.ends_ms > now().getTime() ? found.value : undefined;
  };
  return {
    put: (secret: string, value: T, life_s: number): void => {
      kept.set(secret, { value, ends_ms: now().getTime() + life_s * 1_000 });
    },
    /** Undefined: there never was one, it is over or used up. */
    find,
    /** Uses it up, also where it is over. */
    take: (secret: string): T | undefined => {
      const value = find(secret);
      kept.delete(secret);
      return value;
    },
    remove: (test: (value: T) => boolean): void => {
      for (const [secret, { value }] of kept) if (test(value)) kept.delete(secret);
    },
  };
}
