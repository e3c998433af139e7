import assert from 'node:assert/strict';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import { PRIVACY_SETTINGS } from '../../src/privacy/index.ts';
import { addDays } from '../../src/shared/calendar.ts';
import { planSession } from '../../src/test/club-sessions.ts';
import {
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  invite,
  type TestUser,
  uploadFile,
} from '../../src/test/factories.ts';
import { share, storeRun } from '../../src/test/feedback-stage.ts';
import type { TestServer } from '../../src/test/harness.ts';
import { quietContent, saveQuietPlan, setVdot } from '../../src/test/saved-plans.ts';
import { seedAthlete } from '../../src/test/seed-athletes.ts';
import { type DemoStage, NOW, stageOf } from './demo-stage.ts';

/** Says so to the page where it is run. */
const SCRIPT = '<img src=x onerror="globalThis.executed=1"><script>globalThis.executed=1</script>';
const SHORT_SCRIPT = '<img src=x onerror="globalThis.executed=1">';
const RIGHT_TO_LEFT = 'مرحبا بالعالم שלום ';
const EMOJI = '🏃🏽‍♀️👩‍👩‍👧‍👦🇹🇼';
/** Without a place to break. */
const LONG_WORD = 'Wahnsinnsgeschwindigkeitsbegrenzung';

/** A text of just so many characters, as the server counts them, that no page may run, cut the layout with or be turned by. */
function hostileText(most: number): string {
  const text = `${most < 80 ? SHORT_SCRIPT : SCRIPT}${RIGHT_TO_LEFT}${EMOJI}${LONG_WORD.repeat(most)}`;
  const letters = [...text].slice(0, most);
  while (letters.join('').length > most) letters.pop();
  return letters.join('');
}

const MANY = 150;
/** The Monday of the week in which Europe's clocks change. */
const MONDAY = '2026-03-23';

/** A club in which every text is as long as it may be and means harm, with many people, on the far side of the day line. */
export async function hostileStage(server: TestServer): Promise<DemoStage> {
  const club = await createOrganization(server, { fields: { name: hostileText(100) } });
  const { coach } = club;
  const at = `/api/v1/organizations/${club.org_id}`;
  const send = async (method: string, path: string, by: TestUser, body: unknown) => {
    const answer = await server.request(method, path, { token: by.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const names = { first_name: hostileText(100), last_name: LONG_WORD.repeat(3).slice(0, 100) };
  await send('PUT', `/api/v1/users/${coach.user_id}`, coach, {
    ...names,
    preferences: { timezone: 'Asia/Kolkata' },
  });
  const nickname = hostileText(50);
  const labels = Array.from({ length: 30 }, (_, index) => `${index} ${hostileText(46)}`);
  const athlete = await addMember(server, club, {
    fields: { display_name: nickname, member_level: hostileText(50), labels },
  });
  await send('PUT', `/api/v1/users/${athlete.user_id}`, athlete, {
    ...names,
    bio: hostileText(1_000),
    preferences: { timezone: 'Pacific/Apia' },
  });
  await share(server, athlete, Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])));
  const quiet = await addMember(server, club, { fields: { display_name: RIGHT_TO_LEFT } });
  await share(server, quiet, Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, false])));
  for (let person = 0; person < MANY; person += 1)
    await seedAthlete(server, club.org_id, {
      display_name: `${person} ${hostileText(40)}`,
      timezone: 'Pacific/Apia',
    });
  await setVdot(server, athlete.user_id, 48);

  const content = quietContent(MONDAY, 3).map((workout) => ({ ...workout, title: hostileText(200) }));
  const { body: saved } = await saveQuietPlan(server, club, {
    start_date: MONDAY,
    weeks: 3,
    title: hostileText(200),
    content,
    athlete_ids: [athlete.user_id, quiet.user_id],
  });
  const recording = simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }));
  const uploaded = await uploadFile(server, athlete, writeFit([recording]), 'evening.fit');
  assert.ok(uploaded.status < 300, JSON.stringify(uploaded.body));
  const run: string = uploaded.body.data.activities[0].id;
  await send('PATCH', `/api/v1/activities/${run}`, athlete, {
    name: hostileText(200),
    description: hostileText(2_000),
  });
  for (let days = 0; days < 40; days += 1)
    await storeRun(server, athlete.user_id, {
      name: hostileText(200),
      start_time: new Date(NOW.getTime() - days * 86_400_000),
      distance_m: 999_999,
    });
  await send('PATCH', `/api/v1/activities/${run}/feedback`, athlete, {
    rpe: 10,
    note: hostileText(2_000),
    pain: { area: 'knee', side: 'left', level: 10 },
  });
  await send('POST', `${at}/athletes/${athlete.user_id}/activities/${run}/comments`, coach, {
    text: hostileText(2_000),
  });
  for (const by of [coach, athlete])
    await send('POST', `${at}/athletes/${athlete.user_id}/messages`, by, { text: hostileText(2_000) });
  await send('POST', `${at}/athletes/${athlete.user_id}/coach-notes`, coach, { text: hostileText(2_000) });
  const today = NOW.toISOString().slice(0, 10);
  await send('POST', '/api/v1/availability', athlete, {
    kind: 'unavailable',
    from: addDays(today, 1),
    to: addDays(today, 3),
    reason: hostileText(500),
  });
  await send('POST', '/api/v1/injuries', athlete, {
    kind: 'injury',
    area: hostileText(200),
    from: today,
    running: 'no_hills',
    note: hostileText(500),
  });
  await send('POST', '/api/v1/races', athlete, {
    name: hostileText(200),
    date: addDays(today, 9),
    event: '10k',
  });
  const group = await createGroup(server, club, {
    members: [athlete],
    fields: { name: hostileText(100), description: hostileText(2_000), color: '#c8501e' },
  });
  for (let count = 0; count < 30; count += 1)
    await createGroup(server, club, { fields: { name: `${count} ${hostileText(90)}` } });
  const session = await planSession(server, club, {
    title: hostileText(200),
    description: hostileText(2_000),
    place: { text: hostileText(300) },
    // Clocks are put forward in the middle of it.
    starts_at: '2026-03-29T00:30:00Z',
    timezone: 'Europe/London',
  });
  const { campaign } = await send('POST', `${at}/campaigns`, coach, {
    title: hostileText(120),
    body: hostileText(4_000),
    channels: ['chat'],
    audience: { user_ids: [athlete.user_id] },
  });
  await send('POST', `${at}/workouts`, coach, {
    title: hostileText(200),
    description: hostileText(2_000),
    workout_type: 'easy-run',
    labels: [hostileText(50)],
    segments: [{ kind: 'work', duration_s: 1_800 }],
  });
  await createApiKey(server, club, { name: hostileText(50) });
  await invite(server, club, {
    labels: [hostileText(50)],
    display_name: hostileText(50),
    email: `${'w'.repeat(60)}@example.org`,
  });
  const ids = {
    org: club.org_id,
    athlete: athlete.user_id,
    quiet: quiet.user_id,
    activity: run,
    session: session.id,
    group: group.id,
    plan: saved.data.plan.id,
    campaign: campaign.id,
    run,
  };
  return stageOf(server, ids, { coach, athlete });
}
