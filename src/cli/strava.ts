import { openSecretBox } from '../deps.ts';
import { createHttpClient } from '../infra/http-client/index.ts';
import {
  askStrava,
  callbackAddress,
  deleteSubscription,
  ensureSubscription,
  viewSubscription,
  withoutKey,
} from '../modules/integrations/index.ts';
import { systemClock } from '../shared/time.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const DONE = {
  created: 'Strava sends its events to',
  replaced: 'Strava sends its events, which went elsewhere before, to',
  kept: 'Strava already sends its events to',
} as const;

/** `ekiden strava subscribe|subscription|unsubscribe` */
export async function runStravaCommand(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [verb = '', ...rest] = args;
  const strava = askStrava(config.platforms.strava, { http: createHttpClient(), clock: systemClock });
  if (rest.length === 0 && verb === 'subscribe') {
    const address = callbackAddress(config.baseUrl, await openSecretBox(config));
    const { id, outcome } = await ensureSubscription(strava, address);
    print(`${DONE[outcome]} ${withoutKey(address)}\n${advice(id)}`);
    return 0;
  }
  if (rest.length > 0 || !['subscription', 'unsubscribe'].includes(verb))
    throw new UsageError('Say subscribe, subscription or unsubscribe.');
  const current = await viewSubscription(strava);
  if (current === null) {
    print('Strava sends its events nowhere: see ekiden strava subscribe.');
  } else if (verb === 'unsubscribe') {
    await deleteSubscription(strava, current.id);
    print('Strava sends its events nowhere any more.');
  } else {
    print(`Strava sends its events to ${withoutKey(current.callback_url)}\n${advice(current.id)}`);
    if (current.callback_url === withoutKey(current.callback_url)) print(keyless(config));
  }
  return 0;
}

function keyless({ platforms: { strava } }: CommandContext['config']): string {
  const replace = 'ekiden strava subscribe replaces it by one that has.';
  return strava?.signature_required === true
    ? `Warning: that address has no key, and events without a signature are refused: ${replace}`
    : `Warning: that address has no key, so anybody can send an event there, which hides an activity for up to a minute: ${replace}`;
}

function advice(id: string): string {
  return `STRAVA_SUBSCRIPTION_ID=${id} refuses events of other subscriptions.`;
}
