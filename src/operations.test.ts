import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { createHealth } from './http/health.ts';
import { eventually } from './test/eventually.ts';
import { createOrganization, signUp } from './test/factories.ts';
import { freePort } from './test/free-port.ts';
import { startTestServer, type TestServer } from './test/harness.ts';

const PLATFORMS = {
  STRAVA_CLIENT_ID: 'strava-app',
  STRAVA_CLIENT_SECRET: 'strava-secret',
  GARMIN_CONSUMER_KEY: 'garmin-app',
  GARMIN_CONSUMER_SECRET: 'garmin-secret',
  GARMIN_PUSH_API_KEY: 'garmin-push-key',
};

describe('metrics', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ METRICS_PORT: '0', ...PLATFORMS });
  });
  after(() => server.stop());

  test('tell of requests, jobs, mails and webhooks', async () => {
    const user = await signUp(server);
    await server.request('GET', '/api/v1/users/me', { token: user.token });
    console.log(await scrape(server));
  });
});

async function scrape({ metrics_url }: TestServer): Promise<string> {
  const response = await fetch(`${metrics_url}/metrics`);
  assert.equal(response.status, 200);
  return await response.text();
}
