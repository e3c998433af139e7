import { baseAddress, isSafeAddress, withPathOf } from './addresses.ts';
import { form, type InForce, isOneWord, oneOf, type SettingType } from './setting-types.ts';

/** The default address of each provider. A compatible provider may have any address; the usual path of such servers is appended where it is missing. */
const OWN_ADDRESSES: Readonly<Record<string, string | undefined>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};
const USUAL_ADDRESS = 'https://localhost/v1';

const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
/** With `rules` no model is configured. */
export const provider = oneOf(['rules', ...PROVIDERS]) as SettingType<(typeof PROVIDERS)[number]>;

/** The name becomes part of an address. */
export const modelName = form(
  (text) => isOneWord(text) && !/[?#%\\]|\.\./.test(text),
  'the name of a model as its provider writes it, without spaces',
);

/** Some keys are tokens of half a kilobyte. */
export const modelKey = form(
  (text) => /^[\x21-\x7e]{1,4096}$/.test(text),
  'the key as the provider shows it, without spaces',
);

export const modelAddress: SettingType<string> = {
  ...baseAddress(USUAL_ADDRESS),
  read: (text, inForce) => {
    const httpAnywhere = inForce.AI_INSECURE_HTTP === 'true';
    return isSafeAddress(text, { httpAnywhere })
      ? withPathOf(text, ownAddress(inForce) ?? USUAL_ADDRESS)
      : undefined;
  },
};

export function ownAddress({ AI_PROVIDER = '' }: InForce): string | undefined {
  return OWN_ADDRESSES[AI_PROVIDER];
}

type ModelSettings = {
  readonly provider: string;
  readonly timeout_s: number;
  readonly idle_timeout_s: number;
};

/**
 * Whether a model is configured. `rules` switches it off while its settings stay.
 * @throws Error of one line that names the first setting that is missing or wrong
 */
export function isModelThere(settings: ModelSettings, given: readonly string[]): boolean {
  const { timeout_s, idle_timeout_s } = settings;
  const provider: string = settings.provider;
  if (provider === 'rules') {
    const stray = given.find((name) => name.startsWith('AI_'));
    if (stray !== undefined && !given.includes('AI_PROVIDER'))
      throw new Error(`AI_PROVIDER must name the provider, because ${stray} is set.`);
    return false;
  }
  const is_compatible = provider === 'openai-compatible';
  for (const name of ['AI_MODEL', is_compatible ? 'AI_BASE_URL' : 'AI_API_KEY'])
    if (!given.includes(name)) throw new Error(`${name} must be set, because AI_PROVIDER is ${provider}.`);
  if (!is_compatible && given.includes('AI_JSON'))
    throw new Error(`AI_JSON must not be set, because AI_PROVIDER is ${provider}, which takes schemas.`);
  if (idle_timeout_s > timeout_s)
    throw new Error('AI_IDLE_TIMEOUT_S must not be more than AI_TIMEOUT_S, which ends an answer before.');
  return true;
}
