/** Why a platform did not do what it was asked. */
export type PlatformFault =
  /** Silent, slow, broken off, 5xx, or an answer that is none of its API's: try again later. */
  | 'unavailable'
  /** It wants fewer requests: not before `until`. */
  | 'rate_limited'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'not_found'
  | 'refused';

/** A call to a platform that failed. The message is for the operator: no token, no address with a query, no body. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly fault: PlatformFault;
  /** Of `rate_limited`: when to come again. */
  readonly until: Date | null;

  constructor(fault: PlatformFault, message: string, options: { until?: Date; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.until = options.until ?? null;
  }
}

/** A delivery that makes no sense, however often it is read. The message says why, without quoting it. */
export class UnreadableDelivery extends Error {
  override readonly name = 'UnreadableDelivery';
}
