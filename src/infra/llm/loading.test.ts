import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Prints which SDK packages our files load, before a request and after. */
const PROGRAM = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const is_ours = context.parentURL?.includes('/node_modules/') === false;
    if (is_ours && /^(?:ai|@ai-sdk\\/.+)$/.test(specifier)) loaded.add(specifier);
    return next(specifier, context);
  },
});
await import('./src/deps.ts');
const { createLanguageModel } = await import('./src/infra/llm/index.ts');
const model = createLanguageModel({
  provider: 'anthropic',
  model: 'sandbox-model',
  base_url: 'http://127.0.0.1:9/v1',
  api_key: 'x',
  json_mode: 'schema',
  timeout_ms: 1_000,
  idle_timeout_ms: 1_000,
  max_output_tokens: 10,
  logger: { warn() {} },
});
const before = [...loaded];
const request = { system: '', prompt: 'x', max_output_tokens: 1, signal: AbortSignal.abort() };
await model.streamText(request)[Symbol.asyncIterator]().next().catch(() => {});
console.log(JSON.stringify({ before, after: [...loaded].sort() }));
`;

test('a server loads nothing of the SDK as it starts, and later its own provider alone', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  });
  assert.deepEqual(JSON.parse(stdout), { before: [], after: ['@ai-sdk/anthropic', 'ai'] });
});
