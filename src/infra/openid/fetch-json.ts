import { readJsonObject } from '../crypto/compact-jws.ts';
import { ProviderError } from './provider-error.ts';

/** Of what a provider publishes; large ones have some 20 KiB of keys. */
const MAX_BYTES = 256 * 1_024;

/**
 * The JSON object at an address. Redirects are not followed: they could lead anywhere, into the operator's own network
 * too.
 *
 * @param name what an error calls it: an address that a provider gave does not belong into a log
 * @throws ProviderError when there is no answer, another status than 200, more than 256 KiB, or no JSON object
 */
export async function fetchJson(
  address: URL,
  name: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const body = await download(address, name, signal).catch((cause: unknown) => {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError(`${name} does not answer`, { cause });
  });
  const value = readJsonObject(body);
  if (value === null) throw new ProviderError(`${name} does not answer with a JSON object`);
  return value;
}

async function download(address: URL, name: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal,
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new ProviderError(`${name} answers ${response.status}`);
  }
  // Leaving the loop ends the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProviderError(`${name} answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
