import { type Route, route } from '../../../http/route.ts';
import type { TokenSigner } from '../../../infra/crypto/access-tokens.ts';
import { JwksResponse } from '../contract.ts';

/** `/.well-known/jwks.json`, outside both APIs: what verifies our access tokens elsewhere. */
export function jwksRoute(deps: { readonly tokens: TokenSigner }): Route {
  return route({
    operation_id: 'getAccessTokenKeys',
    method: 'GET',
    path: '/.well-known/jwks.json',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Public keys of access tokens',
    responses: { 200: JwksResponse },
    handler: async () => ({
      status: 200,
      json: JSON.stringify(deps.tokens.publicJwks()),
      headers: { 'cache-control': 'public, max-age=300' },
    }),
  });
}
