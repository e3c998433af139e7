import { isOneWord } from './web-address.ts';

export type ProviderEnv = Readonly<Record<string, string | undefined>>;

/** A setting as it was given; undefined where it is blank or missing. */
export function given(env: ProviderEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** @throws Error of one line that names the setting */
export function named<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${name} ${error instanceof Error ? error.message : 'is not valid'}.`);
  }
}

/**
 * The credentials of an app at a platform: all that are required, or none.
 *
 * @param options.optional those that make no sense without the others
 * @returns undefined where none is given
 * @throws Error of one line that names the setting that is missing or no credential
 */
export function readCredentials<R extends string, O extends string>(
  env: ProviderEnv,
  { required, optional }: { required: readonly R[]; optional: readonly O[] },
): ({ readonly [K in R]: string } & { readonly [K in O]: string | null }) | undefined {
  const names: readonly string[] = [...required, ...optional];
  const present = names.find((name) => given(env, name) !== undefined);
  if (present === undefined) return undefined;
  const values = names.map((name): [string, string | null] => {
    const value = given(env, name);
    if (value === undefined && required.some((one) => one === name))
      throw new Error(`${name} must be set, because ${present} is.`);
    if (value !== undefined && !isOneWord(value))
      throw new Error(`${name} must be 1 to 255 characters without spaces, as the platform shows it.`);
    return [name, value ?? null];
  });
  return Object.fromEntries(values) as { readonly [K in R]: string } & { readonly [K in O]: string | null };
}

/** @throws Error of one line that names the setting */
export function readFlag(env: ProviderEnv, name: string): boolean {
  const value = given(env, name) ?? 'false';
  if (value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false.`);
  return value === 'true';
}
