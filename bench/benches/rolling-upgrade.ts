import { execFileSync } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { rollingUpgrade } from '../../src/test/rolling-upgrade.ts';
import { type Bench, type BenchContext, MissingError } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { ROOT } from '../stage/process.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const FAILURES = 'rolling-upgrade-failures';
const KEPT = join(ROOT, 'src/test/former-versions');
const VERSION = '0.1.0';

type Facts = { secrets_key: string; base_url: string; email: string; password: string };

/** Two nodes of version 0.1 over its database become two of this one, under load and behind a balancer that tries nothing twice. */
export const rolling: Bench = {
  name: 'rolling-upgrade',
  rows: [FAILURES],
  run: async (context) => {
    const unpack = async (name: string): Promise<string> =>
      gunzipSync(await readFile(join(KEPT, name))).toString();
    const facts: Facts = JSON.parse(await unpack(`${VERSION}.json.gz`));
    const DATABASE_URL = await throwAwayDatabase(context);
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query(await unpack(`${VERSION}.sql.gz`));
    await client.end();
    const before = await formerProgram(context);
    const { answered, failures, shares } = await rollingUpgrade({
      env: {
        DATABASE_URL,
        DATA_DIR: await throwAwayFolder(context),
        SECRETS_KEY: facts.secrets_key,
        BASE_URL: facts.base_url,
      },
      roots: [before, ROOT],
      clients: context.quick ? 2 : 16,
      rounds: context.quick ? 1 : 5,
      signIn: { email: facts.email, password: facts.password },
      requests: [
        { method: 'GET', path: '/api/v1/users/me' },
        { method: 'PATCH', path: '/api/v1/users/me/preferences', body: { timezone: 'Asia/Taipei' } },
        { method: 'GET', path: '/api/v1/activities' },
        { method: 'GET', path: '/api/v1/plans/mine' },
      ],
    });
    for (const failure of failures.slice(0, 10)) context.log(failure);
    return [
      measuredRow({
        name: FAILURES,
        value: failures.length,
        unit: 'requests',
        bar: { is: '<=', value: 0 },
        detail: `of ${answered + failures.length}, reads and writes, while ${shares.length - 2} nodes were restarted, the first two of them from ${VERSION} to this program`,
      }),
    ];
  },
};

/** The first program that had all migrations of the version, from the history of the repository, with the packages of today. */
async function formerProgram(context: BenchContext): Promise<string> {
  const folder = await throwAwayFolder(context);
  const git = (...args: string[]): Buffer =>
    execFileSync('git', args, { cwd: ROOT, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const made = [
      'log',
      '--diff-filter=A',
      '--format=%H',
      '-1',
      '--',
      'migrations/0054_platform_fetches.sql',
    ];
    const commit = git(...made)
      .toString()
      .trim();
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) });
  } catch {
    throw new MissingError('no history of this repository that reaches back to 0.1');
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
