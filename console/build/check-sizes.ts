import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What a browser may have to fetch, in kB of 1,000 bytes; scripts and styles as gzip makes them. */
const BUDGETS_KB = {
  /** Every script that any page of the console needs before it is drawn, with its texts in one language. */
  shell: 190,
  /** What a screen needs besides. */
  route: 60,
  /** All styles of the shell and of the largest screen. */
  css: 18,
  /** The face of Latin letters. */
  font: 90.5,
} as const;

type Chunk = {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** Fails the build where the console has become larger than its budget, and says what there is. */
export function checkSizes(): Plugin {
  let folder = '';
  return {
    name: 'ekiden-sizes',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        const sizes = measure(folder);
        const over = sizes.filter(({ size_kb, budget_kb }) => size_kb > budget_kb);
        for (const { name, size_kb, budget_kb } of over)
          this.error(`${name} takes ${size_kb.toFixed(1)} kB, and may take ${budget_kb}`);
        for (const { name, size_kb, budget_kb } of sizes)
          this.info(`${name} takes ${size_kb.toFixed(1)} of ${budget_kb} kB`);
      },
    },
  };
}

type Size = { readonly name: string; readonly size_kb: number; readonly budget_kb: number };

/** What each budget is compared with. */
function measure(folder: string): readonly Size[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'vite-manifest.json'), 'utf8')) as Manifest;
  const sizeOf = (file: string): number =>
    gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
  const sum = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + sizeOf(file), 0);
  const shell = filesOf(manifest, 'index.html');
  const words = manifest['src/words/en/shell.json'];
  const words_kb = words === undefined ? 0 : sizeOf(words.file);
  const routes = Object.entries(manifest)
    .filter(([key, { isDynamicEntry }]) => isDynamicEntry === true && key.startsWith('src/screens/'))
    .map(([key]) => ({ key, ...filesOf(manifest, key) }));
  const besides = (files: ReadonlySet<string>, known: ReadonlySet<string>): number =>
    sum([...files].filter((file) => !known.has(file)));
  const fonts = Object.values(manifest).filter(({ file }) => /latin-wdth.*\.woff2$/.test(file));
  return [
    {
      name: 'the shell',
      size_kb: sum(shell.scripts) + words_kb,
      budget_kb: BUDGETS_KB.shell,
    },
    ...routes.map(({ key, scripts }) => ({
      name: key,
      size_kb: besides(scripts, shell.scripts),
      budget_kb: BUDGETS_KB.route,
    })),
    {
      name: 'the styles',
      size_kb: sum(shell.styles) + Math.max(0, ...routes.map(({ styles }) => besides(styles, shell.styles))),
      budget_kb: BUDGETS_KB.css,
    },
    ...fonts.map(({ file }) => ({
      name: file,
      size_kb: readFileSync(join(folder, file)).length / 1000,
      budget_kb: BUDGETS_KB.font,
    })),
  ];
}

/** A chunk with all that it imports at once. */
function filesOf(manifest: Manifest, key: string): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add(key);
  return { scripts, styles };
}
