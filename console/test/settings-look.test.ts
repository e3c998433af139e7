import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import {
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
type Json = any;
const PARTS = [
  'general',
  'members',
  'coaches',
  'groups',
  'invitations',
  'security',
  'exports',
  'audit',
] as const;
/** Who is signed in, where they belong, and the groups in the rail. */
const OF_THE_SHELL = 3;
const HOSTILE = '<img src=x onerror="document.title=1"> ‮אבג';
const EMOJI = '🏃‍♀️'.repeat(7);

describe('each part of the organization in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let club: TestOrganization;
  let runner: TestUser;
  before(async () => {
    server = await testServer();
    const name = `Riverside ${crypto.randomUUID()}`;
    club = await createOrganization(server, { fields: { name } });
    runner = await addMember(server, club, { fields: { display_name: 'Yuki T.', member_level: 'beginner' } });
    await addMember(server, club, { fields: { display_name: HOSTILE, labels: ['<b>bold</b>', EMOJI] } });
  });

  const api = async (
    method: string,
    path: string,
    body?: unknown,
    by: TestUser = club.coach,
  ): Promise<Json> =>
    (
      await server.request(method, `/api/v1/organizations/${club.org_id}${path}`, {
        token: by.token,
        ...(body !== undefined && { body }),
      })
    ).body;
  const open = (browser: Browser, part: string, user: TestUser = club.coach, org = club) =>
    openConsole(browser, server, { user, path: `/o/${org.org_id}/settings/${part}` });

  test('is accessible and fits in each part, wide and light as narrow and dark, with at most three requests', async () => {
    await createGroup(server, club, { members: [runner], fields: { name: HOSTILE, color: '#c8501e' } });
    await createApiKey(server, club, { name: EMOJI, scopes: ['read'] });
    await api('POST', '/invitations', { max_uses: 20, labels: ['track'] });
    await inBrowser(async (browser) => {
      for (const part of PARTS) {
        const { page, context, requests } = await open(browser, part);
        await isThere(page);
        await assertAccessible(page);
        await assertFits(page);
        assert.ok(requests.length - OF_THE_SHELL <= 3, `${part}: ${requests.join(', ')}`);
        await page.setViewportSize({ width: 390, height: 844 });
        await page.emulateMedia({ colorScheme: 'dark' });
        await assertAccessible(page);
        await assertFits(page);
        assert.match(await page.title(), /– Ekiden$/, 'no name is executed');
        await context.close();
      }
    });
  });

  /** Its title stands, and nothing of it is still awaited. */
  async function isThere(page: Page): Promise<void> {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  }
});
