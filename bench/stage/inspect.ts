import { once } from 'node:events';

/** MB (10^6 bytes) of a process right after all its garbage was collected. */
export type CollectedMemory = {
  /** Objects that something still holds, and the buffers behind them. */
  readonly live_mb: number;
};

/** As much of the answer to `Runtime.getHeapUsage` as is used here, in bytes. */
type HeapUsage = { readonly usedSize: number; readonly backingStorageSize?: number };

/**
 * Has a process that was started with `--inspect` collect its garbage, and asks what is left.
 *
 * @param address `ws://…`, as Node prints it
 * @throws where the process ends meanwhile, or refuses
 */
export async function collectedMemory(address: string): Promise<CollectedMemory> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  try {
    await command(socket, 1, 'HeapProfiler.collectGarbage');
    const usage = (await command(socket, 2, 'Runtime.getHeapUsage')) as HeapUsage;
    return { live_mb: (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1e6 };
  } finally {
    socket.close();
  }
}

/** One command of the Chrome DevTools Protocol, and its result. */
async function command(socket: WebSocket, id: number, method: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onClose = (): void => reject(new Error(`The process has ended before it answered ${method}.`));
  const onMessage = ({ data }: MessageEvent): void => {
    const answer = JSON.parse(String(data));
    if (answer.id !== id) return;
    if (answer.error === undefined) resolve(answer.result);
    else reject(new Error(`${method}: ${answer.error.message}`));
  };
  socket.addEventListener('close', onClose);
  socket.addEventListener('message', onMessage);
  try {
    socket.send(JSON.stringify({ id, method }));
    return await promise;
  } finally {
    socket.removeEventListener('close', onClose);
    socket.removeEventListener('message', onMessage);
  }
}
