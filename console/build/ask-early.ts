import type { Plugin, Rolldown } from 'vite';

/** The name of the chunk that asks the server before the console is there. */
export const EARLY = 'ask-early';

/** Where the console begins: for a coach, and for an athlete. */
const FIRST_SCREENS = ['triage', 'today'];

/** Puts it into the page as a script that waits for no other. While developing it runs with the rest. */
export function askEarly(): Plugin {
  return {
    name: 'ekiden-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const script = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === EARLY);
        if (script === undefined) this.error(`there is no ${EARLY}`);
        const src = `/console/${script.fileName}`;
        const screens = Object.fromEntries(FIRST_SCREENS.map((name) => [name, filesOf(bundle, name)]));
        return [
          {
            tag: 'script',
            attrs: {
              type: 'module',
              async: true,
              crossorigin: true,
              src,
              'data-screens': JSON.stringify(screens),
            },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** The scripts and styles that a screen needs besides the shell. */
function filesOf(bundle: Rolldown.OutputBundle, screen: string): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const known = new Set<string>();
  const files: string[] = [];
  const add = (chunk: Rolldown.OutputChunk | undefined, isShell: boolean): void => {
    if (chunk === undefined || known.has(chunk.fileName)) return;
    known.add(chunk.fileName);
    if (!isShell) files.push(chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []));
    for (const name of chunk.imports)
      add(
        chunks.find(({ fileName }) => fileName === name),
        isShell,
      );
  };
  add(
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html')),
    true,
  );
  add(
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/screens/${screen}/${screen}.tsx`)),
    false,
  );
  return files;
}
