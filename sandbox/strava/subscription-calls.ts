import { type Answer, badRequest, json, notFound } from './answers.ts';
import type { Subscription } from './keep-subscription.ts';
import type { Platform } from './platform.ts';
import type { PlatformRequest } from './read-request.ts';
import { seconds } from './show-times.ts';
import { requireApp } from './token-calls.ts';

const LONGEST_ADDRESS = 255;

/** `POST /push_subscriptions`: answered after the app has shaken hands. */
export async function createSubscription(
  platform: Platform,
  { parameters }: PlatformRequest,
): Promise<Answer> {
  requireApp(platform, parameters);
  const callback_url = parameters.get('callback_url') ?? '';
  const verify_token = parameters.get('verify_token') ?? '';
  if (callback_url.length > LONGEST_ADDRESS || !URL.canParse(callback_url))
    throw badRequest('PushSubscription', 'callback url', 'invalid');
  if (verify_token === '') throw badRequest('PushSubscription', 'verify token', 'missing');
  const subscription = await platform.subscriptions.create(callback_url, verify_token);
  // Only here times have nanoseconds.
  const created_at = subscription.created_at.toISOString().replace('Z', '786016Z');
  return json(201, { ...present(platform, subscription), created_at, updated_at: created_at });
}

export function viewSubscriptions(platform: Platform, { parameters }: PlatformRequest): Answer {
  requireApp(platform, parameters);
  const current = platform.subscriptions.current();
  return json(200, current === null ? [] : [present(platform, current)]);
}

export function deleteSubscription(platform: Platform, { parameters }: PlatformRequest, id: string): Answer {
  requireApp(platform, parameters);
  if (!platform.subscriptions.delete(Number(id))) throw notFound('PushSubscription', 'id');
  return { status: 204, body: null };
}

function present(
  { settings }: Platform,
  { id, callback_url, created_at }: Subscription,
): Record<string, unknown> {
  return {
    id,
    resource_state: 2,
    application_id: settings.client_id,
    callback_url,
    created_at: seconds(created_at),
    updated_at: seconds(created_at),
  };
}
