import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { pathOf } from './request-target.ts';

/** The networks that the words of TRUST_PROXY mean. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Monitoring calls the process directly, without a proxy. */
const UNPROXIED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Warns once where all clients seem to be one, so that limits by client address hit all of them: because TRUST_PROXY does
 * not name a proxy, or a named proxy does not say who its clients are.
 */
export function watchProxies(app: FastifyInstance, trustProxy: readonly string[], logger: Logger): void {
  const trusted = blockListOf(trustProxy);
  let isUnnamed = true;
  let isSilent = trustProxy.length > 0;
  app.addHook('onRequest', (request, _reply, done) => {
    if (isUnnamed || isSilent) {
      const proxy = plainAddress(request.socket.remoteAddress ?? '');
      const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
      const isTrusted = trusted.check(proxy, isIPv6(proxy) ? 'ipv6' : 'ipv4');
      if (isUnnamed && forwarded !== undefined && !isTrusted) {
        isUnnamed = false;
        logger.warn(
          { proxy },
          'a proxy passes requests on that TRUST_PROXY does not name: all its clients count as one, and the limits of failed sign-ins and of mails hit them together; set TRUST_PROXY to its address if it is yours',
        );
      } else if (isSilent && isTrusted && forwarded === undefined && !UNPROXIED.has(pathOf(request.url))) {
        isSilent = false;
        logger.warn(
          { proxy },
          'TRUST_PROXY names the address that a request came from, but the request has no X-Forwarded-For: all clients of that proxy count as one; have it set the header, as in docs/proxy',
        );
      }
    }
    done();
  });
}

function blockListOf(trustProxy: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of trustProxy.flatMap((entry) => WORDS[entry] ?? [entry])) {
    const [address = '', bits] = range.split('/');
    const version = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, version);
    else list.addSubnet(address, Number(bits), version);
  }
  return list;
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
