import type { Plugin } from 'vite';

/** The name of the chunk that asks the server before the console is there. */
export const EARLY = 'ask-early';

/**
 * Puts it into the page as a script that waits for no other. While developing it runs with the rest. All other scripts give way to
 * the styles, with which alone the page draws its frame.
 */
export function askEarly(): Plugin {
  return {
    name: 'ekiden-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const script = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === EARLY);
        if (script === undefined) this.error(`there is no ${EARLY}`);
        const src = `/console/${script.fileName}`;
        const html = page.replaceAll(
          /<(?:script type="module"|link rel="modulepreload")/g,
          '$& fetchpriority="low"',
        );
        const attrs = { type: 'module', async: true, crossorigin: true, src };
        return { html, tags: [{ tag: 'script', attrs, injectTo: 'head-prepend' }] };
      },
    },
  };
}
