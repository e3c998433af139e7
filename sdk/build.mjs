// Builds `dist`. Where only what serving needs is installed, as after `npm start`, npm lends the compiler for this once and leaves
// what the server runs on as it is.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

const wanted = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).devDependencies
  .typescript;
const places = ['node_modules/typescript/', '../node_modules/typescript/'];
const installed = places
  .map((place) => new URL(place, import.meta.url))
  .find((place) => {
    const manifest = new URL('package.json', place);
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted;
  });

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
const options = { cwd: import.meta.dirname ?? new URL('.', import.meta.url).pathname, stdio: 'inherit' };
const { status } =
  installed === undefined
    ? spawnSync('npx', ['--yes', '--package', `typescript@${wanted}`, '--', 'tsc', '-p', '.'], {
        ...options,
        shell: process.platform === 'win32',
      })
    : spawnSync(process.execPath, [new URL('bin/tsc', installed).pathname, '-p', '.'], options);
process.exit(status ?? 1);
