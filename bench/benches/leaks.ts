import { join } from 'node:path';
import { pino } from 'pino';
import { parseConfig } from '../../src/config.ts';
import { startServer } from '../../src/main.ts';
import { systemClock } from '../../src/shared/time.ts';
import { POLICIES } from '../../src/test/leaks/model.ts';
import { type SearchResult, searchForLeaks } from '../../src/test/leaks/search.ts';
import { UNREACHABLE_PLATFORMS } from '../../src/test/unreachable-platforms.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { freePort } from '../stage/process.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const LEAKS = 'leaks';
const FAULTS = 'leaks-faults';
const APP_KEY = 'bench-app-key-0123456789abcdef';

/** Random worlds of three clubs, in which people change what they share while everybody asks for everything. */
export const leaks: Bench = {
  name: 'leaks',
  rows: [LEAKS, FAULTS],
  run: async (context) => {
    const seed = process.env.EKIDEN_TEST_SEED ?? '20260701';
    const requests = context.quick ? 3_000 : 100_000;
    const stage = await stageServer(context);
    const found = await searchForLeaks(stage, { seed, requests, per_world: 1_000, log: context.log });
    for (const line of [...found.leaks, ...found.faults]) context.log(line);
    const detail = detailOf(found, seed);
    const bar = { is: '<=', value: 0 } as const;
    return [
      measuredRow({ name: LEAKS, value: found.leaks.length, unit: '', bar, detail }),
      measuredRow({
        name: FAULTS,
        value: found.faults.length,
        unit: '',
        bar,
        detail: 'values that were to be seen and were not, and answers of 500 and above',
      }),
    ];
  },
};

function detailOf(found: SearchResult, seed: string): string {
  const { requests, worlds, changes, appearances, operations, askers, seen_by_others } = found;
  return (
    `${requests} requests of ${operations.size} operations in ${worlds} worlds, seed ${seed}; ${changes} changes; ` +
    `${appearances} values held against the oracle; credentials: ${[...askers].sort().join(', ')}; ` +
    `seen by others: ${[...seen_by_others].sort().join(', ')}`
  );
}

/** In this process, since the operator's commands are given to it as well. */
async function stageServer(context: BenchContext) {
  const env = {
    ...UNREACHABLE_PLATFORMS,
    DATA_DIR: await throwAwayFolder(context),
    DATABASE_URL: await throwAwayDatabase(context),
    PORT: String(await freePort()),
    APP_KEYS: APP_KEY,
    SOURCE_POLICY: JSON.stringify(POLICIES),
    NOTIFICATION_STREAM_SECONDS: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_PER_HOUR: '1000000',
    EXPORTS_PER_HOUR: '1000000',
  };
  const config = parseConfig(env);
  const server = await startServer(config, { clock: systemClock, logger: pino({ level: 'silent' }) });
  context.cleanup.defer(() => server.stop());
  return {
    url: server.url ?? '',
    deps: server.deps,
    outbox: join(config.dataDir, 'outbox'),
    app_key: APP_KEY,
  };
}
