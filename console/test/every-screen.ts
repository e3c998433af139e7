import assert from 'node:assert/strict';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { eventually } from '../../src/test/eventually.ts';

/** What addresses of a club speak of. */
export type Ids = {
  readonly org: string;
  /** Who shares everything. */
  readonly athlete: string;
  /** Who shares nothing. */
  readonly quiet: string;
  /** A run of `athlete` with laps and a recording. */
  readonly activity: string;
  /** A session of the club that is over. */
  readonly session: string;
  readonly group: string;
  /** A saved plan that athletes follow. */
  readonly plan: string;
  /** A campaign that was sent. */
  readonly campaign: string;
  /** A run of the one who is signed in as an athlete. */
  readonly run: string;
};

export type Screen = {
  /** Also of its picture and of its tree. */
  readonly name: string;
  readonly by: 'coach' | 'athlete' | 'nobody';
  readonly path: (ids: Ids) => string;
};

const seenBy =
  (by: Screen['by']) =>
  (name: string, path: Screen['path']): Screen => ({ name, by, path });
const coach = seenBy('coach');
const athlete = seenBy('athlete');
const nobody = seenBy('nobody');

/** Every address that somebody opens. A new screen is a line here, and is held to all that holds for each. */
export const SCREENS: readonly Screen[] = [
  coach('triage', ({ org }) => `/console/o/${org}/triage`),
  coach('triage-of-one', ({ org, athlete }) => `/console/o/${org}/triage/${athlete}`),
  coach('roster', ({ org }) => `/console/o/${org}/roster`),
  coach('team-calendar', ({ org }) => `/console/o/${org}/calendar`),
  coach('athlete-overview', ({ org, athlete }) => `/console/o/${org}/athletes/${athlete}/overview`),
  coach('athlete-calendar', ({ org, athlete }) => `/console/o/${org}/athletes/${athlete}/calendar`),
  coach('athlete-activities', ({ org, athlete }) => `/console/o/${org}/athletes/${athlete}/activities`),
  coach('athlete-health', ({ org, athlete }) => `/console/o/${org}/athletes/${athlete}/health`),
  coach('athlete-messages', ({ org, athlete }) => `/console/o/${org}/athletes/${athlete}/messages`),
  coach('athlete-sharing', ({ org, athlete }) => `/console/o/${org}/athletes/${athlete}/sharing`),
  coach('quiet-athlete', ({ org, quiet }) => `/console/o/${org}/athletes/${quiet}/overview`),
  coach(
    'review',
    ({ org, athlete, activity }) => `/console/o/${org}/athletes/${athlete}/activities/${activity}`,
  ),
  coach('messages', ({ org }) => `/console/o/${org}/messages`),
  coach('campaigns', ({ org }) => `/console/o/${org}/messages/campaigns`),
  coach('new-campaign', ({ org }) => `/console/o/${org}/messages/campaigns/new`),
  coach('campaign', ({ org, campaign }) => `/console/o/${org}/messages/campaigns/${campaign}`),
  coach('plans', ({ org }) => `/console/o/${org}/plans`),
  coach('plan-editor', ({ org }) => `/console/o/${org}/plans/new`),
  coach('plan', ({ org, plan }) => `/console/o/${org}/plans/${plan}`),
  coach('library', ({ org }) => `/console/o/${org}/library`),
  coach('sessions', ({ org }) => `/console/o/${org}/sessions`),
  coach('session', ({ org, session }) => `/console/o/${org}/sessions/${session}`),
  coach('settings-general', ({ org }) => `/console/o/${org}/settings/general`),
  coach('settings-members', ({ org }) => `/console/o/${org}/settings/members`),
  coach('settings-coaches', ({ org }) => `/console/o/${org}/settings/coaches`),
  coach('settings-groups', ({ org, group }) => `/console/o/${org}/settings/groups/${group}`),
  coach('settings-invitations', ({ org }) => `/console/o/${org}/settings/invitations`),
  coach('settings-security', ({ org }) => `/console/o/${org}/settings/security`),
  coach('settings-exports', ({ org }) => `/console/o/${org}/settings/exports`),
  coach('new-organization', () => '/console/new-organization'),
  coach('settings-audit', ({ org }) => `/console/o/${org}/settings/audit`),
  athlete('today', () => '/console/today'),
  athlete('own-calendar', () => '/console/calendar'),
  athlete('own-runs', () => '/console/runs'),
  athlete('own-run', ({ run }) => `/console/runs/${run}`),
  athlete('own-messages', () => '/console/messages'),
  athlete('own-session', ({ org, session }) => `/console/o/${org}/sessions/${session}`),
  athlete('own-settings', () => '/console/me/settings'),
  athlete('own-privacy', () => '/console/me/privacy'),
  athlete('own-connections', () => '/console/me/connections'),
  athlete('unknown-address', () => '/console/nowhere'),
  nobody('sign-in', () => '/sign-in'),
  nobody('forgot-password', () => '/forgot-password'),
  nobody('create-account', () => '/create-account'),
];

/** A page in which one address is opened after the other, watched from its first byte: what it asks for, and what it does that no page of ours may do. */
export type WatchedPage = {
  readonly page: Page;
  /** Requests to the API since the address was opened: method and path, without those of the event stream. */
  readonly requests: readonly string[];
  /** Errors, breaches of the policy, dialogs of the browser, requests to other servers, since the address was opened. */
  readonly misdeeds: readonly string[];
  /** Leaves nothing of what was opened before, and begins to load an address in the size that the page had first. */
  readonly load: (path: string) => Promise<void>;
  /** Loads an address and waits until nothing of it is awaited any more. */
  readonly open: (path: string) => Promise<void>;
  /** Waits until the page asks for nothing and has been drawn with the last answer. */
  readonly settle: () => Promise<void>;
};

/** What every page asks before its screen does: who is signed in, where they belong, and the groups in the rail. */
const OF_THE_SHELL = /^GET \/api\/v1\/(?:users\/me(?:\/memberships)?|organizations\/[^/]+\/groups)$/;
/** How many to look at, beside Triage in the rail: on that screen it is the list itself. */
const OF_THE_RAIL = /^GET \/api\/v1\/organizations\/[^/]+\/triage$/;

export const isOfShell = (request: string, { name }: Screen): boolean =>
  OF_THE_SHELL.test(request) || (OF_THE_RAIL.test(request) && !name.startsWith('triage'));

const isStream = (request: Request): boolean => new URL(request.url()).pathname.endsWith('/stream');

export async function watchedPage(context: BrowserContext, origin: string): Promise<WatchedPage> {
  const page = await context.newPage();
  const size = page.viewportSize();
  const requests: string[] = [];
  const misdeeds: string[] = [];
  const pending = new Set<Request>();
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error('The policy was broken: ' + violatedDirective + ' ' + blockedURI);
    });
    // Each screen asks for itself: what another one has asked for is not taken from the device. The empty page has no device.
    if (location.protocol !== 'about:') {
      indexedDB.deleteDatabase('ekiden');
      localStorage.clear();
      sessionStorage.clear();
    }
  `);
  page.on('request', (request) => {
    if (isStream(request)) return;
    pending.add(request);
    const { origin: asked, pathname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) misdeeds.push(`asks ${request.url()}`);
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`);
  });
  const isOver = (request: Request): void => void pending.delete(request);
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
  page.on('pageerror', (error) => misdeeds.push(String(error)));
  page.on('dialog', (dialog) => {
    misdeeds.push(`opens a dialog of the browser: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      misdeeds.push(message.text());
  });

  /** An answer may be what another question waited for: only what stays quiet for some frames, without a slot for what will come, is done. */
  const settle = async (): Promise<void> => {
    let quiet = 0;
    await eventually(
      async () => {
        const slots = await page.evaluate<number>(
          `new Promise((done) => requestAnimationFrame(() => setTimeout(done))).then(() => document.querySelectorAll('[data-waiting]').length)`,
        );
        quiet = pending.size === 0 && slots === 0 ? quiet + 1 : 0;
        return [slots, ...[...pending].map((request) => request.url())];
      },
      () => quiet >= 3,
    );
  };
  const load = async (path: string): Promise<void> => {
    // The former page is gone before anything of this one is counted. The process and what it has compiled stay.
    await page.goto('about:blank');
    if (size !== null) await page.setViewportSize(size);
    requests.length = 0;
    misdeeds.length = 0;
    pending.clear();
    await page.goto(path);
  };
  const open = async (path: string): Promise<void> => {
    await load(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settle();
    // The page where one signs in would pass for a screen that asks for nothing.
    const [, first] = path.split('/');
    assert.ok(new URL(page.url()).pathname.startsWith(`/${first}`), `it led to ${page.url()}`);
  };
  return { page, requests, misdeeds, load, open, settle };
}

/** Goes on with the next where one thing fails, and says at the end all that failed. */
export async function holdAll(checks: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const faults: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  assert.ok(faults.length === 0, faults.join('\n\n'));
}
