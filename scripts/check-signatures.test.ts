import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';

const SCRIPT = path.join(import.meta.dirname, 'check-signatures.ts');
const skip = process.platform === 'win32' && 'what stands in for npm is a shell script';

/** Runs it with an `npm` that says what npm 11 says. */
async function check(
  t: TestContext,
  said: object | string,
  exits: number,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  await writeFile(path.join(folder, 'said'), text);
  const npm = path.join(folder, 'npm');
  await writeFile(
    npm,
    `#!/bin/sh\n[ "$1 $2 $3" = "audit signatures --json" ] || exit 9\ncat "${folder}/said"\nexit ${exits}\n`,
  );
  await chmod(npm, 0o755);
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  return await new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (failure, stdout, stderr) =>
      resolve({ code: failure === null ? 0 : Number(failure.code), output: stdout + stderr }),
    );
  });
}

test('signatures that hold pass, and one that is wrong or missing fails with the name of the package', {
  skip,
}, async (t) => {
  const good = await check(t, { invalid: [], missing: [] }, 0);
  assert.deepEqual(good, {
    code: 0,
    output: 'Every package that is installed has a signature that holds.\n',
  });
  const wrong = { name: 'fastify', version: '5.0.0', code: 'EINTEGRITYSIGNATURE' };
  const invalid = await check(t, { invalid: [wrong], missing: [] }, 1);
  assert.equal(invalid.code, 1);
  assert.match(invalid.output, /^fastify@5\.0\.0: its signature is wrong/);
  const attested = { ...wrong, code: 'EATTESTATIONVERIFY' };
  assert.match((await check(t, { invalid: [attested], missing: [] }, 1)).output, /its attestation is wrong/);
  const missing = await check(t, { invalid: [], missing: [{ name: 'pg', version: '8.0.0' }] }, 1);
  assert.equal(missing.code, 1);
  assert.match(missing.output, /^pg@8\.0\.0: it has no signature/);
});

test('keys that are out of reach are told and pass, unless they are required', { skip }, async (t) => {
  const error = {
    code: 'ENOTFOUND',
    summary:
      'request to https://tuf-repo-cdn.sigstore.dev/15.root.json failed, reason: getaddrinfo ENOTFOUND',
  };
  const unreached = await check(t, { error }, 1);
  assert.equal(unreached.code, 0);
  assert.match(
    unreached.output,
    /^The signatures were not checked, the keys are out of reach: request to https:/,
  );
  const withoutKeys = 'found no dependencies to audit that were installed from a supported registry';
  assert.equal((await check(t, { error: { summary: withoutKeys } }, 1)).code, 0);
  const required = await check(t, { error }, 1, '--required');
  assert.equal(required.code, 1);
  assert.match(required.output, /Run this where the npm registry and tuf-repo-cdn\.sigstore\.dev answer/);
});

test('whatever else npm says fails, with its words', { skip }, async (t) => {
  const broken = await check(t, { error: { code: 'ENOLOCK', summary: 'no lockfile' } }, 1);
  assert.equal(broken.code, 1);
  assert.match(broken.output, /npm audit signatures ended with 1:\n.*ENOLOCK/);
  assert.equal((await check(t, 'Segmentation fault', 139)).code, 1);
  assert.equal((await check(t, '', 0)).code, 1);
});
