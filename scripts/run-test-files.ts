import '../src/test/at-end.ts';
import { once } from 'node:events';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { noteStatements } from './note-statements.ts';
import type { FileRun, ToProcess } from './test-process.ts';

/**
 * A process of tests, as `test-process.ts` starts it: runs each test file that it is sent, one after the other. A file becomes a
 * suite, so that its hooks run around its tests; what the files share is loaded and started once, and closed at the end.
 */
const statements = noteStatements();

test('files', async () => {
  process.send?.('ready');
  for (;;) {
    const [{ file, share = 1 }]: [ToProcess] = (await once(process, 'message')) as [ToProcess];
    if (file === undefined) break;
    process.env.EKIDEN_TEST_SHARE = String(share);
    const [started_at, cpu] = [performance.now(), process.cpuUsage()];
    await describe(file, async () => {
      await import(pathToFileURL(path.resolve(file)).href);
    });
    const { user, system } = process.cpuUsage(cpu);
    const run: FileRun = {
      file,
      seconds: (performance.now() - started_at) / 1_000,
      processor_s: (user + system) / 1e6,
      memory_bytes: process.memoryUsage.rss(),
      statements: statements.take(),
    };
    process.send?.(run);
  }
  // Else the channel would keep the process.
  process.disconnect?.();
});
