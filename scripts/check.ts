import { spawnSync } from 'node:child_process';

/** `npm run check`: types (those of the SDK without Node's as well), lint and format, the direction of imports, what nobody uses, the lock, the migrations, the texts for people, and the OpenAPI documents. Every step runs; any failure fails. */
const STEPS = [
  ['types', 'tsc', []],
  ['types of the SDK', 'tsc', ['--noEmit', '-p', 'sdk']],
  ['types of the console', 'tsc', ['--noEmit', '-p', 'console']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['boundaries', 'node', ['scripts/check-boundaries.ts']],
  ['what nobody uses', 'knip', ['--no-progress']],
  [
    'what only tests use',
    'knip',
    ['--production', '-c', 'knip.production.jsonc', '--include', 'files,exports', '--no-progress'],
  ],
  ['lock', 'node', ['scripts/check-lock.ts']],
  ['migrations', 'node', ['scripts/check-migrations.ts']],
  ['words', 'node', ['scripts/check-words.ts']],
  ['OpenAPI documents', 'node', ['scripts/lint-openapi.ts']],
] as const;

let failed = false;
for (const [name, command, args] of STEPS) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
