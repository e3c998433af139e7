import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

/**
 * `npm run release -- 0.2.0 --passed COMMIT`: makes a release of the main branch, and pushes nothing. All of it is made in a second
 * work tree beside this one; only when everything is there are the tag and the commit taken over, so a run that fails or is cut off
 * leaves nothing behind and is begun anew. What it makes and how it is published: docs/releasing.md.
 */
const USAGE = `npm run release -- 0.2.0 --passed COMMIT [--without-image] [--dry-run]

  --passed COMMIT   the commit on which .ci/run has passed: the newest of the main branch
  --without-image   says how the image is built instead of building it
  --dry-run         checks everything, and shows the change and the notes, but makes nothing`;

const ROOT = path.join(import.meta.dirname, '..');
const MANIFESTS = ['package.json', 'sdk/package.json', 'console/package.json'];
const FORMER_VERSIONS = 'src/test/former-versions';
/** Where each of these is, the image is built. */
const BUILDERS = ['buildah', 'podman', 'crun', 'mmdebstrap', 'conmon'];
/** What serves, as the image has it, and what `npm start` needs to bring the packages. Without tests. */
const SERVED = [
  ...['package.json', 'package-lock.json', '.npmrc', 'sdk/package.json', 'console/package.json'],
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'migrations', 'sandbox', 'src', 'deploy'],
  ...['scripts/setup.mjs', 'console/build/build-where-old.ts'],
  ...[':(exclude)src/test', ':(exclude)**/*.test.ts'],
];
const UNRELEASED = '## [Unreleased]\n';
const SERVER_URL = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** Of what a step has said before it failed. */
const OUTPUT_KEPT = 4_000;

type Options = {
  readonly version: string;
  readonly passed: string | undefined;
  readonly withoutImage: boolean;
  readonly isDry: boolean;
};

/** What a person can mend: told without a stack. */
class RefusedError extends Error {}

const cutOff = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => cutOff.abort(new RefusedError(`Told to stop (${signal}).`)));

function readOptions(): Options {
  const options = {
    passed: { type: 'string' },
    'without-image': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [version = '', ...more] = positionals;
    const { passed, 'without-image': withoutImage, 'dry-run': isDry } = values;
    if (/^\d+\.\d+\.\d+$/.test(version) && more.length === 0) return { version, passed, withoutImage, isDry };
  } catch {
    // An option that there is not, or one without its value.
  }
  throw new RefusedError(USAGE);
}

/** @returns what it said, without the last line end */
async function run(command: string, args: readonly string[], cwd = ROOT): Promise<string> {
  cutOff.signal.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: cutOff.signal,
    killSignal: 'SIGTERM',
    shell: process.platform === 'win32' && command === 'npm',
  });
  const said: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk) && all.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
  // Also one that could not be started, or is told to stop, is waited for until it is gone.
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  cutOff.signal.throwIfAborted();
  if (failure !== undefined) throw new RefusedError(`${command}: ${failure.message}`);
  if (status === 0) return Buffer.concat(said).toString().trimEnd();
  const output = Buffer.concat(all).toString().slice(-OUTPUT_KEPT);
  throw new RefusedError(`${[path.basename(command), ...args].join(' ')} ended with ${status}:\n${output}`);
}

const git = async (...args: string[]): Promise<string> => await run('git', args);
const node = async (cwd: string, ...args: string[]): Promise<string> =>
  await run(process.execPath, args, cwd);

async function readVersion(manifest: string): Promise<string> {
  return JSON.parse(await readFile(path.join(ROOT, manifest), 'utf8')).version;
}

/** @returns what stands in the changelog below a heading of the second rank, up to the next one */
function sectionOf(changelog: string, heading: string): string {
  const begin = changelog.indexOf(heading);
  if (begin < 0) return '';
  const [section = ''] = changelog.slice(begin + heading.length).split(/^## /m);
  return section.trim();
}

function isGreater(version: string, former: string): boolean {
  const [a, b] = [version, former].map((one) => one.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** @returns everything that speaks against this release, each with what to do */
async function findFaults({ version, passed, isDry }: Options): Promise<string[]> {
  const faults: string[] = [];
  const branch = await git('branch', '--show-current');
  if (branch !== 'main')
    faults.push(`Releases are made of the main branch, and this is ${branch || 'none'}: git switch main`);
  const changed = await git('status', '--porcelain');
  if (changed !== '') faults.push(`Commit or stash what is not committed:\n${changed}`);
  const head = await git('rev-parse', 'HEAD');
  const tag = await commitOf(`refs/tags/v${version}`);
  if (tag !== '')
    faults.push(
      `v${version} is made already, of ${tag}. Where it was not pushed: ${undoing(version, tag === head)}`,
    );
  const former = await readVersion('package.json');
  if (!isGreater(version, former))
    faults.push(`${version} has to be greater than ${former}, the version in package.json.`);
  for (const manifest of MANIFESTS) {
    const other = await readVersion(manifest);
    if (other !== former)
      faults.push(`${manifest} says ${other}, and package.json ${former}: make them one.`);
  }
  const changelog = await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  if (!/^- /m.test(sectionOf(changelog, UNRELEASED)))
    faults.push('CHANGELOG.md has nothing below "## [Unreleased]": say there what is new.');
  if (sectionOf(changelog, `## [${version}]`) !== '')
    faults.push(`CHANGELOG.md has a section of ${version} already.`);
  if (!isDry) {
    if (passed === undefined || (await commitOf(passed)) !== head)
      faults.push(
        `Say with --passed on which commit .ci/run has passed; it has to be ${head}, the newest of ${branch}.`,
      );
  }
  const needs = [
    ['Say who you are, for the commit and the tag', git('var', 'GIT_COMMITTER_IDENT')],
    [
      'A dump is kept, which needs PostgreSQL (TEST_DATABASE_URL)',
      run('pg_isready', ['--dbname', SERVER_URL]),
    ],
    ['and its pg_dump', run('pg_dump', ['--version'])],
    ['Mend the migrations', node(ROOT, 'scripts/check-migrations.ts')],
  ] as const;
  for (const [what, step] of needs)
    await step.catch((error: Error) => faults.push(`${what}: ${error.message}`));
  return faults;
}

/** @returns the empty text where there is no such thing */
async function commitOf(name: string): Promise<string> {
  return await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(() => '');
}

function undoing(version: string, isHead: boolean): string {
  const back = isHead ? ' && git reset --hard HEAD~1' : '';
  return `git tag --delete v${version}${back}`;
}

/** The second work tree, with the packages of this one. */
async function makeTree(folder: string): Promise<string> {
  const tree = path.join(folder, 'tree');
  await git('worktree', 'add', '--quiet', '--detach', tree, 'HEAD');
  for (const modules of ['node_modules', 'sdk/node_modules', 'console/node_modules']) {
    const brought = path.join(ROOT, modules);
    if (existsSync(brought)) await symlink(brought, path.join(tree, modules), 'junction');
  }
  return tree;
}

/** Version, changelog and frozen migrations. */
async function changeFiles(tree: string, version: string): Promise<void> {
  const change = async (file: string, how: (text: string) => string): Promise<void> => {
    const at = path.join(tree, file);
    await writeFile(at, how(await readFile(at, 'utf8')));
  };
  const asJson =
    (how: (json: { version: string; packages?: Record<string, object> }) => void) => (text: string) => {
      const json = JSON.parse(text);
      how(json);
      return `${JSON.stringify(json, null, 2)}\n`;
    };
  for (const manifest of MANIFESTS)
    await change(
      manifest,
      asJson((json) => Object.assign(json, { version })),
    );
  await change(
    'package-lock.json',
    asJson((json) => {
      json.version = version;
      for (const place of ['', 'sdk', 'console']) Object.assign(json.packages?.[place] ?? {}, { version });
    }),
  );
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  await change('CHANGELOG.md', (text) =>
    text.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`),
  );
  await node(tree, 'scripts/check-migrations.ts', '--release', version);
}

/** The console's list of files names packages by their way from it, which here leads out of the work tree: as if built in place, and without this machine's folders. */
async function nameModulesAsInPlace(tree: string): Promise<void> {
  const file = path.join(tree, 'console/dist/vite-manifest.json');
  const modules = await realpath(path.join(ROOT, 'node_modules'));
  const away = path.relative(await realpath(path.join(tree, 'console')), modules).replaceAll(path.sep, '/');
  const text = (await readFile(file, 'utf8')).replaceAll(`"${away}/`, '"../node_modules/');
  const outside = /"\.\.\/(?!node_modules\/)[^"]*"/.exec(text);
  if (outside !== null) throw new RefusedError(`The console was built of files elsewhere: ${outside[0]}`);
  await writeFile(file, text);
}

async function commit(tree: string, version: string): Promise<string> {
  const changed = [
    ...MANIFESTS,
    'package-lock.json',
    'CHANGELOG.md',
    'migrations/released.sha256',
    FORMER_VERSIONS,
  ];
  await run('git', ['add', '--', ...changed], tree);
  await run('git', ['commit', '--quiet', '--message', `Release ${version}`], tree);
  const left = await run('git', ['status', '--porcelain'], tree);
  if (left !== '') throw new RefusedError(`The release changes what it should not:\n${left}`);
  return await run('git', ['rev-parse', 'HEAD'], tree);
}

type Making = {
  readonly version: string;
  readonly tree: string;
  readonly made: string;
  readonly commit: string;
};

/** From the same commit, Node and npm the same bytes: their times are the commit's. */
async function archive({ version, tree, made, commit: of }: Making): Promise<void> {
  const tar = async (name: string, ...args: string[]): Promise<void> => {
    const file = path.join(made, `${name}-${version}.tar`);
    const how = ['-c', 'tar.umask=0022', 'archive', '--format=tar', `--output=${file}`];
    await run('git', [...how, ...args], tree);
    await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }));
    await rm(file);
  };
  const parts = await sbom(tree, of);
  const partsFile = path.join(tree, 'sbom.cdx.json');
  await writeFile(partsFile, parts);
  await writeFile(path.join(made, `ekiden-${version}.cdx.json`), parts);
  await tar('ekiden', `--prefix=ekiden-${version}/`, of);
  const inside = `ekiden-server-${version}/`;
  // Each of these gets the prefix that was said last before it.
  const built = globSync('console/dist/**/*', { cwd: tree, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
    .flatMap((file) => [`--prefix=${inside}${path.posix.dirname(file)}/`, `--add-file=${file}`]);
  const added = [...built, `--prefix=${inside}`, '--add-file=sbom.cdx.json'];
  await tar('ekiden-server', ...added, of, '--', ...SERVED);
}

/** CycloneDX, as the image has it. What npm makes up anew each time follows from the commit. */
async function sbom(tree: string, of: string): Promise<string> {
  const parts = JSON.parse(await run('npm', ['run', '--silent', 'sbom'], tree));
  const id = createHash('sha256').update(`sbom of ${of}`).digest('hex');
  const uuid = [
    id.slice(0, 8),
    id.slice(8, 12),
    `8${id.slice(13, 16)}`,
    `8${id.slice(17, 20)}`,
    id.slice(20, 32),
  ];
  parts.serialNumber = `urn:uuid:${uuid.join('-')}`;
  parts.metadata.timestamp = new Date(await timeOf(tree, of)).toISOString();
  return `${JSON.stringify(parts, null, 2)}\n`;
}

async function timeOf(tree: string, of: string): Promise<string> {
  return await run('git', ['show', '--no-patch', '--format=%cI', of], tree);
}

async function buildImage({ version, tree, made }: Making): Promise<void> {
  const keep = path.join(
    made,
    `ekiden-image-${version}-${process.arch === 'x64' ? 'amd64' : process.arch}.tar`,
  );
  await node(tree, 'scripts/container.ts', '--keep', keep);
  await writeFile(`${keep}.gz`, gzipSync(await readFile(keep)));
  await rm(keep);
}

/** @returns what is missing to build the image here */
function missingForImage(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux';
  const missing = BUILDERS.filter((name) => spawnSync('which', [name]).status !== 0);
  return missing.join(', ');
}

async function sum(made: string): Promise<void> {
  const lines: string[] = [];
  for (const name of (await readdir(made)).sort()) {
    const sha256 = createHash('sha256').update(await readFile(path.join(made, name)));
    lines.push(`${sha256.digest('hex')}  ${name}\n`);
  }
  await writeFile(path.join(made, 'SHA256SUMS'), lines.join(''));
}

async function writeNotes({ version, tree, made, commit: of }: Making): Promise<string> {
  const changelog = await readFile(path.join(tree, 'CHANGELOG.md'), 'utf8');
  const section = sectionOf(changelog, `## [${version}]`).replace(/^.*\n/, '').trim();
  const npm = await run('npm', ['--version'], tree);
  const notes = `# Ekiden ${version}

${section}

## How it was made

Commit ${of}, Node ${process.version}, npm ${npm}. The archives of the source, the server and the SDK and the list of parts come out the
same, byte by byte, wherever they are made of this commit with these: docs/releasing.md says how to compare.
`;
  await writeFile(path.join(made, 'NOTES.md'), notes);
  return notes;
}

/** Last: up to here nothing of this work tree has changed. Of two runs the tag lets one pass; one cut off behind it leaves it, and the next tells how to undo it. */
async function takeOver({ version, made, commit: of }: Making): Promise<string> {
  const kept = path.join(ROOT, 'release', version);
  await git('tag', '--annotate', `v${version}`, '--message', `Ekiden ${version}`, of);
  try {
    await rm(kept, { recursive: true, force: true });
    await cp(made, kept, { recursive: true });
    await git('merge', '--quiet', '--ff-only', of);
  } catch (error) {
    spawnSync('git', ['tag', '--delete', `v${version}`], { cwd: ROOT });
    await rm(kept, { recursive: true, force: true });
    throw error;
  }
  return path.relative(ROOT, kept);
}

async function tellHowToPublish(
  { version, tree, commit: of }: Making,
  kept: string,
  before: string,
): Promise<void> {
  const time = await timeOf(tree, of);
  console.log(`
Released ${version} as ${of}, tag v${version}, in ${kept}. Nothing was pushed. To publish it (docs/releasing.md):

  git push --atomic origin main v${version}
  gpg --armor --detach-sign ${kept}/SHA256SUMS
  docker buildx build --platform linux/amd64,linux/arm64 --provenance=mode=max --sbom=true --build-arg VERSION=${version} \\
    --build-arg REVISION=${of} --build-arg CREATED=${time} --tag REGISTRY/ekiden:${version} --push .
  npm publish ${kept}/ekiden-sdk-${version}.tgz --access public --provenance

To take it back, as long as nothing was pushed:

  ${undoing(version, false)} && git reset --hard ${before} && rm -r ${kept}`);
}

async function release(options: Options): Promise<void> {
  const { version, isDry } = options;
  const faults = await findFaults(options);
  if (faults.length > 0) throw new RefusedError(faults.join('\n'));
  const before = await git('rev-parse', 'HEAD');
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-release-'));
  try {
    const made = path.join(folder, 'made');
    await mkdir(made);
    const tree = await makeTree(folder);
    await changeFiles(tree, version);
    if (isDry) {
      console.log(await run('git', ['diff', '--stat'], tree));
      console.log(await writeNotes({ version, tree, made, commit: before }));
      console.log('Nothing was made. Missing for the image here:', missingForImage() || 'nothing');
      return;
    }
    console.log('Keeping a dump, building the console and the package of the SDK …');
    await allOrNone([
      node(tree, 'scripts/keep-version.ts', version),
      run('npm', ['run', 'build', '-w', 'console'], tree),
      run('npm', ['pack', '-w', 'sdk', '--pack-destination', made], tree),
    ]);
    await nameModulesAsInPlace(tree);
    const making = { version, tree, made, commit: await commit(tree, version) };
    console.log('Making the archives …');
    await archive(making);
    const missing = options.withoutImage ? '--without-image was said' : missingForImage();
    if (missing === '') {
      console.log('Building and trying the image, which takes some minutes …');
      await buildImage(making);
    } else console.log(`The image is not built here: ${missing}. The command with docker stands below.`);
    await writeNotes(making);
    await sum(made);
    await tellHowToPublish(making, await takeOver(making), before);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    spawnSync('git', ['worktree', 'prune'], { cwd: ROOT });
  }
}

/** The first that fails ends the others, and is told when they have ended. */
async function allOrNone(steps: readonly Promise<unknown>[]): Promise<void> {
  let first: unknown;
  const ended = steps.map((step) =>
    step.catch((error: unknown) => {
      first ??= error;
      cutOff.abort(error);
    }),
  );
  await Promise.all(ended);
  if (first !== undefined) throw first;
}

try {
  await release(readOptions());
} catch (error) {
  console.error(error instanceof RefusedError ? error.message : error);
  console.error('\nNothing was released, and nothing has changed.');
  process.exitCode = 1;
}
