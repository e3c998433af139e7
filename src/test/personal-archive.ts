import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestUser } from './factories.ts';
import type { TestServer } from './harness.ts';
import { unzip } from './unzip.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of many shapes
type Records = any[];

export type PersonalArchive = {
  readonly headers: Headers;
  readonly manifest: { readonly missing: readonly string[]; readonly [name: string]: unknown };
  /** Each checked against the manifest: size, hash, number of records. */
  readonly files: ReadonlyMap<string, Buffer>;
  records(name: string): Records;
};

/** Takes everything out that is kept about a person. */
export async function takeOut(
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
): Promise<PersonalArchive> {
  const response = await askForArchive(server, token);
  assert.equal(response.status, 200);
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const manifest = JSON.parse(String(files.get('manifest.json')));
  const named = manifest.files.map(({ name }: { name: string }) => name);
  assert.deepEqual([...files.keys()], [...named, 'manifest.json']);
  const records = (name: string): Records => JSON.parse(String(files.get(name)));
  for (const { name, rows, size_bytes, sha256 } of manifest.files) {
    const file = files.get(name) ?? Buffer.of();
    assert.equal(file.length, size_bytes, name);
    assert.equal(createHash('sha256').update(file).digest('hex'), sha256, name);
    const isList = name.endsWith('.json') && !name.includes('/');
    assert.equal(isList ? records(name).length : 1, rows, name);
  }
  return { headers: response.headers, manifest, files, records };
}

/** The answer as it comes, unread. */
export async function askForArchive(
  server: TestServer,
  token: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return await fetch(`${server.url}/api/v1/users/me/export`, { ...init, headers });
}
