/** What the build says of a chunk of the console: its file, what it imports at once, and its styles. */
type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
export type ConsoleManifest = Readonly<Record<string, Chunk>>;

/** A part of an address that can be the name of a screen. */
const NAME = /^[a-z]+(?:-[a-z]+)*$/;
/** The face of Latin letters, which every page is set in. */
const FACE = /latin-wdth.*\.woff2$/;

/**
 * Links for the head of the console's page to what its first screen needs: the browser fetches all of it at once, instead of one file after
 * the other as each asks for the next. A screen is found by its folder, which is called as its address is; of others nothing is known here.
 *
 * @param address below `/console`
 */
export function preloadsOf(manifest: ConsoleManifest, address: string, language: string): string {
  const [first = '', , third] = address.split('/').filter((part) => part !== '');
  const screen = first === 'o' ? (third ?? '') : first;
  const rooms = NAME.test(screen) ? ['shell', screen] : ['shell'];
  const known = filesOf(manifest, ['index.html']);
  const wanted = filesOf(manifest, [
    ...rooms.map((room) => `src/words/${language}/${room}.json`),
    ...(NAME.test(screen) ? [`src/screens/${screen}/${screen}.tsx`] : []),
  ]);
  const besides = (of: 'scripts' | 'styles') => [...wanted[of]].filter((file) => !known[of].has(file));
  const faces = Object.values(manifest).filter(({ file }) => FACE.test(file) && !file.includes('-ext-'));
  return [
    ...faces.map(({ file }) => link('preload', file, ' as="font" type="font/woff2" crossorigin')),
    ...besides('styles').map((file) => link('preload', file, ' as="style"')),
    ...besides('scripts').map((file) => link('modulepreload', file, ' crossorigin')),
  ].join('\n    ');
}

const link = (rel: string, file: string, more: string): string =>
  `<link rel="${rel}" href="/console/${file}"${more}>`;

/** The files of chunks with all that they import at once. */
function filesOf(
  manifest: ConsoleManifest,
  keys: readonly string[],
): { readonly scripts: Set<string>; readonly styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const key of keys) add(key);
  return { scripts, styles };
}
