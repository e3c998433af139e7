import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStrava } from './start-strava.ts';

test('a visitor goes for a run as an athlete, shows it to nobody else and lets the app go', async () => {
  const strava = await startStrava({ app_name: '<b>App</b>' });
  try {
    const { id } = strava.addAthlete({ firstname: '<i>Ida' });
    const act = async (action: string, athlete_id = String(id)): Promise<string> => {
      const body = new URLSearchParams({ athlete_id, action });
      const answer = await fetch(strava.url, { method: 'POST', body });
      assert.equal(answer.status, 200);
      return await answer.text();
    };
    assert.match(await act('run'), /Newest activity: Run, \d{4}-\d\d-\d\d\./);
    const page = await act('hide');
    assert.match(page, /visible only to you/);
    assert.doesNotMatch(page, /<b>|<i>|value="hide"|value="revoke"/);
    const [run, ...more] = strava.activitiesOf(id);
    assert.deepEqual([run?.visibility, more], ['only_me', []]);
    for (const [action, athlete_id] of [
      ['run', '1'],
      ['run', 'nobody'],
      ['constructor', String(id)],
    ] as const)
      await act(action, athlete_id);
    assert.equal(strava.activitiesOf(id).length, 1);
  } finally {
    await strava.stop();
  }
});

test('what is numbered by hand has its number once', async () => {
  const strava = await startStrava();
  try {
    const { id } = strava.addAthlete();
    assert.equal(strava.addActivity(id, { id: 17_000_000_000, resolution_s: 60 }).id, 17_000_000_000);
    assert.throws(() => strava.addActivity(id, { id: 17_000_000_000, resolution_s: 60 }), RangeError);
  } finally {
    await strava.stop();
  }
});
