import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { given, named, type ProviderEnv } from './read-provider.ts';
import { isOneWord, readBaseAddress } from './web-address.ts';

/** Our service account at Firebase Cloud Messaging, and where that is. Addresses have no slash at their end. */
export type FcmSettings = {
  readonly project_id: string;
  readonly client_email: string;
  readonly private_key_id: string | null;
  /** PEM of an RSA key. */
  readonly private_key: string;
  /** Where access tokens come from: the very address, as the account names it. */
  readonly token_url: string;
  /** `/v1/projects/…/messages:send` is below it. */
  readonly api_url: string;
};

const OWN = { api: 'https://fcm.googleapis.com', token: 'https://oauth2.googleapis.com/token' } as const;
const NAME = 'FCM_SERVICE_ACCOUNT';
/** The file has two to three kilobytes. */
const MOST_CHARS = 65_536;

/**
 * @returns undefined where the operator has no project at Firebase
 * @throws Error of one line that names the first setting that is wrong, and quotes nothing of the account
 */
export function parseFcm(env: ProviderEnv): FcmSettings | undefined {
  const api_url = named('FCM_URL', () => readBaseAddress(given(env, 'FCM_URL'), OWN.api));
  const account = given(env, NAME);
  return account === undefined ? undefined : named(NAME, () => ({ ...readAccount(account), api_url }));
}

function readAccount(given_account: string): Omit<FcmSettings, 'api_url'> {
  const is_text = given_account.startsWith('{');
  const account = readObject(is_text ? given_account : readText(given_account), is_text);
  if (account.type !== 'service_account')
    throw new Error('must be the key of a service account: one whose "type" is "service_account"');
  const project_id = member(account, 'project_id', /^[a-z0-9][a-z0-9.:-]{0,99}$/);
  const client_email = member(account, 'client_email', /^[\x21-\x7e]+@[\x21-\x7e]+$/);
  const key_id = account.private_key_id;
  return {
    project_id,
    client_email,
    private_key_id: typeof key_id === 'string' && isOneWord(key_id) ? key_id : null,
    private_key: readKey(account.private_key),
    token_url: readTokenUrl(account.token_uri),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new Error(
      `must be the JSON of a service account or the path of a file that holds it; there is no reading such a file (${code})`,
    );
  }
}

function readObject(text: string, is_text: boolean): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = text.length > MOST_CHARS ? null : JSON.parse(text);
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  } catch {
    // The parser's error quotes the text, and with it the key.
  }
  throw new Error(
    `${is_text ? 'is' : 'names a file that is'} no JSON object; it must be the key of a service account as the console of Firebase gives it`,
  );
}

function member(account: Readonly<Record<string, unknown>>, name: string, shape: RegExp): string {
  const value = account[name];
  if (typeof value !== 'string' || !isOneWord(value) || !shape.test(value))
    throw new Error(`has no usable "${name}"; it must be the key of a service account as it was downloaded`);
  return value;
}

function readKey(value: unknown): string {
  try {
    if (typeof value === 'string' && createPrivateKey(value).asymmetricKeyType === 'rsa') return value;
  } catch {
    // What is wrong with a key is not said by quoting it.
  }
  throw new Error(
    'has no usable "private_key": it must be an RSA key in PEM, its line breaks written as \\n in the JSON',
  );
}

function readTokenUrl(value: unknown): string {
  if (value === undefined) return OWN.token;
  try {
    return readBaseAddress(String(value), OWN.token);
  } catch (error) {
    throw new Error(`has a "token_uri" that ${error instanceof Error ? error.message : 'is not valid'}`);
  }
}
