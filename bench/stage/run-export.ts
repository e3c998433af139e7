import { setTimeout as sleep } from 'node:timers/promises';

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

/** Asks the developer API for an export to CSV and polls it to its end, as a client would. */
export async function runExport(
  server: { url: string },
  apiKey: string,
  athleteIds: readonly string[] | null,
): Promise<FinishedExport> {
  const call = async (path: string, init: RequestInit = {}): Promise<ExportObject> => {
    const response = await fetch(`${server.url}/developer/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`);
    return (JSON.parse(text) as { data: { export: ExportObject } }).data.export;
  };
  let job = await call('/exports', {
    method: 'POST',
    body: JSON.stringify({ format: 'csv', athlete_ids: athleteIds }),
  });
  while (job.status === 'pending' || job.status === 'running') {
    await sleep(POLL_MS);
    job = await call(`/exports/${job.id}`);
  }
  if (job.status !== 'completed' || job.completed_at === null) {
    throw new Error(`The export ended as ${job.status}: ${job.error_message ?? 'no message'}`);
  }
  return {
    seconds: (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000,
    file_size_bytes: job.file_size_bytes ?? 0,
  };
}
