import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { setKeyLimits } from '../modules/api-keys/index.ts';
import { type KeyLimits, MOST_PER_WINDOW } from '../shared/access.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const OPTIONS = {
  'per-minute': { type: 'string' },
  'per-hour': { type: 'string' },
  'exports-per-hour': { type: 'string' },
} as const;

/** `ekiden key limits <key_id> [--per-minute <n>] [--per-hour <n>] [--exports-per-hour <n>]` */
export async function changeKey(args: readonly string[], { config, print }: CommandContext): Promise<number> {
  const { what, key_id, limits } = readArguments(args);
  if (what !== 'limits') throw new UsageError('Say what to change: limits.');
  if (key_id === undefined) throw new UsageError('Name the key by its id.');
  const db = await openServerDatabase(config);
  try {
    print(describe(await setKeyLimits({ db, clock: systemClock }, { key_id, limits }), config));
    return 0;
  } finally {
    await db.close();
  }
}

type Arguments = { what: string | undefined; key_id: string | undefined; limits: Partial<KeyLimits> };

function readArguments(args: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [what, key_id, ...rest] = positionals;
    if (rest.length > 0) throw new Error(`"${rest[0]}" is too much.`);
    const limits = {
      ...readLimit('requests_per_minute', '--per-minute', values['per-minute']),
      ...readLimit('requests_per_hour', '--per-hour', values['per-hour']),
      ...readLimit('exports_per_hour', '--exports-per-hour', values['exports-per-hour']),
    };
    return { what, key_id, limits };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readLimit(name: keyof KeyLimits, option: string, text: string | undefined): Partial<KeyLimits> {
  if (text === undefined) return {};
  if (text === 'default') return { [name]: null };
  const limit = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit <= MOST_PER_WINDOW)) {
    throw new Error(
      `${option} takes a whole number from 1 to ${MOST_PER_WINDOW}, or "default" for the server's limit.`,
    );
  }
  return { [name]: limit };
}

function describe(key: Awaited<ReturnType<typeof setKeyLimits>>, config: Config): string {
  const row = (what: string, own: number | null, server: number): string =>
    `  ${what.padEnd(20)} ${String(own ?? server).padStart(10)}${own === null ? '  the server’s' : ''}`;
  const { requests_per_minute, requests_per_hour, exports_per_hour } = key.limits;
  return [
    `The key "${key.name}" (${key.prefix}…) may make:`,
    row('requests per minute', requests_per_minute, config.rateLimitPerMinute),
    row('requests per hour', requests_per_hour, config.rateLimitPerHour),
    row('exports per hour', exports_per_hour, config.exportsPerHour),
  ].join('\n');
}
