import { type Env, readSettings, showSettings, type ValuesOf } from './config/setting.ts';
import { SETTINGS } from './config/settings.ts';

/** Everything the environment decides, read once, checked and frozen. */
export type Config = ValuesOf<typeof SETTINGS>;

/**
 * Reads the settings from the environment.
 *
 * @throws Error of one line, naming the first setting that is wrong and what it should be.
 */
export function parseConfig(env: Env): Config {
  const config = readSettings(SETTINGS, env);
  const both = ['SECRETS_KEY', 'SECRETS_KEY_FILE'].every((name) => (env[name] ?? '').trim() !== '');
  if (both)
    throw new Error(
      'SECRETS_KEY_FILE must not be set together with SECRETS_KEY: keep the one that holds your keys.',
    );
  return Object.freeze(config);
}

/** What is in force, by the names of the settings, secrets masked: for `ekiden config`. */
export function describeConfig(config: Config): Record<string, string> {
  return showSettings(SETTINGS, config, config.dataDir);
}
