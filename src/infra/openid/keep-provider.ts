import type { CryptoKey, JWSHeaderParameters } from 'jose';
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './read-provider.ts';

/** How long read keys are used before reading again, and thus how late a withdrawn key is noticed. */
const FRESH_MS = 10 * MINUTE_MS;
/** The pause between two attempts to read, so that invented key ids cannot cause more. */
const COOL_DOWN_MS = 30 * SECOND_MS;
/** How long the last keys are used while the provider is away. */
const KEEP_MS = DAY_MS;

export type KeptProvider = {
  /**
   * The key for a token's header; null when the provider publishes none that fits.
   * @throws ProviderError when the provider is unavailable and its known keys do not answer
   */
  keyFor(header: JWSHeaderParameters): Promise<CryptoKey | null>;
  /** The algorithms that it signs with; throws as above. */
  algorithms(): Promise<readonly string[]>;
};

/**
 * Keeps a provider's keys. They are read again when old, or, at most every half minute, when a token names an unknown
 * key, so rotated keys work soon. While the provider is away its known keys are used for a day.
 * @param read reads the provider within some seconds
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

  /** Waits for a reading that is under way; reads nothing during the cool-down. */
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
