import type { Answer } from '../kit/answers.ts';
import { button, fieldset, form, hidden, page, paragraph } from '../kit/page.ts';
import { type Route, route, startStandIn } from '../kit/stand-in.ts';
import { type Call, firstValue, html, json, readCall, redirect, refused } from './answers.ts';
import { askConsent, readOauth1, readOauth2 } from './ask-consent.ts';
import { exchangeToken, giveAccessToken, giveRequestToken, giveTokens } from './give-tokens.ts';
import { publishPermissions } from './notify.ts';
import { datesBetween, type GarminPerson, inventPerson, type PersonOptions } from './people.ts';
import {
  type AutoConsent,
  type CallName,
  type GarminOptions,
  openPlatform,
  type Platform,
  type PostDraft,
} from './platform.ts';
import type { Permission } from './summary-types.ts';
import {
  deleteRegistration,
  endConnection,
  findCaller,
  pullFile,
  pullSummaries,
  readPermissions,
  readUserId,
  startBackfill,
} from './user-calls.ts';
import { wearWatches } from './wear-watch.ts';

export type GarminStandIn = Awaited<ReturnType<typeof startGarmin>>;

/**
 * Starts a stand-in for Garmin on loopback. The consent page, the tokens and the API are all at its `url`; a browser finds the watches
 * there.
 */
export async function startGarmin(options: GarminOptions) {
  const stopping = new AbortController();
  const platform = openPlatform(options, stopping.signal);
  const { outbox, people, settings, faults } = platform;
  const watches = wearWatches(platform);
  const standIn = {
    name: 'Garmin',
    port: options.port,
    now: platform.now,
    routes: routesOf(platform, watches),
    read: readCall,
    notFound: refused(404, 'no such address').answer,
    notAllowed: refused(405, 'method not allowed').answer,
    errorOf: (status: number) => json(status, { errorMessage: `fault: ${status}` }),
    note: ({ query }: Call) => ({ parameters: Object.fromEntries(query.map(shown)) }),
  };
  const { url, calls, stop } = await startStandIn(standIn, { faults, stopping });
  platform.url = url;
  return {
    ...watches,
    url,
    /** May be changed at any time. */
    settings,
    faults,
    /** All requests so far, oldest first, without secrets. */
    get calls() {
      return calls.list();
    },
    /** All that was or will be sent to apps, oldest first. */
    posts: outbox.posts,
    addPerson: (one: PersonOptions): GarminPerson => {
      const person = inventPerson(platform.seed, one, platform.now());
      people.set(person.user_id, person);
      return person;
    },
    /** Who answers the consent page from now on; null: whoever clicks. */
    consentBy: (consent: AutoConsent | null): void => {
      platform.consent = consent;
    },
    /** In Garmin's own app somebody allows an app something else. */
    changePermissions: (user_id: string, client_id: string, permissions: readonly Permission[]): void => {
      const changed = findCaller(platform, client_id, user_id);
      if (changed === undefined) return;
      changed.connection.permissions = permissions;
      publishPermissions(platform, changed.app, changed.connection);
    },
    /** In Garmin's own app somebody lets an app go. */
    revoke: (user_id: string, client_id: string): void => {
      endConnection(platform, findCaller(platform, client_id, user_id));
    },
    /** Sends a post once more, as a platform does that has lost the answer. */
    repeat: (post: PostDraft): void => outbox.add(post),
    /** Tries whatever is due by the clock once, and waits for it. */
    deliverDue: outbox.deliverDue,
    stop: async (): Promise<void> => {
      await Promise.all([stop(), outbox.stop()]);
    },
  };
}

type PlatformRoute = Route<Call, CallName>;

const USER = '/(?:wellness-api|partner-gateway)/rest/user';
const REST = '/wellness-api/rest';

/** All four hosts of the platform on one address: their paths do not meet. */
function routesOf(platform: Platform, watches: ReturnType<typeof wearWatches>): PlatformRoute[] {
  type Work = (platform: Platform, call: Call, name: string) => Answer;
  const at = (name: CallName | null, methods: string, path: string, work: Work): PlatformRoute =>
    route(name, methods, path, (call, id) => work(platform, call, id));
  return [
    at('request_token', 'POST', '/oauth-service/oauth/request_token', giveRequestToken),
    at('oauth_confirm', 'GET POST', '/oauthConfirm', askConsent(readOauth1)),
    at('access_token', 'POST', '/oauth-service/oauth/access_token', giveAccessToken),
    at('oauth2_confirm', 'GET POST', '/oauth2Confirm', askConsent(readOauth2)),
    at('oauth2_token', 'POST', '/di-oauth2-service/oauth/token', giveTokens),
    at('token_exchange', 'POST', '/partner-gateway/rest/user/token-exchange', exchangeToken),
    at('user_id', 'GET', `${USER}/id`, readUserId),
    at('user_permissions', 'GET', `${USER}/permissions`, readPermissions),
    at('registration', 'DELETE', `${USER}/registration`, deleteRegistration),
    at('backfill', 'GET', `${REST}/backfill/:id`, startBackfill),
    at('activity_file', 'GET', `${REST}/activityFile`, pullFile),
    at('pull', 'GET', `${REST}/:id`, pullSummaries),
    at(null, 'GET', '/', () => html(200, watchPage(platform))),
    at(null, 'POST', '/', (_, call) => act(platform, watches, call)),
  ];
}

const SHOWN = /^(?:(?:summary|upload)(?:Start|End)TimeInSeconds|id)$/;

/** Names, and the values of those that say nothing about who may what. */
const shown = ([name, value]: readonly [string, string]): [string, string] => [
  name,
  SHOWN.test(name) ? value : '…',
];

/** What people with watches do, for visitors of a demo. Garmin has no such page, so no app may call it and no fault befalls it. */
function act(platform: Platform, watches: ReturnType<typeof wearWatches>, call: Call): Answer {
  const { people } = platform;
  const user_id = firstValue(call.form, 'user_id') ?? '';
  const action = firstValue(call.form, 'action') ?? '';
  const person = people.get(user_id);
  const now_s = platform.nowS();
  if (person !== undefined && action === 'run') watches.recordActivity(user_id);
  else if (person !== undefined && action === 'day') {
    const until = new Date(now_s * 1_000);
    for (const date of datesBetween(person, now_s, now_s + 1)) watches.syncDay(user_id, date, { until });
  } else endConnection(platform, findCaller(platform, action, user_id));
  return redirect('/');
}

function watchPage({ people, accounts }: Platform): string {
  const watches = [...people.values()].map(({ user_id, name }) => {
    const apps = accounts.ofUser(user_id);
    const none = 'No app may have anything.';
    return form([
      fieldset(name, [
        hidden('user_id', user_id),
        paragraph(apps.length === 0 ? none : 'What is recorded is told to the apps below.'),
        button('action', 'run', 'Go for a run'),
        button('action', 'day', 'Read the day from the watch'),
        ...apps.map(({ client_id }) => button('action', client_id, `Let ${client_id} go`)),
      ]),
    ]);
  });
  return page('Watches', watches, 'Garmin Connect');
}
