import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { baseAddress } from './addresses.ts';
import { isOneWord, MASK, type SettingType } from './setting-types.ts';

/** Our service account at Firebase Cloud Messaging. */
type ServiceAccount = {
  readonly project_id: string;
  readonly client_email: string;
  readonly private_key_id: string | null;
  readonly private_key: string;
  /** The exact token address that the account names. */
  readonly token_url: string;
};
type Members = Readonly<Record<string, unknown>>;

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
/** The file has two to three kilobytes. */
const MOST_CHARS = 65_536;

/** Error messages quote nothing of the account. */
export const serviceAccount: SettingType<ServiceAccount> = {
  accepts: 'the JSON of a service account or the path of a file that holds it',
  secret: true,
  read: (given, inForce) => {
    const is_text = given.startsWith('{');
    const account = readObject(is_text ? given : readText(given), is_text);
    if (account.type !== 'service_account')
      throw new Error('must be the key of a service account: one whose "type" is "service_account"');
    const { private_key_id: key_id, token_uri = TOKEN_URL } = account;
    const tokens = baseAddress(TOKEN_URL);
    const token_url = tokens.read(String(token_uri), inForce);
    if (token_url === undefined) throw new Error(`has a "token_uri" that must be ${tokens.accepts}`);
    return {
      project_id: member(account, 'project_id', /^[a-z0-9][a-z0-9.:-]{0,99}$/),
      client_email: member(account, 'client_email', /^[\x21-\x7e]+@[\x21-\x7e]+$/),
      private_key_id: typeof key_id === 'string' && isOneWord(key_id) ? key_id : null,
      private_key: readKey(account.private_key),
      token_url,
    };
  },
  show: ({ client_email }) => `${client_email}, key ${MASK}`,
};

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new Error(`must be ${serviceAccount.accepts}; there is no reading such a file (${code})`);
  }
}

function readObject(text: string, is_text: boolean): Members {
  try {
    const value: unknown = text.length > MOST_CHARS ? null : JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {}
  throw new Error(
    `${is_text ? 'is' : 'names a file that is'} no JSON object; it must be the key of a service account as the console of Firebase gives it`,
  );
}

function member(account: Members, name: string, shape: RegExp): string {
  const value = account[name];
  if (typeof value !== 'string' || !isOneWord(value) || !shape.test(value))
    throw new Error(`has no usable "${name}"; it must be the key of a service account as it was downloaded`);
  return value;
}

function readKey(value: unknown): string {
  try {
    if (typeof value === 'string' && createPrivateKey(value).asymmetricKeyType === 'rsa') return value;
  } catch {}
  throw new Error(
    'has no usable "private_key": it must be an RSA key in PEM, its line breaks written as \\n in the JSON',
  );
}
