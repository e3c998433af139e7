import type { EkidenConnectionError } from './errors.ts';
import { createPatience } from './patience.ts';
import { connectionError, fileName, type TransportSettings } from './transport.ts';

export type ExportArchive = {
  /** The name the server gives the ZIP, such as `ekiden-<org id>-<date>.zip`. */
  readonly file_name: string | null;
  readonly size_bytes: number | null;
  /** The bytes as they come. To give up, cancel it or abort the signal. */
  readonly body: ReadableStream<Uint8Array>;
};

/** One connection to the store, from some byte on. */
type Connection = {
  readonly response: Response;
  /** The next bytes; null at the end. Fails as a connection when nothing comes for a while. */
  read(): Promise<Uint8Array | null>;
  fault(what: string): EkidenConnectionError;
  cancel(reason: unknown): Promise<void>;
};

/**
 * Streams an archive. Each connection starts with a fresh link, because links expire; one that breaks is taken up again
 * at the byte it broke at. The links are credentials by themselves, so the API key is never sent along.
 *
 * @throws EkidenApiError `export_not_ready`, `export_expired`, `export_withdrawn`, `not_found`; EkidenConnectionError when patience ends.
 */
export async function downloadExport(
  readLink: () => Promise<string>,
  settings: TransportSettings,
  signal: AbortSignal | undefined,
): Promise<ExportArchive> {
  const newPatience = () => createPatience(settings, { repeatable: true, signal });
  let patience = newPatience();
  const connect = async (offset: number, etag: string | null): Promise<Connection> => {
    for (;;) {
      const url = await readLink();
      try {
        return await openConnection(settings, { url, offset, etag, signal });
      } catch (error) {
        await patience(error);
      }
    }
  };

  let connection = await connect(0, null);
  const { headers } = connection.response;
  const size_bytes = wholeNumber(headers.get('content-length'));
  let received = 0;
  const nextChunk = async (): Promise<Uint8Array | null> => {
    for (;;) {
      try {
        const chunk = await connection.read();
        if (chunk === null && size_bytes !== null && received < size_bytes)
          throw connection.fault('cut short');
        if (chunk === null) return null;
        received += chunk.length;
        patience = newPatience();
        return chunk;
      } catch (error) {
        await patience(error);
        connection = await connect(received, headers.get('etag'));
      }
    }
  };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = await nextChunk();
        if (chunk === null) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: (reason) => connection.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { file_name: fileName(headers.get('content-disposition')), size_bytes, body };
}

type Start = {
  readonly url: string;
  readonly offset: number;
  /** Of the archive that the bytes so far are from. */
  readonly etag: string | null;
  readonly signal: AbortSignal | undefined;
};

async function openConnection(settings: TransportSettings, start: Start): Promise<Connection> {
  const { url, offset, etag, signal } = start;
  const silence = new AbortController();
  const fault = (what: string, cause?: unknown): EkidenConnectionError => {
    signal?.throwIfAborted();
    return connectionError(what, { method: 'GET', url, cause });
  };
  const answered = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(), settings.timeoutMs);
    try {
      return await work;
    } catch (cause) {
      throw fault(silence.signal.aborted ? `silent for ${settings.timeoutMs / 1000} s` : 'broken off', cause);
    } finally {
      clearTimeout(timer);
    }
  };
  const response = await answered(
    settings.fetch(url, {
      headers: {
        ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
        ...(etag === null ? {} : { 'if-range': etag }),
      },
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    }),
  );
  const reader = response.body?.getReader();
  if (reader === undefined || response.status !== (offset > 0 ? 206 : 200)) {
    await reader?.cancel();
    throw fault(`the store answered ${response.status}`);
  }
  return {
    response,
    read: async () => {
      const { done, value } = await answered(reader.read());
      return done ? null : value;
    },
    fault,
    cancel: (reason) => reader.cancel(reason),
  };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
