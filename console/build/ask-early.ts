import type { Plugin } from 'vite';

/** The name of the chunk that asks the server before the console is there. */
export const EARLY = 'ask-early';

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
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
