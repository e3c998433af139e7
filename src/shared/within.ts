export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * As `work` ends, when it ends in time. What comes later is lost: it cannot be called off from here.
 *
 * @throws TooLate after `ms` milliseconds
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TooLate(`No answer within ${ms} ms.`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
