import type { ErrorCode, ExportJob } from './types.ts';

/**
 * Everything this client throws by itself is an `EkidenError`, with two exceptions: the `reason` of a signal that you
 * aborted, and a `TypeError` for arguments that can never be right. None of them contains the API key.
 */
export class EkidenError extends Error {
  override name = 'EkidenError';
}

/** The server answered, and not with what was asked for. */
export class EkidenApiError extends EkidenError {
  override name = 'EkidenApiError';
  /** The HTTP status. */
  readonly status: number;
  /**
   * What to branch on: a code of the document; one that only a newer server knows; or `unexpected_response` where the
   * answer is none of Ekiden's, such as the error page of a proxy.
   */
  readonly code: ErrorCode | 'unexpected_response' | (string & Record<never, never>);
  /** Names the request in the server's log. */
  readonly request_id: string | null;
  /** Seconds to wait, as the server says with a limit that is used up (429) and with an outage (503); else null. */
  readonly retry_after_s: number | null;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.request_id = facts.request_id;
    this.retry_after_s = facts.retry_after_s ?? null;
  }
}

type ApiErrorFacts = {
  readonly status: number;
  readonly code: string;
  readonly request_id: string | null;
  readonly retry_after_s?: number | null;
};

/** A limit of the key is used up, and waiting it out would take longer than `maxWaitMs` allows. */
export class RateLimitedError extends EkidenApiError {
  override name = 'RateLimitedError';
}

/** No whole answer came: no connection, one that broke, or silence for `timeoutMs`. `cause` says what `fetch` said. */
export class EkidenConnectionError extends EkidenError {
  override name = 'EkidenConnectionError';
}

/** The export that was waited for ended without an archive. */
export class ExportFailedError extends EkidenError {
  override name = 'ExportFailedError';
  readonly export: ExportJob;
  /** Why, in the server's words. */
  readonly error_message: string | null;

  constructor(job: ExportJob) {
    super(`The export ${job.id} is ${job.status}: ${job.error_message ?? 'the server does not say why.'}`);
    this.export = job;
    this.error_message = job.error_message;
  }
}

/** The export had not ended after the `timeoutMs` of `waitForExport`. It goes on; waiting may be taken up again. */
export class ExportTimeoutError extends EkidenError {
  override name = 'ExportTimeoutError';
  /** As last seen. */
  readonly export: ExportJob;

  constructor(job: ExportJob, timeoutMs: number) {
    super(`The export ${job.id} is still ${job.status} after ${Math.round(timeoutMs / 1000)} s.`);
    this.export = job;
  }
}
