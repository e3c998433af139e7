import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/test/free-port.ts';

/**
 * `npm run container`: builds the image with buildah and starts it with podman, as root on Debian and without a registry, and fails
 * where it is not what docs/self-hosting.md says. Needs buildah, podman, crun, mmdebstrap and conmon; takes three to six minutes.
 * `--keep ARCHIVE` writes the image as an archive for `docker load`.
 */
const ROOT = join(import.meta.dirname, '..');
const MOST_BYTES = 400e6;
const READY_WITHIN_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'ekiden-container-'));
const store = [
  '--root',
  join(folder, 'store'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'overlay',
];
const env = { ...process.env, TMPDIR: folder };

function run(command: string, args: readonly string[], { fails = false } = {}): string {
  const options = { env, encoding: 'utf8', maxBuffer: 64e6 } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (error !== undefined) throw error;
  if ((status !== 0) !== fails)
    throw new Error(`${command} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return (fails ? stdout + stderr : stdout).trim();
}
const buildah = (...args: string[]): string => run('buildah', [...store, ...args]);
/** Some kernels have an empty second hierarchy of control groups, which crun does not take; only podman is without it. */
const WITHOUT_UNIFIED = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"';
const podmanArgs = (...args: string[]): string[] => [
  '-m',
  'sh',
  '-c',
  WITHOUT_UNIFIED,
  'podman',
  ...store,
  ...args,
];
const podman = (...args: string[]): string => run('unshare', podmanArgs(...args));

const failed: string[] = [];
function expect(what: string, holds: boolean, seen: string): void {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}: ${seen}`);
  if (!holds) failed.push(what);
}

/** What stands in for the two public images: a small Debian, and the same with the npm and the Node of this machine. */
function makeBases(): void {
  const tar = join(folder, 'base.tar');
  const exclude = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  const licences = '--dpkgopt=path-include=/usr/share/doc/*/copyright';
  run('mmdebstrap', ['--variant=minbase', '--include=libatomic1', ...exclude, licences, codename(), tar]);
  const base = buildah('from', 'scratch');
  buildah('add', '-q', base, tar, '/');
  buildah('commit', '-q', base, 'localhost/ekiden-base:1');
  const npm = run('sh', ['-c', 'dirname "$(dirname "$(readlink -f "$(command -v npm)")")"']);
  buildah('copy', '-q', base, npm, '/usr/lib/node_modules/npm');
  buildah('copy', '-q', base, process.execPath, '/usr/bin/node');
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(certificates)) {
    buildah('copy', '-q', base, certificates, certificates);
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, base);
  }
  buildah(
    'run',
    '--isolation',
    'chroot',
    base,
    '--',
    'ln',
    '-s',
    '../lib/node_modules/npm/bin/npm-cli.js',
    '/usr/bin/npm',
  );
  buildah('commit', '-q', '--rm', base, 'localhost/ekiden-build-base:1');
}

function codename(): string {
  return /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
}

const IMAGE = 'localhost/ekiden:1';

function build(): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const revision = run('git', ['-C', ROOT, 'rev-parse', 'HEAD']);
  const given = {
    BASE: 'localhost/ekiden-base:1',
    BUILD_BASE: 'localhost/ekiden-build-base:1',
    TARGETARCH: process.arch === 'x64' ? 'amd64' : process.arch,
    VERSION: version,
    REVISION: revision,
    CREATED: new Date().toISOString(),
  };
  const args = Object.entries(given).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const how = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--jobs', '2'];
  buildah('bud', ...how, ...args, '-t', IMAGE, ROOT);
}

type Inspected = {
  readonly Size: number;
  readonly User: string;
  readonly Config: { readonly Labels: Record<string, string>; readonly Volumes: Record<string, unknown> };
};

function lookInside(): void {
  const [image] = JSON.parse(podman('inspect', IMAGE)) as [Inspected];
  expect('at most 400 MB', image.Size <= MOST_BYTES, `${Math.round(image.Size / 1e6)} MB`);
  expect('not root', image.User === '10001:10001', image.User);
  const label = image.Config.Labels['org.opencontainers.image.revision'] ?? '';
  expect('labelled with what it was made of', label.length === 40, label);
  const history = podman('history', '--no-trunc', '--format', '{{.CreatedBy}}', IMAGE);
  expect('no secret in the history', !/token|passw|secret|PRIVATE KEY/i.test(history), 'names of steps only');
  const list = (path: string): string[] =>
    podman(
      'run',
      '--rm',
      ...CAGED,
      '--entrypoint',
      'find',
      IMAGE,
      path,
      '-maxdepth',
      '1',
      '-printf',
      '%f\n',
    ).split('\n');
  const app = list('/app');
  const never = app.filter((name) => ['.git', '.env', 'data', 'bench', 'docs', 'scripts'].includes(name));
  expect('neither history nor data of the builder', never.length === 0, app.join(' '));
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const modules = list('/app/node_modules');
  const dev = Object.keys(devDependencies).filter(
    (name) => packages[`node_modules/${name}`]?.dev && modules.includes(name),
  );
  expect(
    'no package of development',
    dev.length === 0 && modules.includes('fastify'),
    dev.join(' ') || 'none',
  );
  const migrations = readdirSync(join(ROOT, 'migrations')).filter((name) => name.endsWith('.sql'));
  const there = list('/app/migrations');
  expect(
    'every migration',
    migrations.every((name) => there.includes(name)),
    `${migrations.length}`,
  );
  const dependencies = `const { dependencies } = JSON.parse(require('fs').readFileSync('package.json'));
    Promise.all(Object.keys(dependencies).filter((one) => !/redoc|fontsource/.test(one)).map((one) => import(one))).then((all) => console.log(all.length))`;
  const loaded = podman('run', '--rm', ...CAGED, '--entrypoint', 'node', IMAGE, '-e', dependencies);
  expect('every dependency loads without its typings and sources', Number(loaded) > 30, loaded);
}

const CAGED = [
  ...['--network', 'host', '--cgroups=disabled', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all'],
  ...['--security-opt', 'no-new-privileges', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
];

async function untilReady(url: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < READY_WITHIN_MS) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return Math.round(performance.now() - begun);
    await sleep(100);
  }
  throw new Error(`Not ready within ${READY_WITHIN_MS} ms:\n${podman('logs', 'ekiden')}`);
}

async function tryIt(): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = ['-e', 'HOST=127.0.0.1', '-e', `PORT=${port}`, '-v', `${data}:/data`];
  const refused = run('unshare', podmanArgs('run', '--rm', ...CAGED, ...settings, IMAGE), { fails: true });
  const said = refused.split('\n').filter((line) => line.startsWith('ekiden '));
  expect(
    'a volume of another owner is refused in one line',
    said.length === 1 && /DATA_DIR \/data/.test(refused),
    refused,
  );

  run('chown', ['10001:10001', data]);
  podman('run', '-d', '--name', 'ekiden', ...CAGED, ...settings, IMAGE);
  expect('ready', true, `${await untilReady(url)} ms after the first start`);
  const root = podman(
    'exec',
    'ekiden',
    'sh',
    '-c',
    'id -u; touch /app/x 2>/dev/null && echo written; grep CapEff /proc/1/status',
  );
  expect(
    'without root, capabilities and a writable root',
    /^10001\nCapEff:\s+0+$/.test(root),
    root.replaceAll('\n', ' '),
  );
  const page = await fetch(`${url}/console`);
  expect(
    'the console answers',
    page.ok && (await page.text()).includes('/console/assets/'),
    `${page.status}`,
  );
  const api = await fetch(`${url}/api/v1/users/me`);
  expect('the API answers', api.status === 401, `${api.status}`);
  podman('healthcheck', 'run', 'ekiden');
  expect('its health check passes', true, 'exit code 0');
  const zombies = podman('exec', 'ekiden', 'sh', '-c', 'grep -l "^State:.Z" /proc/[0-9]*/status || true');
  expect('no process is left over', zombies === '', zombies || 'none');
  podman('stop', 'ekiden');
  const code = podman('inspect', 'ekiden', '--format', '{{.State.ExitCode}}');
  expect('SIGTERM ends it in order', code === '0', `exit code ${code}`);
  expect(
    'what it keeps lies in the volume',
    existsSync(join(data, 'secrets.key')),
    readdirSync(data).join(' '),
  );
  podman('start', 'ekiden');
  expect('ready again', true, `${await untilReady(url)} ms after the second start`);
  podman('rm', '--force', 'ekiden');
}

try {
  makeBases();
  build();
  lookInside();
  await tryIt();
  const [, archive] = process.argv.slice(process.argv.indexOf('--keep'));
  if (process.argv.includes('--keep') && archive !== undefined)
    buildah('push', IMAGE, `docker-archive:${archive}:ekiden:local`);
} finally {
  spawnSync('unshare', podmanArgs('rm', '--all', '--force'), { env });
  spawnSync('buildah', [...store, 'rm', '--all'], { env });
  spawnSync('umount', [join(folder, 'store/overlay')], { env });
  rmSync(folder, { recursive: true, force: true });
}
if (failed.length > 0) process.exitCode = 1;
