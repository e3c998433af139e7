import type { components } from './generated.ts';

type Refusal = components['schemas']['Error'];

/** What the server answered instead of what was asked for. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly request_id: string | null;
  /** What is wrong with which field. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** The whole answer: drafts that cannot be read list their lines in it. */
  readonly refusal: Partial<Refusal>;

  constructor(status: number, body: unknown, headers: Headers) {
    const refusal: Partial<Refusal> = typeof body === 'object' && body !== null ? body : {};
    super(refusal.error ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = refusal.code ?? 'internal_error';
    this.request_id = refusal.request_id ?? headers.get('x-request-id');
    this.details = (refusal.details ?? []) as ApiError['details'];
    this.refusal = refusal;
  }
}

/** The server could not be reached: what was asked may or may not have happened. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(cause: unknown) {
    super('The server could not be reached.', { cause });
  }
}
