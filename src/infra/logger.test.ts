import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const LOGGER = new URL('logger.ts', import.meta.url).href;

function start(program: string) {
  const source = `import { createLogger } from '${LOGGER}';\nconst logger = await createLogger('info');\n${program}`;
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', source]);
}

async function run(program: string) {
  const child = start(program);
  const [out, , [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const lines = out.split('\n').filter((line) => line !== '');
  return { messages: lines.map((line) => JSON.parse(line).msg), code };
}

test('lines come in their order, each once, at the level that was asked for', async () => {
  const { messages, code } = await run(`
    logger.info('1'); logger.debug('not this'); logger.child({ a: 1 }).warn('2');
    setTimeout(() => { logger.info('3'); logger.error('4'); }, 20);`);
  assert.deepEqual(messages, ['1', '2', '3', '4']);
  assert.equal(code, 0);
});

test('many lines of many turns are all there, and in order', async () => {
  const { messages } = await run(`
    let next = 0;
    const turn = () => {
      for (let i = 0; i < 100; i++) logger.info(String(next++));
      if (next < 20_000) setImmediate(turn);
    };
    turn();`);
  assert.equal(messages.length, 20_000);
  assert.ok(messages.every((message, index) => message === String(index)));
});

for (const [how, program, status] of [
  ['by an error that nobody catches', `throw new Error('lost');`, 1],
  ['by process.exit', 'process.exit(3);', 3],
] as const) {
  test(`nothing is lost of a process that ends ${how}`, async () => {
    const { messages, code } = await run(`logger.info('1'); logger.info('2');\n${program}`);
    assert.deepEqual([messages, code], [['1', '2'], status]);
  });
}

test('a reader who leaves is no fault of the process, and does not keep it', async () => {
  const child = start(`
    const timer = setInterval(() => logger.info('still here'), 1);
    setTimeout(() => {
      clearInterval(timer);
      logger.info('last words');
      process.exit(5);
    }, 300);`);
  child.stdout.once('data', () => child.stdout.destroy());
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.deepEqual([err, code], ['', 5]);
});

test('people read words instead of JSON, one line each, in the order of the log', async () => {
  const source = `import { createLogger } from '${LOGGER}';
    const logger = await createLogger('info', 'pretty');
    logger.info({ port: 4000 }, 'listening'); logger.warn('careful');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source]);
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines = out.trimEnd().split('\n');
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /^\[[-0-9: ]+\] INFO: listening \{"port":4000\}$/);
  assert.match(lines[1] ?? '', /^\[[-0-9: ]+\] WARN: careful$/);
});
