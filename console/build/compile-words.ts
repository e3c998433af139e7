import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** Compiles the catalogs, so that no parser of messages is sent to browsers. Notes to translators stay behind. */
export function compileWords(): Plugin {
  return {
    name: 'ekiden-words',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/words\/[^/]+\/[^/]+\.json$/ },
      handler(text) {
        const entries = Object.entries(JSON.parse(text) as Record<string, string>)
          .filter(([key]) => !key.startsWith('@'))
          .map(([key, message]) => [key, compileMessage(message)]);
        return { code: JSON.stringify(Object.fromEntries(entries)), map: null };
      },
    },
  };
}
