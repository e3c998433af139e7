import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from './faults.ts';

/** A status, no answer in time, or a connection that broke or never was. */
export type Outcome = number | 'timeout' | 'broken';

/**
 * Sends one post over a connection of its own.
 *
 * @param within_ms for all of it, the answer's body included
 */
export async function sendPost(
  to: { url: string; method: 'POST' | 'PUT'; headers: Readonly<Record<string, string>>; body: string },
  fault: Fault | undefined,
  within_ms: number,
  stopping: AbortSignal,
): Promise<Outcome> {
  const page = '<html><body>Gateway</body></html>';
  const body = Buffer.from(fault?.kind === 'html' ? page : to.body);
  const headers = { ...to.headers, 'content-length': String(body.length), connection: 'close' };
  const timeout = AbortSignal.timeout(within_ms);
  const sending = request(to.url, {
    method: to.method,
    headers,
    agent: false,
    signal: AbortSignal.any([timeout, stopping]),
  });
  // Whatever happens to it, `once` below hears of it; between two waits nobody would.
  sending.on('error', () => undefined);
  try {
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    await write(sending, body, fault, stopping);
    const [response] = await answered;
    await response.resume().toArray();
    return response.statusCode ?? 'broken';
  } catch {
    return timeout.aborted ? 'timeout' : 'broken';
  } finally {
    sending.destroy();
  }
}

async function write(
  sending: ClientRequest,
  body: Buffer,
  fault: Fault | undefined,
  stopping: AbortSignal,
): Promise<void> {
  const half = Math.floor(body.length / 2);
  switch (fault?.kind) {
    case 'drop':
    case 'half_body': {
      const part = body.subarray(0, fault.kind === 'drop' ? 0 : half);
      sending.flushHeaders();
      await new Promise<void>((resolve) => void sending.write(part, () => resolve()));
      sending.destroy(new Error('dropped on purpose'));
      return;
    }
    case 'slow':
      sending.write(body.subarray(0, half));
      await setTimeout(fault.ms, undefined, { ref: false, signal: stopping });
      sending.end(body.subarray(half));
      return;
    case 'silent':
      // The headers promise a body that never comes.
      sending.flushHeaders();
      return;
    default:
      sending.end(body);
  }
}
