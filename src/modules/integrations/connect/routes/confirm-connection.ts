import { type Route, route } from '../../../../http/route.ts';
import { notConfigured, unusableConfirmation } from '../../errors.ts';
import { ConfirmConnectionBody, ConfirmConnectionResponse } from '../contract.ts';
import { confirmConnecting, type FinishDeps } from '../finish-connecting.ts';
import { presentConfirmed } from '../present.ts';

export const confirmConnectionRoute = (deps: FinishDeps): Route =>
  route({
    operation_id: 'confirmConnection',
    method: 'POST',
    path: '/integrations/confirm',
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: 'Confirm that it is you who came back from a platform',
    description:
      'For apps that asked for `authorize_url` with a `code_challenge`: send the `confirm_code` that came to `return_url`, with the ' +
      '`code_verifier` of the challenge, signed in as the user who set out. Until then nothing is connected. Once, and within ten ' +
      'minutes. The answer says what came of it, as the callback says it to a browser.',
    body: ConfirmConnectionBody,
    responses: { 200: ConfirmConnectionResponse },
    errors: [unusableConfirmation, notConfigured],
    handler: async ({ actor, body }) => {
      const result = await confirmConnecting(deps, actor, body);
      return { status: 200, body: { status: 'ok' as const, data: presentConfirmed(result) } };
    },
  });
