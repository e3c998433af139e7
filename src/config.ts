import { readFileSync } from 'node:fs';
import { type Env, listSettings, readSettings, showSettings, type ValuesOf } from './config/setting.ts';
import { SETTINGS } from './config/settings.ts';

/** Everything the environment decides, read once, checked and frozen. */
export type Config = ValuesOf<typeof SETTINGS>;

/**
 * Reads the settings from the environment.
 *
 * @throws Error of one line, naming the first setting that is wrong and what it should be.
 */
export function parseConfig(env: Env): Config {
  const config = readSettings(SETTINGS, withFiles(env));
  const both = ['SECRETS_KEY', 'SECRETS_KEY_FILE'].every((name) => (env[name] ?? '').trim() !== '');
  if (both)
    throw new Error(
      'SECRETS_KEY_FILE must not be set together with SECRETS_KEY: keep the one that holds your keys.',
    );
  return Object.freeze(config);
}

const IN_FILES = listSettings(SETTINGS)
  .filter(({ name, type }) => type.secret === true || /^(?:DATABASE|REDIS|SMTP)_URL$/.test(name))
  .map(({ name }) => name)
  .filter((name) => name !== 'SECRETS_KEY');

/** Reads the values of settings from the files that NAME_FILE names, as orchestrators mount secrets. */
function withFiles(env: Env): Env {
  const isGiven = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const read = IN_FILES.filter((name) => isGiven(`${name}_FILE`)).map((name): [string, string] => {
    const path = (env[`${name}_FILE`] ?? '').trim();
    if (isGiven(name)) throw new Error(`${name}_FILE must not be set together with ${name}.`);
    let content: string;
    try {
      content = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      throw new Error(`${name}_FILE must be a file that can be read: ${cause}.`);
    }
    if (content === '') throw new Error(`${name}_FILE must be a file with a value in it; ${path} is empty.`);
    return [name, content];
  });
  return { ...env, ...Object.fromEntries(read) };
}

/** The effective settings with secrets masked, for `ekiden config`. */
export function describeConfig(config: Config): Record<string, string> {
  return showSettings(SETTINGS, config, config.dataDir);
}
