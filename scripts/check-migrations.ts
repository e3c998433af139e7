import { spawnSync } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Migration, readMigrations } from '../src/infra/db/migration-files.ts';

/**
 * Part of `npm run check`: released migrations are as they were released, and new ones neither lock a table that people use for
 * long nor take away what the version before still reads. `--release 0.2.0` freezes those that are not yet: for the release script.
 */
const FOLDER = path.join(import.meta.dirname, '../migrations');
const RELEASED = path.join(FOLDER, 'released.sha256');

/** Of what squawk finds, that which does not concern locks or older versions, or which `migrate.ts` sees to. */
const NOT_ASKED = [
  'prefer-bigint-over-int',
  'prefer-robust-stmts',
  'require-lock-timeout',
  'require-statement-timeout',
];

/** What squawk does not look for: statements that touch every row. Those inside of functions are indented. */
const ROW_BY_ROW = /^(?:UPDATE|DELETE|INSERT INTO[^;]*\bSELECT\b|VACUUM|CLUSTER|REINDEX|LOCK TABLE)\b/i;
const ALLOW_ROWS = /^-- allow rows: \S.{15,}$/;
const ALLOW_RULE = /^-- squawk-ignore /;

/** @returns what is wrong with the files, against what was released */
export function findUnfrozen(migrations: readonly Migration[], released: string): string[] {
  const lines = released.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.flatMap((line, index) => {
    const [sha256, name] = line.split('  ');
    const found = migrations[index];
    if (found?.name === name && found?.sha256 === sha256) return [];
    if (found?.name === name)
      return [
        `${name} was changed after its release: restore it (git checkout), and make the change in a new migration.`,
      ];
    return [
      `${name} was released as number ${index + 1}, where ${found?.name ?? 'nothing'} is now: restore it, and give new ones the numbers behind it.`,
    ];
  });
}

/** @returns what in a migration touches every row, or is allowed without a reason */
export function findUnreasoned({ name, text }: Pick<Migration, 'name' | 'text'>): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const before = lines[index - 1] ?? '';
    const at = `${name}:${index + 1}`;
    if (ALLOW_RULE.test(line) && !/^-- \S.{15,}$/.test(before))
      return [`${at}: say in the line before why this rule does not count here.`];
    const statement = lines.slice(index).join('\n').split(';')[0] ?? '';
    if (!ROW_BY_ROW.test(statement) || ALLOW_ROWS.test(before)) return [];
    return [
      `${at}: this touches every row while others wait. Let a job do it in batches (docs/upgrading.md), or write before it "-- allow rows: " and why few are touched.`,
    ];
  });
}

function findLocks(migrations: readonly Migration[], isTogether: boolean): string {
  const names = migrations.filter(({ alone }) => (alone === null) === isTogether).map(({ name }) => name);
  if (names.length === 0) return '';
  const excluded = NOT_ASKED.flatMap((rule) => ['--exclude', rule]);
  const together = isTogether ? ['--assume-in-transaction'] : [];
  const { status, stdout, error } = spawnSync(
    'squawk',
    [...excluded, ...together, '--pg-version', '15.0', '--reporter', 'gcc', ...names],
    { cwd: FOLDER, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (error !== undefined) throw error;
  return status === 0 ? '' : stdout;
}

async function main(): Promise<void> {
  const migrations = await readMigrations(FOLDER);
  const released = await readFile(RELEASED, 'utf8');
  const frozen = released.split(/\r?\n/).filter((line) => /^[0-9a-f]/.test(line)).length;
  const fresh = migrations.slice(frozen);
  const faults = [
    ...findUnfrozen(migrations, released),
    ...fresh.flatMap(findUnreasoned),
    ...[true, false].map((isTogether) => findLocks(fresh, isTogether)).filter((found) => found !== ''),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('What each finding means and how to do it without: docs/upgrading.md.');
    process.exitCode = 1;
    return;
  }
  const [flag, version] = process.argv.slice(2);
  if (flag !== '--release' || fresh.length === 0) return;
  const lines = fresh.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  await appendFile(RELEASED, `# ${version ?? ''}\n${lines.join('')}`);
  console.log(`${fresh.length} migrations are frozen now.`);
}

if (import.meta.main) await main();
