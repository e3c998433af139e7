import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { type PostAnswer, type Poster, readRetryAfter } from '../http-client/index.ts';
import { outcomeOfNoAnswer } from '../no-answer.ts';
import type { SendOutcome } from '../send-outcome.ts';
import { keepAccess } from './fcm-access.ts';
import { type FcmVerdict, readFcmAnswer } from './fcm-answer.ts';
import { fitsDevices, writeMessage, writeProbe } from './fcm-message.ts';
import { watchProject } from './fcm-watch.ts';
import type { Pusher } from './push.ts';
import type { FcmAccount } from './settings.ts';

/**
 * Sends pushes to apps by Firebase Cloud Messaging (HTTP v1), one request for each device. A request that was sent is
 * awaited within the poster's time, even when the signal is aborted.
 */
export function createFcmSender(
  account: FcmAccount,
  tools: { poster: Poster; clock: Clock; logger: Logger },
): Pick<Pusher, 'send'> {
  const { poster, clock } = tools;
  const access = keepAccess(account, tools);
  const judge = watchProject(tools);
  const url = new URL(`${account.api_url}/v1/projects/${account.project_id}/messages:send`);

  const ask = async (token: string, body: string): Promise<FcmVerdict> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      return verdictOn(await poster.post({ url, headers, body, name: 'FCM' }), clock);
    } catch (error) {
      return outcomeOfNoAnswer(error);
    }
  };

  /** Sends with a valid access token, renewed if necessary. */
  const askWithAccess = async (body: string, signal: AbortSignal): Promise<SendOutcome | 'unproven'> => {
    for (const is_last of [false, true]) {
      const given = await access.take();
      signal.throwIfAborted();
      if ('kind' in given) return given;
      const verdict = await ask(given.token, body);
      if (verdict !== 'credentials') return verdict;
      if (is_last || !access.refused(given.token)) break;
    }
    return { kind: 'misconfigured', reason: 'credentials_refused' };
  };

  return {
    send: async ({ platform, token }, message, signal) => {
      signal.throwIfAborted();
      if (!fitsDevices(message)) return { kind: 'refused', reason: 'too_large' };
      const outcome = await askWithAccess(writeMessage(token, message, clock.now()), signal);
      if (outcome !== 'unproven') return judge(platform, outcome);
      return judge(platform, blame(await askWithAccess(writeProbe(token), signal)));
    },
  };
}

/** The cause of a refusal, judged by the outcome of an empty message to the same device. */
function blame(probed: SendOutcome | 'unproven'): SendOutcome {
  if (probed === 'unproven') return { kind: 'gone', reason: 'invalid_token' };
  if (probed.kind === 'gone' || probed.kind === 'misconfigured') return probed;
  if (probed.kind === 'sent' || probed.kind === 'refused')
    return { kind: 'refused', reason: 'invalid_message' };
  const retry_after_ms = probed.kind === 'busy' ? probed.retry_after_ms : null;
  return { kind: 'busy', reason: 'unproven', retry_after_ms };
}

function verdictOn({ status, headers, body }: PostAnswer, clock: Clock): FcmVerdict {
  return readFcmAnswer({ status, body, retry_after_ms: readRetryAfter(headers['retry-after'], clock.now()) });
}
