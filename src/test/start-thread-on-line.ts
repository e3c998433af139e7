/**
 * Says "ready", then runs a task on a thread for each line that comes in, and says what came of it: for tests that take away what a
 * process needs for a thread.
 */
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createThreads } from '../infra/threads/index.ts';

const threads = createThreads<number, number>({
  filename: fileURLToPath(new URL('./next-number.ts', import.meta.url)),
  name: 'nextNumber',
  maxThreads: 1,
  timeoutMs: 60_000,
  memoryMb: 64,
});
process.stdout.write('ready\n');
for await (const _line of createInterface({ input: process.stdin })) {
  const said = await threads.run(1).then(String, (error: unknown) => Reflect.get(Object(error), 'name'));
  process.stdout.write(`${said}\n`);
}
await threads.close();
