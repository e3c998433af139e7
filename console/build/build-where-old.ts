// Builds the console where no build is there (--console), or where one is older than its sources too (--fresh-console, which
// tests ask for). `npm run console` builds it always.
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/index.html');
const isOld = () =>
  globSync(join(root, '{src,build,public}/**/*.*')).some(
    (file) => statSync(file).mtimeMs > statSync(built).mtimeMs,
  );

if (!existsSync(built) || (process.argv.includes('--fresh-console') && isOld())) {
  process.stderr.write('Building the console …\n');
  // Loading it takes longer than all else here, and mostly there is nothing to build.
  const { build } = await import('vite');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  });
}
