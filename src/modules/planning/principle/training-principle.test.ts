import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  addCoach,
  addMember,
  createOrganization,
  setTier,
  type TestOrganization,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

const PATH = '/api/v1/plans/training-principle';

describe('the training principle', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    const settings = { training_principle: 'Of the club.' };
    club = await createOrganization(server, { fields: { settings } });
  });

  const read = async (token: string, { org_id } = club) =>
    await server.request('GET', `${PATH}?org_id=${org_id}`, { token });
  const write = async (token: string, body: object) =>
    await server.request('PUT', PATH, { token, body: { org_id: club.org_id, ...body } });
  const stored = (coach: string | null, organization: string | null) => ({
    org_id: club.org_id,
    principle: coach ?? organization,
    level: coach !== null ? 'coach' : organization !== null ? 'organization' : null,
    stored: { coach, organization },
  });

  test('is the coach’s own before the organization’s, and goes when it is blank', async () => {
    const assistant = await addCoach(server, club);
    assert.deepEqual((await read(assistant.token)).body, {
      status: 'ok',
      data: stored(null, 'Of the club.'),
    });
    const own = await write(assistant.token, { level: 'coach', principle: '  My own. ' });
    assert.deepEqual([own.status, own.body.data], [200, stored('My own.', 'Of the club.')]);
    assert.deepEqual((await read(assistant.token)).body.data, own.body.data);
    assert.deepEqual((await read(club.coach.token)).body.data, stored(null, 'Of the club.'));
    for (const principle of [' ', null]) {
      await write(assistant.token, { level: 'coach', principle: 'My own.' });
      const cleared = await write(assistant.token, { level: 'coach', principle });
      assert.deepEqual(cleared.body.data, stored(null, 'Of the club.'));
    }
  });

  test('of a plan is what the request says, else what is stored', async () => {
    const used = async (body: object) => {
      const { token } = club.coach;
      const asked = { org_id: club.org_id, weeks: 1, experience_level: 'beginner', ...body };
      const answer = await server.request('POST', '/api/v1/plans/draft', { token, body: asked });
      return answer.body.data.training_principle;
    };
    assert.equal(await used({}), 'Of the club.');
    assert.equal(await used({ training_principle: '  ' }), 'Of the club.');
    assert.equal(await used({ training_principle: 'For once.' }), 'For once.');
    await write(club.coach.token, { level: 'coach', principle: 'Mine.' });
    assert.equal(await used({}), 'Mine.');
    await write(club.coach.token, { level: 'coach', principle: '' });
  });

  test('of the organization is one of its settings: who leads it changes it, and the log has it', async () => {
    const [assistant, admin] = [
      await addCoach(server, club),
      await addCoach(server, club, { role: 'admin' }),
    ];
    const refused = await write(assistant.token, { level: 'organization', principle: 'No.' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
    const changed = await write(admin.token, { level: 'organization', principle: 'Of us all.' });
    assert.deepEqual(changed.body.data, stored(null, 'Of us all.'));
    const { token } = club.coach;
    const organization = await server.request('GET', `/api/v1/organizations/${club.org_id}`, { token });
    assert.equal(organization.body.settings.training_principle, 'Of us all.');
    const path = `/api/v1/organizations/${club.org_id}/audit-logs?event_type=organization_updated`;
    const [entry] = (await server.request('GET', path, { token })).body.logs;
    assert.deepEqual([entry.actor_id, entry.event_type], [admin.user_id, 'organization_updated']);
    await write(token, { level: 'organization', principle: '' });
    assert.deepEqual((await read(token)).body.data, stored(null, null));
    const after = await server.request('GET', `/api/v1/organizations/${club.org_id}`, { token });
    assert.equal('training_principle' in after.body.settings, false);
  });

  test('is for coaches of an organization that has coach_agent', async () => {
    const [member, other] = [await addMember(server, club), await createOrganization(server)];
    for (const ask of [read, (token: string) => write(token, { level: 'coach', principle: 'Hm.' })]) {
      assert.equal((await ask(member.token)).body.code, 'forbidden');
      assert.equal((await ask(other.coach.token)).body.code, 'not_found');
    }
    assert.equal((await server.request('GET', `${PATH}?org_id=${club.org_id}`)).status, 401);
    assert.equal((await server.request('PUT', PATH, { body: {} })).status, 401);
    await setTier(server, other.org_id, 'free');
    assert.equal((await read(other.coach.token, other)).body.code, 'feature_not_enabled');
  });

  test('that is no text, of no level or of nothing is refused', async () => {
    const { token } = club.coach;
    for (const [body, at] of [
      [{ level: 'coach' }, 'principle'],
      [{ level: 'coach', principle: 7 }, 'principle'],
      [{ level: 'coach', principle: 'x'.repeat(10_001) }, 'principle'],
      [{ level: 'team', principle: 'Easy.' }, 'level'],
      [{ level: 'coach', principle: 'Easy.', org_id: 'club' }, 'org_id'],
    ] as const) {
      const answer = await write(token, body);
      assert.deepEqual([answer.status, answer.body.details[0].path], [400, at]);
    }
    assert.equal((await server.request('GET', PATH, { token })).body.details[0].path, 'org_id');
  });

  test('written twice at once is one of the two', async () => {
    const { token } = await addCoach(server, club);
    const texts = ['One.', 'Two.'];
    await Promise.all(texts.map((principle) => write(token, { level: 'coach', principle })));
    assert.ok(texts.includes((await read(token)).body.data.principle));
  });
});
