// Runs before every npm script, on whatever Node the machine has: brings what package-lock.json names, the project's
// own Node included, when it is missing or out of date. After this, `node` in npm scripts is the one of the lockfile.
// With --omit=dev, which is for serving, what only tests and checks need is left out.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const REQUIRED_NODE_MAJOR = 26;
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.ekiden-lock');

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const omitted = process.argv.slice(2).filter((argument) => argument === '--omit=dev');
const wanted = [lock, ...omitted].join(' ');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (installed !== wanted && installed !== lock) {
  console.error('Installing what package-lock.json names (once; this takes a moment) …');
  // npm warns about the engine of the machine's Node, which is not the one that runs Ekiden: errors only.
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...omitted], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  let told;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      told = signal;
      npm.kill(signal);
    });
  }
  const [status] = await once(npm, 'exit');
  if (told !== undefined) process.exit(128 + constants.signals[told]);
  if (status !== 0) {
    console.error(
      'npm ci failed; see above. Ekiden needs the npm registry once, to install its dependencies.',
    );
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(ownNode) && Number(process.versions.node.split('.')[0]) < REQUIRED_NODE_MAJOR) {
  console.error(
    `Ekiden needs Node ${REQUIRED_NODE_MAJOR}; this is ${process.version}, and the lockfile's own was left out ` +
      '(--omit=optional?) or does not exist for this platform.',
  );
  process.exit(1);
}

// What serves also serves the console. It is built by the project's own Node, which knows more than the machine's may.
const whichConsole = process.argv.find(
  (argument) => argument === '--console' || argument === '--fresh-console',
);
if (whichConsole !== undefined) {
  const build = spawn(ownNode, [join(root, 'console/build/build-where-old.ts'), whichConsole], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [status] = await once(build, 'exit');
  if (status !== 0) console.error('The console could not be built; see above. The server starts without it.');
}

// `npm start` is `exec node …`, so that the server takes the place of npm's shell, which would keep signals to itself. Windows
// has neither the word nor the signals.
if (process.platform === 'win32') writeFileSync(join(modules, '.bin', 'exec.cmd'), '@%*\r\n');
