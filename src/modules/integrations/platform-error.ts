/** Why a platform did not do what it was asked. */
export type PlatformFault =
  /** No answer, a slow or broken one, 5xx, or an answer that is none of its API's: try again later. */
  | 'unavailable'
  /** The platform wants fewer requests, and none before `until`. */
  | 'rate_limited'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'not_found'
  | 'refused';

/** A failed call to a platform. The message is for the operator and contains no token, no address with a query, no body. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly fault: PlatformFault;
  /** For `rate_limited`: when to ask again. */
  readonly until: Date | null;

  constructor(fault: PlatformFault, message: string, options: { until?: Date; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.until = options.until ?? null;
  }
}

/** A delivery that cannot be read, however often it is tried. The message says why, without quoting it. */
export class UnreadableDelivery extends Error {
  override readonly name = 'UnreadableDelivery';
}
