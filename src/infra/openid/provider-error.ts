/** A provider did not publish what it must. The message is for the log and holds nothing of its answer. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}
