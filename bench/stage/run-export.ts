import { setTimeout as sleep } from 'node:timers/promises';

export type ExportWanted = {
  readonly format: 'csv' | 'json' | 'both';
  /** Of the whole organization when null. */
  readonly athlete_ids: readonly string[] | null;
};

export type FinishedExport = {
  /** From its acceptance to its completion, by the server's own clock. */
  readonly seconds: number;
  readonly file_size_bytes: number;
};

type ExportObject = {
  id: string;
  status: string;
  file_size_bytes: number | null;
  created_at: string;
  completed_at: string | null;
  error_message: string | null;
};

const POLL_MS = 250;

/** Asks the developer API for an export and polls it to its end, as a client would. */
export async function runExport(
  server: { url: string },
  apiKey: string,
  wanted: ExportWanted,
): Promise<FinishedExport> {
  return await awaitExport(server, apiKey, await startExport(server, apiKey, wanted));
}

/** @returns the id of the export that was accepted */
export async function startExport(
  server: { url: string },
  apiKey: string,
  wanted: ExportWanted,
): Promise<string> {
  return (await call(server, apiKey, '/exports', { method: 'POST', body: JSON.stringify(wanted) })).id;
}

/** Whether there is nothing left to do for it. */
export async function isOver(server: { url: string }, apiKey: string, id: string): Promise<boolean> {
  const { status } = await call(server, apiKey, `/exports/${id}`);
  return status !== 'pending' && status !== 'running';
}

/** @throws Error when it does not complete */
export async function awaitExport(
  server: { url: string },
  apiKey: string,
  id: string,
): Promise<FinishedExport> {
  let job = await call(server, apiKey, `/exports/${id}`);
  while (job.status === 'pending' || job.status === 'running') {
    await sleep(POLL_MS);
    job = await call(server, apiKey, `/exports/${id}`);
  }
  if (job.status !== 'completed' || job.completed_at === null) {
    throw new Error(`The export ended as ${job.status}: ${job.error_message ?? 'no message'}`);
  }
  return {
    seconds: (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000,
    file_size_bytes: job.file_size_bytes ?? 0,
  };
}

async function call(
  server: { url: string },
  apiKey: string,
  path: string,
  init: RequestInit = {},
): Promise<ExportObject> {
  const response = await fetch(`${server.url}/developer/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: { export: ExportObject } }).data.export;
}
