import type { IncomingHttpHeaders } from 'node:http';
import type { Client } from './session-queries.ts';

export const MAX_DEVICE_CHARS = 300;

/** The client's device and address, cut to a maximum. */
export function readClient({
  headers,
  client_ip,
}: {
  readonly headers: IncomingHttpHeaders;
  readonly client_ip: string;
}): Client {
  // Headers are bytes to Node; only printable ASCII is safe text.
  const device = (headers['user-agent'] ?? '')
    .replaceAll(/[^\x20-\x7e]+/g, '?')
    .slice(0, MAX_DEVICE_CHARS)
    .trim();
  return { device: device === '' ? null : device, address: client_ip };
}
