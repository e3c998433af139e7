import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { pino } from 'pino';
import { freePort } from './free-port.ts';

/**
 * Stands between a client and the developer API and lets only through what the served OpenAPI document describes. Prism
 * does the comparing: somebody else's reading of the document, on a port of its own.
 */
export type ContractProxy = {
  readonly url: string;
  /** `fetch` that fails on an answer against the document; what Prism only warns of (undocumented failures) included. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  close(): Promise<void>;
};

type Json = Record<string, unknown>;
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: Record<string, Json> }> }>>;
};

/** `upstream` is the address of the developer API, whose document is read there. */
export async function startContractProxy(upstream: string): Promise<ContractProxy> {
  const document = (await (await fetch(`${upstream}/openapi.json`)).json()) as Document;
  const operations = await getHttpOperationsFromSpec(withRequiredHeaders(document));
  const prism = createServer(operations, {
    cors: false,
    // Prism's type wants the logger of an older pino.
    components: { logger: pino({ level: 'silent' }) as never },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      mock: { dynamic: false },
      // Wrong requests shall reach the server, whose refusals are part of the contract.
      validateRequest: false,
      checkSecurity: false,
      validateResponse: true,
      errors: true,
    },
  });
  const url = await prism.listen(await freePort(), '127.0.0.1');
  return {
    url,
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      const violations = response.headers.get('sl-violations');
      if (violations !== null || response.headers.get('content-type') === 'application/problem+json') {
        throw new Error(`${init?.method ?? 'GET'} ${address}: ${violations ?? (await response.text())}`);
      }
      return response;
    },
    close: () => prism.close(),
  };
}

/** OpenAPI takes a described header for optional; ours are promises, so the proxy shall miss one that is not there. */
function withRequiredHeaders(document: Document): object {
  const copy = structuredClone(document);
  const responses = Object.values(copy.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => Object.values(operation.responses)),
  );
  for (const { headers } of responses)
    for (const header of Object.values(headers ?? {})) header.required = true;
  return copy;
}
