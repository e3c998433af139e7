import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { measuredRow, median, type Row, skippedRow } from '../row.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayFolder } from '../stage/throw-away.ts';

const READY = 'start-to-ready';
const IDLE = 'idle-memory';

/** Starting again on a data directory that exists, embedded database, and what the server then takes doing nothing. */
export const start: Bench = {
  name: 'start',
  rows: [READY, IDLE],
  run: async (context) => {
    const env = { DATA_DIR: await throwAwayFolder(context) };
    const first = await startServerUnderTest(context, { env });
    await first.stop();
    context.log(`first start, which makes the database: ${first.ready_after_s.toFixed(2)} s`);

    const idle_s = context.quick ? 3 : 10;
    const readyS: number[] = [];
    const residentMb: number[] = [];
    for (let round = 1; round <= (context.quick ? 3 : 7); round++) {
      const server = await startServerUnderTest(context, { env });
      readyS.push(server.ready_after_s);
      // Most of what starting leaves behind is given back only some seconds later; a few rounds show it as well as many.
      if (round <= 3) {
        await sleep(idle_s * 1000);
        const memory = server.memory();
        if (memory !== null) residentMb.push(memory.resident_mb);
      }
      await server.stop();
      context.log(
        `start ${round}: ${server.ready_after_s.toFixed(2)} s, ${residentMb.at(-1)?.toFixed(0) ?? '?'} MB resident`,
      );
    }
    return [
      measuredRow({
        name: READY,
        value: median(readyS),
        unit: 's',
        detail: `from starting the process to 200 of /readyz, median of ${readyS.length} starts on an existing data directory, embedded database; first start ${first.ready_after_s.toFixed(2)} s; aim: below 2 s`,
      }),
      idleRow(residentMb, idle_s),
    ];
  },
};

function idleRow(residentMb: readonly number[], idleS: number): Row {
  if (residentMb.length === 0) return skippedRow(IDLE, 'this system has no /proc to read memory from');
  return measuredRow({
    name: IDLE,
    value: median(residentMb),
    unit: 'MB',
    detail: `resident memory (VmRSS) ${idleS} s after the start, embedded database, median of ${residentMb.length}; aim: at most 300 MB`,
  });
}
