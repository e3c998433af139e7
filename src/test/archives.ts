import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { TestServer } from './harness.ts';
import { unzip } from './unzip.ts';

// biome-ignore lint/suspicious/noExplicitAny: the server has checked its shape already
export type WireExport = any;

const END_WAIT_MS = 30_000;

/** Asks for an export and waits until it has ended. */
export async function runExportOverHttp(
  server: TestServer,
  apiKey: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<WireExport> {
  const asked = await server.request('POST', '/developer/v1/exports', { apiKey, body });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  assert.equal(asked.body.data.export.status, 'pending');
  return await waitForExport(server, apiKey, asked.body.data.export.id);
}

/** Polls until the export is completed or failed. */
export async function waitForExport(server: TestServer, apiKey: string, id: string): Promise<WireExport> {
  const deadline = performance.now() + END_WAIT_MS;
  for (;;) {
    const { body } = await server.request('GET', `/developer/v1/exports/${id}`, { apiKey });
    const job = body.data.export;
    if (job.status === 'completed' || job.status === 'failed') return job;
    if (performance.now() > deadline) throw new Error(`The export is still ${job.status}.`);
    await sleep(20);
  }
}

export type Archive = {
  readonly bytes: Buffer;
  readonly headers: Headers;
  readonly manifest: WireExport;
  /** Each checked against the manifest: size, hash, number of records. */
  readonly files: ReadonlyMap<string, Buffer>;
};

/** Downloads and opens the archive of a completed export. */
export async function downloadArchive(server: TestServer, apiKey: string, id: string): Promise<Archive> {
  const { status, body } = await server.request('GET', `/developer/v1/exports/${id}/download`, { apiKey });
  assert.equal(status, 200, JSON.stringify(body));
  const response = await fetch(body.data.download_url);
  assert.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { ...(await openArchive(bytes)), headers: response.headers };
}

export async function openArchive(bytes: Buffer): Promise<Omit<Archive, 'headers'>> {
  const files = await unzip(bytes);
  const manifest = JSON.parse(String(files.get('manifest.json')));
  const names = manifest.files.map(({ name }: { name: string }) => name);
  assert.deepEqual([...files.keys()], [...names, 'manifest.json']);
  for (const { name, sha256, size_bytes, rows } of manifest.files) {
    const file = files.get(name) ?? Buffer.of();
    assert.equal(createHash('sha256').update(file).digest('hex'), sha256, name);
    assert.equal(file.length, size_bytes, name);
    const records = name.endsWith('.csv') ? csvRecords(file) : JSON.parse(String(file));
    assert.equal(records.length, rows, name);
  }
  return { bytes, manifest, files };
}

/** By a strict reader: CRLF ends a record, every record is as wide as the header, quotes only where RFC 4180 has them. */
export function csvRecords(file: Buffer | undefined): Record<string, string>[] {
  return parse(file ?? '', { columns: true, record_delimiter: '\r\n', relax_column_count: false });
}

export function jsonRecords(file: Buffer | undefined): WireExport[] {
  return JSON.parse(String(file));
}
