import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/**
 * `npm run fuzz [-- --runs 10000 --seed 7]`: starts a server over the embedded database and sends it requests that are made from its
 * two OpenAPI documents. Faults are shown with a `curl` for each; the same seed sends the same requests.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const { runs, seed } = values;
if ([runs, seed ?? '0'].some((number) => !/^\d{1,9}$/.test(number))) {
  console.error('--runs and --seed are whole numbers.');
  process.exit(2);
}

const FLAGS = ['--test', '--test-isolation=none', '--test-force-exit'];
const { status } = spawnSync(process.execPath, [...FLAGS, 'src/fuzz-contract.test.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    EKIDEN_CONTRACT_RUNS: runs,
    ...(seed === undefined ? {} : { EKIDEN_FUZZ_SEED: seed }),
  },
});
process.exit(status ?? 1);
