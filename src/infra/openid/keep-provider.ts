import type { CryptoKey, JWSHeaderParameters } from 'jose';
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './read-provider.ts';

/** What was read is used that long before it is read again: how late a key that was withdrawn is noticed. */
const FRESH_MS = 10 * MINUTE_MS;
/** Between two attempts to read, whatever came of the first: whoever invents key ids cannot make us ask more often. */
const COOL_DOWN_MS = 30 * SECOND_MS;
/** How long what was read last counts while the provider cannot be read. */
const KEEP_MS = DAY_MS;

export type KeptProvider = {
  /**
   * The key for a token's header; null when the provider, as last read, publishes none that fits.
   *
   * @throws ProviderError when the provider cannot be read and what is known of it does not answer the question
   */
  keyFor(header: JWSHeaderParameters): Promise<CryptoKey | null>;
  /** The algorithms that it signs with; throws as above. */
  algorithms(): Promise<readonly string[]>;
};

/**
 * Keeps what a provider publishes. Read again when it is old, or, half a minute after the last reading,
 * when a token names a key that is not there: so soon rotated keys work. While the provider is away, the keys known of it go on working for a day.
 *
 * @param read reads the provider, and ends within some seconds
 */
export function keepProvider(options: { read: () => Promise<Provider>; clock: Clock }): KeptProvider {
  let known: { readonly provider: Provider; readonly at: number } | undefined;
  let attempted_at: number | undefined;
  let failure: ProviderError | undefined;
  let reading: Promise<void> | undefined;

  /** A clock that was turned back ends every span. */
  const isWithin = (since: number | undefined, ms: number): boolean => {
    const passed = options.clock.now().getTime() - (since ?? Number.NEGATIVE_INFINITY);
    return passed >= 0 && passed < ms;
  };

  const readAgain = async (): Promise<void> => {
    attempted_at = options.clock.now().getTime();
    try {
      const provider = await options.read();
      known = { provider, at: options.clock.now().getTime() };
      failure = undefined;
    } catch (cause) {
      failure = cause instanceof ProviderError ? cause : new ProviderError('cannot be read', { cause });
    }
  };

  /** Waits for whoever is reading already; during the cool-down nothing is read. */
  const refresh = async (): Promise<void> => {
    if (reading === undefined && isWithin(attempted_at, COOL_DOWN_MS)) return;
    reading ??= readAgain().finally(() => {
      reading = undefined;
    });
    await reading;
  };

  const current = async (): Promise<Provider> => {
    if (!isWithin(known?.at, FRESH_MS)) await refresh();
    if (known !== undefined && isWithin(known.at, KEEP_MS)) return known.provider;
    throw failure ?? new ProviderError('was not read yet');
  };

  return {
    algorithms: async () => (await current()).algorithms,
    keyFor: async (header) => {
      const before = await current();
      const key = await before.keyFor(header);
      if (key !== null) return key;
      await refresh();
      const after = await current();
      if (after === before && failure !== undefined) throw failure;
      return after === before ? null : await after.keyFor(header);
    },
  };
}
