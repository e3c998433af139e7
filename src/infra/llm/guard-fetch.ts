import { TooManyBytes } from './faults.ts';

/** An error explains itself in less. */
const MOST_BYTES_OF_AN_ERROR = 64 * 1_024;

/**
 * A `fetch` for one request to a model: redirects are not followed, since the prompt and keys in headers of their own would go
 * along, and what comes back is counted, unpacked. Whoever stops reading stops the download.
 *
 * @param max_bytes of a good answer's body
 */
export function guardFetch(max_bytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const most = response.ok ? max_bytes : Math.min(max_bytes, MOST_BYTES_OF_AN_ERROR);
    return new Response(response.body.pipeThrough(countBytes(most)), { status, statusText, headers });
  };
}

function countBytes(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes > most) controller.error(new TooManyBytes(`more than ${most} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
