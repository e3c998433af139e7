import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** How busy an event loop was lately, in thousandths of the time: one number that several threads see. */
export type Load = Int32Array<SharedArrayBuffer>;

const MEASURE_EVERY_MS = 100;

/** Keeps the load of this thread's event loop up to date, for others. */
export function measureLoad(): { readonly shared: Load; stop(): void } {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    Atomics.store(shared, 0, Math.round(utilization * 1000));
    before = now;
  }, MEASURE_EVERY_MS).unref();
  return { shared, stop: () => clearInterval(timer) };
}

/** Up to here an event loop is taken for idle: what an export itself costs it is less. */
const IDLE = 100;
/** How many times as long as it worked a thread rests for an event loop that is busy all the time. */
const REST = 10;

/**
 * Called after each piece of work: pauses the longer the busier the other event loop is, as long as the work took at 20 %
 * and four times as long at 50 %.
 */
export function createPace(load: Load): () => Promise<void> {
  let before = process.threadCpuUsage();
  return async () => {
    const { user, system } = process.threadCpuUsage(before);
    const beyond = Math.max(0, Atomics.load(load, 0) - IDLE) / 1000;
    const rest_ms = ((user + system) / 1000) * beyond * REST;
    // Shorter ones are made up for by the next.
    if (beyond > 0 && rest_ms < 1) return;
    if (rest_ms > 0) await sleep(rest_ms);
    before = process.threadCpuUsage();
  };
}
