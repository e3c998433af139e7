import { readJsonObject } from '../crypto/compact-jws.ts';
import { type HttpClient, HttpClientError } from '../http-client/index.ts';
import { ProviderError } from './provider-error.ts';

/** Of what a provider publishes; large ones have some 20 KiB of keys. */
const MAX_BYTES = 256 * 1_024;

/**
 * The JSON object at an address. Redirects are not followed.
 *
 * @param name what an error calls it: an address that a provider gave does not belong into a log
 * @throws ProviderError when there is no answer, another status than 200, more than 256 KiB, or no JSON object
 */
export async function fetchJson(
  http: HttpClient,
  address: URL,
  name: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const request = {
    method: 'GET',
    url: address,
    headers: { accept: 'application/json' },
    max_bytes: MAX_BYTES,
    signal,
    name,
  } as const;
  const { status, body } = await http.send(request).catch((cause: unknown) => {
    throw cause instanceof HttpClientError ? new ProviderError(cause.message) : cause;
  });
  if (status !== 200) throw new ProviderError(`${name} answers ${status}`);
  const value = readJsonObject(body);
  if (value === null) throw new ProviderError(`${name} does not answer with a JSON object`);
  return value;
}
