import { connect } from 'node:tls';
import type { Config } from '../../config.ts';
import { createSecretBox } from '../../infra/crypto/secret-box.ts';
import { createHttpClient, type HttpClient } from '../../infra/http-client/index.ts';
import { reachMailServer } from '../../infra/mail/index.ts';
import {
  askStrava,
  callbackAddress,
  viewSubscription,
  withoutKey,
} from '../../modules/integrations/index.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../shared/time.ts';
import { type Check, error, note, ok, unchecked, warning } from './finding.ts';
import { readSecretsKeys } from './settings-checks.ts';

/** What is asked over the network, from here, needs no database. */
export type ReachDeps = { readonly config: Config; readonly clock: Clock; readonly http: HttpClient };

const TIMEOUT_MS = 3 * SECOND_MS;

export const reachClient = (): HttpClient =>
  createHttpClient({ timeout_ms: TIMEOUT_MS, max_bytes: 64 * 1_024 });

const mail: Check<ReachDeps> = {
  name: 'mail',
  run: async ({ config: { smtpUrl, dataDir } }) => {
    if (smtpUrl === undefined)
      return [note(`mails are files in ${dataDir}/outbox`, 'set SMTP_URL to send them')];
    const { host } = new URL(smtpUrl);
    try {
      await reachMailServer({ url: smtpUrl, timeout_ms: TIMEOUT_MS });
      return [
        ok(
          `the mail server ${host} takes connections from here; ekiden doctor --mail-to <address> sends one`,
        ),
      ];
    } catch (cause) {
      return [
        error(`${host}: ${reasonOf(cause)}`, 'set SMTP_URL, or mend the mail server; mails wait meanwhile'),
      ];
    }
  },
};

const push: Check<ReachDeps> = {
  name: 'push',
  run: async ({ config: { push }, http }, signal) => {
    const services = [
      ...(push.fcm === undefined ? [] : [push.fcm.api_url]),
      ...(push.web.vapid === undefined ? [] : push.web.origins.filter((origin) => !origin.includes('*'))),
    ];
    if (services.length === 0)
      return [
        note(
          'pushes are files in the outbox',
          'set FCM_SERVICE_ACCOUNT, or the VAPID_… keys (ekiden push-keys)',
        ),
      ];
    return await Promise.all(
      services.map(async (address) => {
        const { host, origin } = new URL(address);
        try {
          await http.send({ method: 'GET', url: new URL(origin), name: host, signal });
          return ok(`${host} answers`);
        } catch (cause) {
          return error(reasonOf(cause), `let this machine reach ${origin}, by its firewall and its DNS`);
        }
      }),
    );
  },
};

const SKEW_S = { warning: 5, error: 300 };

const storeClock: Check<ReachDeps> = {
  name: 'clock of the object store',
  run: async ({ config: { s3 }, clock, http }, signal) => {
    if (s3 === undefined) return [];
    const url = new URL(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`);
    try {
      const before = clock.now().getTime();
      const { headers } = await http.send({
        method: 'GET',
        url: new URL(url.origin),
        name: url.host,
        signal,
      });
      const at = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(at)) return [unchecked(`${url.host} does not say what time it has`)];
      // It says whole seconds, so it may be up to one ahead of what it says.
      const off_s = Math.max(before - at - SECOND_MS, at - clock.now().getTime(), 0) / SECOND_MS;
      const seen = `the clock of this machine differs from that of ${url.host} by ${off_s.toFixed(0)} s`;
      const mend = 'set both by NTP (timedatectl set-ntp true): past 15 minutes every request is refused';
      return [
        off_s > SKEW_S.error ? error(seen, mend) : off_s > SKEW_S.warning ? warning(seen, mend) : ok(seen),
      ];
    } catch (cause) {
      return [error(reasonOf(cause), 'set S3_ENDPOINT, or start the service')];
    }
  },
};

const subscription: Check<ReachDeps> = {
  name: 'subscription at Strava',
  run: async ({ config, clock, http }) => {
    const { strava } = config.platforms;
    if (strava === undefined) return [];
    const keys = await readSecretsKeys(config);
    const found = await viewSubscription(askStrava(strava, { http, clock, timeout_ms: TIMEOUT_MS }));
    const mend = 'ekiden strava subscribe, while the server runs';
    if (found === null) return [warning('Strava sends its events nowhere', mend)];
    const place = withoutKey(found.callback_url);
    const wanted = keys === null ? null : callbackAddress(config.baseUrl, createSecretBox(keys));
    if (wanted !== null && place !== withoutKey(wanted))
      return [error(`Strava sends its events to ${place}`, mend)];
    const has_key = found.callback_url !== place;
    return [
      has_key
        ? ok(`Strava sends its events to ${place}`)
        : warning(`${place} has no key, so anybody can send an event there`, mend),
    ];
  },
};

const CERTIFICATE_DAYS = { warning: 14, error: 3 };

type Certificate = { readonly days: number; readonly until: Date; readonly untrusted: string | null };

const publicAddress: Check<ReachDeps> = {
  name: 'public address',
  run: async ({ config, clock, http }, signal) => {
    const url = new URL(config.baseUrl);
    // At once: one after the other, two that never answer would take longer than a check may.
    const [certificate, health] = await Promise.all([
      url.protocol === 'https:' ? certificateFindings(url, clock, signal) : [],
      healthFinding(config, http, signal),
    ]);
    return [...certificate, health, ...proxyFindings(config, url)];
  },
};

async function healthFinding({ baseUrl }: Config, http: HttpClient, signal: AbortSignal) {
  const health = new URL(`${baseUrl}/healthz`);
  try {
    const { status, body } = await http.send({ method: 'GET', url: health, name: health.host, signal });
    return status === 200 && body.toString().includes('"status":"ok"')
      ? ok(`${health} answers`)
      : error(
          `${health} answers ${status}, and not as this server does`,
          'set BASE_URL, or lead the proxy to HOST and PORT (docs/proxy)',
        );
  } catch (cause) {
    return warning(
      `${reasonOf(cause)} at BASE_URL`,
      'start the server; else see proxy, DNS and firewall. From inside some networks the own public address is not reached',
    );
  }
}

function proxyFindings({ trustProxy, host, port }: Config, url: URL) {
  const is_proxied = url.protocol === 'https:' || (url.port !== String(port) && port !== 0);
  if (is_proxied && trustProxy.length === 0)
    return [
      warning(
        `${url.origin} is served by a proxy in front of ${host}:${port}, and TRUST_PROXY names none: all clients count as one, and the limits of failed sign-ins hit them together`,
        'TRUST_PROXY=loopback where the proxy runs on this machine, else its address',
      ),
    ];
  return is_proxied ? [ok(`TRUST_PROXY names ${trustProxy.join(', ')}`)] : [];
}

async function certificateFindings(url: URL, clock: Clock, signal: AbortSignal) {
  try {
    const { days, until, untrusted } = await readCertificate(url, clock, signal);
    const seen = `the certificate of ${url.host} ends in ${days.toFixed(1)} days, on ${until.toISOString()}`;
    const mend = 'renew it: caddy does by itself, else certbot renew; and see why that did not happen';
    if (days < CERTIFICATE_DAYS.error) return [error(seen, mend)];
    if (untrusted !== null)
      return [
        error(
          `the certificate of ${url.host} is not trusted: ${untrusted}`,
          'serve the whole chain of an authority that clients know',
        ),
      ];
    return [days < CERTIFICATE_DAYS.warning ? warning(seen, mend) : ok(seen)];
  } catch (cause) {
    return [error(`no TLS with ${url.host}: ${reasonOf(cause)}`, 'see that the proxy runs and serves https')];
  }
}

/** Also of a certificate that is not trusted, since why it is not may be that it ended. */
async function readCertificate(url: URL, clock: Clock, signal: AbortSignal): Promise<Certificate> {
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(url.port || 443),
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  const stop = (): void => reject(new Error('it takes too long'));
  signal.addEventListener('abort', stop, { once: true });
  socket.once('timeout', stop);
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    const until = new Date(socket.getPeerCertificate().valid_to);
    const days = (until.getTime() - clock.now().getTime()) / DAY_MS;
    const why: unknown = socket.authorizationError;
    resolve({
      days,
      until,
      untrusted: socket.authorized ? null : String(why instanceof Error ? why.message : why),
    });
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

const reasonOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');

export const REACH_CHECKS = [publicAddress, mail, push, storeClock, subscription];
