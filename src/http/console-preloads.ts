type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
export type ConsoleManifest = Readonly<Record<string, Chunk>>;

/** A part of an address that can be the name of a screen. */
const NAME = /^[a-z]+(?:-[a-z]+)*$/;
/** The font of Latin letters, which every page uses. */
const FACE = /latin-wdth.*\.woff2$/;

/** Where `/console/` leads: to the first screen of a coach or of an athlete. */
const FIRST_SCREENS = ['triage', 'today'];

/** The texts that a first screen needs besides its own. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = { today: ['told', 'training'] };

/**
 * Preload links for the files of the first screen, so that the browser fetches all at once instead of one after another.
 * A screen is found by its folder, which is named like its address. `/console/` gets what the screens that it leads to have in common,
 * other addresses what every page needs.
 * @param page.address below `/console`
 * @param page.has_face whether the browser keeps the face; else it comes after the screen, which needs the network more
 */
export function preloadsOf(
  manifest: ConsoleManifest,
  page: { readonly address: string; readonly language: string; readonly has_face: boolean },
): string {
  const { address, language, has_face } = page;
  const [first, , third] = address.split('/').filter((part) => part !== '');
  const screen = first === 'o' ? (third ?? '') : first;
  const screens = (screen === undefined ? FIRST_SCREENS : [screen]).filter((name) => NAME.test(name));
  const words = (name: string): string => `src/words/${language}/${name}.json`;
  const known = filesOf(manifest, ['index.html']);
  const shell = filesOf(manifest, [words('shell')]);
  const ofScreens = screens.map((name) =>
    filesOf(manifest, [
      ...[name, ...(OTHER_WORDS[name] ?? [])].map(words),
      `src/screens/${name}/${name}.tsx`,
    ]),
  );
  const besides = (of: keyof Files) => [
    ...shell[of].union(inCommon(ofScreens.map((files) => files[of]))).difference(known[of]),
  ];
  const faces = Object.values(manifest).filter(
    ({ file }) => has_face && FACE.test(file) && !file.includes('-ext-'),
  );
  return [
    ...faces.map(({ file }) => link('preload', file, ' as="font" type="font/woff2" crossorigin')),
    ...besides('styles').map((file) => link('stylesheet', file, '')),
    ...besides('scripts').map((file) => link('modulepreload', file, ' crossorigin fetchpriority="low"')),
  ].join('\n    ');
}

type Files = { readonly scripts: Set<string>; readonly styles: Set<string> };

const inCommon = (all: readonly Set<string>[]): Set<string> =>
  all.length === 0 ? new Set() : all.reduce((one, other) => one.intersection(other));

const link = (rel: string, file: string, more: string): string =>
  `<link rel="${rel}" href="/console/${file}"${more}>`;

function filesOf(manifest: ConsoleManifest, keys: readonly string[]): Files {
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
