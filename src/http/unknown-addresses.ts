import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type AppError, notFound } from '../shared/errors.ts';
import { methodNotAllowed } from './errors.ts';
import { pathOf } from './request-target.ts';

type Address = { readonly url: string; readonly pattern: RegExp; readonly methods: Set<string> };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only refuses a method. */
    refusal?: boolean;
  }
}

export type UnknownAddresses = {
  /** The answer where no route matched: 405 with `Allow` where other methods have a route, else 404. */
  refuse(url: string): AppError;
  /**
   * Called once all routes are added.
   * @param refused an answer that takes precedence, if any
   */
  coverHiddenMethods(
    refused: (request: FastifyRequest, reply: FastifyReply, fault: unknown) => Promise<unknown>,
  ): void;
};

export function watchAddresses(app: FastifyInstance): UnknownAddresses {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', ({ url, method, config }: RouteOptions) => {
    if (config?.refusal === true) return;
    const address = addresses.get(url) ?? { url, pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) address.methods.add(name);
    addresses.set(url, address);
  });

  function refuse(url: string): AppError {
    const path = pathOf(url);
    const exact = addresses.get(path);
    const address = exact ?? [...addresses.values()].find(({ pattern }) => pattern.test(path));
    if (address === undefined) return notFound({ message: 'There is nothing at this address.' });
    const allow = [...address.methods].sort().join(', ');
    return methodNotAllowed({ message: `This address answers ${allow}.`, headers: { allow } });
  }

  /** Without it `GET /activities/:id` would answer `GET /activities/upload` as an invalid id. */
  function coverHiddenMethods(refused: Parameters<UnknownAddresses['coverHiddenMethods']>[0]): void {
    const all = [...addresses.values()];
    for (const { url, methods } of all.filter((address) => !/[:*]/.test(address.url))) {
      const others = all.filter((other) => other.url !== url && other.pattern.test(url));
      const hidden = new Set(others.flatMap((other) => [...other.methods]));
      const method = [...hidden].filter((name) => !methods.has(name) && name !== 'HEAD');
      if (method.length === 0) continue;
      app.route({
        method,
        url,
        config: { guarded: true, refusal: true },
        onRequest: async (request, reply) => {
          throw await refused(request, reply, refuse(url));
        },
        handler: async () => undefined,
      });
    }
  }

  return { refuse, coverHiddenMethods };
}

/** The parts of the router's patterns that we use: `:name` for a segment, `*` for the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
}
