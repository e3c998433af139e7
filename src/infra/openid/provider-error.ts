/** A provider did not give what it has to publish. The message is for the log: it holds nothing of what it answered. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}
