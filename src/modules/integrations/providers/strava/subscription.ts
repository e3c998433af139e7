import { PlatformError } from '../../platform-error.ts';
import { isObject } from '../members.ts';
import { readObject, type Strava } from './ask-strava.ts';
import { readId, readJson, readText } from './read-json.ts';

export type Subscription = { readonly id: string; readonly callback_url: string };

const PATH = '/push_subscriptions';

/**
 * Makes events come to this address: an app has one subscription, and one for another address is replaced. Strava verifies the address
 * meanwhile, so the server has to run and be reachable.
 *
 * @throws PlatformError `refused` also where the handshake fails
 */
export async function ensureSubscription(
  strava: Strava,
  callback_url: string,
): Promise<Subscription & { readonly outcome: 'kept' | 'created' | 'replaced' }> {
  const former = await viewSubscription(strava);
  if (former?.callback_url === callback_url) return { ...former, outcome: 'kept' };
  if (former !== null) await deleteSubscription(strava, former.id);
  const created = await createSubscription(strava, callback_url);
  return { ...created, outcome: former === null ? 'created' : 'replaced' };
}

export async function viewSubscription(strava: Strava): Promise<Subscription | null> {
  const call = 'viewing the subscription';
  const request = {
    method: 'GET',
    below: 'api_url',
    path: PATH,
    query: credentialsOf(strava),
    call,
  } as const;
  const list = readJson(await strava.ask(request));
  if (!Array.isArray(list))
    throw new PlatformError('unavailable', `${call}: Strava answers with what is no list.`);
  const [first] = list.filter(isObject);
  const [id, callback_url] = [readId(first?.id), readText(first?.callback_url)];
  return id === null || callback_url === null ? null : { id, callback_url };
}

export async function deleteSubscription(strava: Strava, id: string): Promise<void> {
  const call = 'ending the subscription';
  const query = credentialsOf(strava);
  const path = `${PATH}/${encodeURIComponent(id)}`;
  await strava.ask({ method: 'DELETE', below: 'api_url', path, query, call }).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.fault !== 'not_found') throw error;
  });
}

async function createSubscription(strava: Strava, callback_url: string): Promise<Subscription> {
  const call = 'subscribing';
  const { webhook_verify_token: verify_token } = strava.settings;
  if (verify_token === null)
    throw new PlatformError(
      'refused',
      `${call}: set STRAVA_WEBHOOK_VERIFY_TOKEN, which the handshake needs.`,
    );
  const form = { ...credentialsOf(strava), callback_url, verify_token };
  const request = { method: 'POST', below: 'api_url', path: PATH, form, call } as const;
  const answer = readObject(await strava.ask(request).catch(explain), call);
  const id = readId(answer.id);
  if (id === null) throw new PlatformError('unavailable', `${call}: Strava does not name the subscription.`);
  return { id, callback_url };
}

/** Explains a refusal by Strava; an error of the app's own credentials explains itself. */
function explain(error: unknown): never {
  if (!(error instanceof PlatformError) || error.fault !== 'refused') throw error;
  const advice =
    'Strava has to reach the running server at BASE_URL, which answers it by STRAVA_WEBHOOK_VERIFY_TOKEN.';
  throw new PlatformError('refused', `${error.message} ${advice}`);
}

/** They go into the address, where two of the three calls want them. Errors and logs never contain it. */
function credentialsOf({ settings }: Strava): { client_id: string; client_secret: string } {
  const { client_id, client_secret } = settings;
  return { client_id, client_secret };
}
