import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { type AppError, notFound } from '../shared/errors.ts';
import { methodNotAllowed } from './errors.ts';
import { pathOf } from './request-target.ts';

type Address = { readonly pattern: RegExp; readonly methods: Set<string> };

/**
 * What to answer where no route matched: 405 with `Allow` on an address that has routes for other methods, 404
 * elsewhere. It knows every route that is added to the server after it.
 */
export function refuseUnknownAddresses(app: FastifyInstance): (request: FastifyRequest) => AppError {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const address = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) address.methods.add(name);
    addresses.set(url, address);
  });
  return (request) => {
    const path = pathOf(request.url);
    const matching = [...addresses.values()].filter(({ pattern }) => pattern.test(path));
    if (matching.length === 0) return notFound({ message: 'There is nothing at this address.' });
    const allow = [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort().join(', ');
    return methodNotAllowed({ message: `This address answers ${allow}.`, headers: { allow } });
  };
}

/** Of the router's patterns those that we use: `:name` for a segment, `*` for the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
}
