import type { IncomingMessage, ServerResponse } from 'node:http';
import { pour } from '../kit/stand-in.ts';

/** How a provider may answer other than well, whatever it is asked. */
export const MISBEHAVIOURS = ['silent', 'dripping', 'failing', 'redirecting', 'babbling', 'endless'] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

/** What it says in its bodies then: nobody who asks it may pass that on. */
export const BABBLE = 'internal-detail-of-the-provider';

/** Answers a request badly. What does not end is ended by whoever asks, or with the server. */
export function misbehave(how: Misbehaviour, request: IncomingMessage, response: ServerResponse): void {
  switch (how) {
    case 'silent':
      return;
    case 'dripping':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      return;
    case 'failing':
      response.writeHead(500, { 'content-type': 'text/plain' }).end(BABBLE);
      return;
    case 'redirecting':
      response.writeHead(302, { location: `/moved${request.url ?? '/'}` }).end(BABBLE);
      return;
    case 'babbling':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`<html>${BABBLE}</html>`);
      return;
    case 'endless':
      pour(response, { 'content-type': 'application/json' });
  }
}
