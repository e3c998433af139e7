import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/time.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  setTier,
  type TestOrganization,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { quietContent, saveQuietPlan, setVdot } from '../../../test/saved-plans.ts';
import { seedAthlete } from '../../../test/seed-athletes.ts';
import { walkPages } from '../../../test/walk-pages.ts';
import { planPaces } from '../../../training/planning/paces.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';

describe('plans that coaches save', () => {
  let server: TestServer;
  let club: TestOrganization;
  let start_date: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    start_date = addDays(server.clock.now().toISOString().slice(0, 10), 7);
  });

  const pathOf = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}/plans`;
  const send = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    organization = club,
  ) =>
    server.request(method, path, {
      token: organization.coach.token,
      ...(body === undefined ? {} : { body }),
    });
  const post = (fields: object) =>
    send('POST', pathOf(club), {
      title: 'Plan',
      start_date,
      weeks: 1,
      content: quietContent(start_date),
      ...fields,
    });
  const copyOf = (user_id: string) =>
    server.deps.db.one<PlanContent & { vdot: number | null; start_date: string }>(sql`
      SELECT workouts, weekly_info, vdot, start_date FROM plan_assignments
      WHERE user_id = ${user_id} AND ended_at IS NULL`);

  test('a generated plan is saved as it came, and a saved one sent back as it came changes nothing', async () => {
    const asked = { org_id: club.org_id, weeks: 3, experience_level: 'intermediate', start_date } as const;
    const token = club.coach.token;
    const drafted = await server.request('POST', '/api/v1/plans/draft', { token, body: asked });
    const made = await server.request('POST', '/api/v1/plans/generate', {
      token,
      body: { ...asked, refined_draft: drafted.body.data.draft },
    });
    const { content, weekly_info } = made.body.data;
    const saved = await post({ weeks: 3, content, weekly_info });
    assert.equal(saved.status, 201, JSON.stringify(saved.body));
    const { id: plan_id } = saved.body.data.plan;
    const read = async () => (await send('GET', `${pathOf(club)}/${plan_id}`)).body.data.plan;
    const plan = await read();
    assert.deepEqual(plan.content, content);
    assert.deepEqual(plan.weekly_info, weekly_info);

    const wrong = content.map((workout: object) => ({
      ...workout,
      ...{ week_number: 52, day: 'monday', distance_m: 1, duration_s: 1 },
    }));
    const sums = { total_distance_m: 1, training_distance_m: 1, race_distance_m: 1, total_duration_s: 1 };
    const told = Object.fromEntries(
      Object.entries(weekly_info).map(([number, week]) => [
        number,
        { ...Object(week), ...sums, workout_count: 1 },
      ]),
    );
    const changed = await send('PATCH', `${pathOf(club)}/${plan_id}`, { content: wrong, weekly_info: told });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const again = await read();
    assert.deepEqual([again.content, again.weekly_info], [content, weekly_info]);
  });

  test('what a coach wrote into a draft is as long for a slower athlete, and what an engine made is not', async () => {
    const own = await createOrganization(server);
    const asked = {
      ...{ org_id: own.org_id, weeks: 4, experience_level: 'advanced', start_date },
      ...{ goal: { event: 'marathon' }, language: 'en' },
    } as const;
    const token = own.coach.token;
    const ask = async (path: string, body: object) =>
      (await server.request('POST', `/api/v1/plans/${path}`, { token, body })).body.data;
    const { draft } = await ask('draft', asked);
    const at = draft.indexOf('Long run, ');
    const refined_draft = draft.slice(0, at) + draft.slice(at).replace(/^.*$/m, 'Long run, 30 km');
    const { content, weekly_info } = await ask('generate', { ...asked, refined_draft });
    const written = content.filter(
      ({ segments_source }: { segments_source?: string }) => segments_source === 'written',
    );
    assert.deepEqual(
      written.map(({ distance_m }: { distance_m: number }) => distance_m),
      [30_000],
    );
    const { user_id } = await seedAthlete(server, own.org_id);
    await setVdot(server, user_id, 25);
    const body = {
      ...{ title: 'Plan', start_date, weeks: 4, experience_level: 'advanced', content, weekly_info },
      athlete_ids: [user_id],
    };
    const saved = await send('POST', pathOf(own), body, own);
    assert.deepEqual([saved.status, saved.body.data.skipped], [201, []], JSON.stringify(saved.body));
    const { workouts } = await copyOf(user_id);
    assert.equal(workouts.find(({ id }) => id === written[0].id)?.distance_m, 30_000);
    const cut = workouts.filter((workout) => Object.hasOwn(workout, 'as_planned'));
    assert.ok(cut.length > 0 && cut.every(({ id }) => id !== written[0].id));

    // Segments that a coach changes become written ones, even where the texts stay.
    const { id: plan_id } = saved.body.data.plan;
    const { plan } = (await send('GET', `${pathOf(own)}/${plan_id}`, undefined, own)).body.data;
    const longer = plan.content.map((workout: { id: string }) =>
      workout.id === cut[0]?.id
        ? { ...workout, text: null, segments: [{ kind: 'work', distance_m: 29_000 }] }
        : workout,
    );
    const changed = await send('PATCH', `${pathOf(own)}/${plan_id}`, { content: longer }, own);
    assert.deepEqual([changed.status, changed.body.data.skipped], [200, []], JSON.stringify(changed.body));
    const renewed = (await copyOf(user_id)).workouts.find(({ id }) => id === cut[0]?.id);
    assert.deepEqual([renewed?.distance_m, renewed?.segments_source], [29_000, 'written']);
    assert.ok(!Object.hasOwn(Object(renewed), 'as_planned'));
  });

  test('a plan from its saving to its end', async () => {
    const goal = { event: 'half_marathon', race_date: addDays(start_date, 200) };
    const weekly_info = { '1': { phase: 'build', focus: ' First threshold work ' } };
    const { body } = await saveQuietPlan(server, club, {
      start_date,
      weeks: 2,
      goal,
      weekly_info,
      language: 'ja',
    });
    const { plan } = body.data;
    assert.deepEqual([body.data.assigned, body.data.skipped], [[], []]);
    assert.deepEqual(
      [
        plan.title,
        plan.description,
        plan.weeks,
        plan.engine,
        plan.experience_level,
        plan.language,
        plan.end_date,
      ],
      ['Quiet weeks', '', 2, 'rules', 'intermediate', 'ja', addDays(start_date, 13)],
    );
    assert.deepEqual(plan.goal, { ...goal, target_time_s: null });
    assert.equal(plan.content.length, 6);
    const [easy, intervals] = plan.content;
    assert.deepEqual(
      [easy.week_number, easy.date, easy.duration_s, easy.phase],
      [1, start_date, 3000, 'build'],
    );
    assert.deepEqual(easy.segments[0].target, { type: 'effort', min: 2, max: 4, zone: 'easy' });
    assert.equal(intervals.segments[1].repeat.segments[0].target.type, 'effort');
    const sum = (name: string) =>
      plan.content
        .slice(0, 3)
        .reduce((total: number, one: Record<string, number>) => total + (one[name] ?? 0), 0);
    assert.deepEqual(plan.weekly_info['1'], {
      phase: 'build',
      focus: 'First threshold work',
      text_source: 'written',
      total_distance_m: sum('distance_m'),
      training_distance_m: sum('distance_m'),
      race_distance_m: 0,
      total_duration_s: sum('duration_s'),
      workout_count: 3,
    });

    const path = `${pathOf(club)}/${plan.id}`;
    assert.deepEqual((await send('GET', path)).body, { status: 'ok', data: { plan } });
    const patched = await send('PATCH', path, { title: ' Autumn ', description: 'For the fast ones.' });
    assert.deepEqual(
      [
        patched.status,
        patched.body.data.plan.title,
        patched.body.data.plan.description,
        patched.body.data.updated_count,
      ],
      [200, 'Autumn', 'For the fast ones.', 0],
    );
    assert.deepEqual(patched.body.data.plan.content, plan.content);
    const twice = await Promise.all([1, 2].map(() => send('DELETE', path)));
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 404]);
    assert.equal((await send('GET', path)).status, 404);
  });

  test('paces and heart rates without a zone are saved as what they are to whom the plan was made for', async () => {
    const { threshold, easy } = planPaces(65).zones;
    const pulse = { min: 130, max: 150 };
    const target = (type: string, range: { min: number; max: number }, zone?: string) => ({
      target: { type, ...range, ...(zone !== undefined && { zone }) },
    });
    // This is an easy pace for a fast runner; for an average one of the level it would be close to race pace.
    const own = { min: Math.round(easy.min) + 1, max: Math.round(easy.max) - 1 };
    const [first, second, third] = quietContent(start_date);
    if (!first || !second || !third) throw new Error('three workouts');
    const content = (work: object) => [
      { ...first, segments: [{ kind: 'work', duration_s: 3_000, ...target('pace', own) }] },
      {
        ...second,
        segments: [
          { kind: 'warmup', duration_s: 900, ...target('heart_rate', pulse) },
          { kind: 'work', duration_s: 600, ...work },
          { kind: 'cooldown', duration_s: 900, ...target('effort', { min: 1, max: 3 }) },
        ],
      },
      third,
    ];
    const { status, body } = await post({ content: content(target('pace', threshold, 'threshold')) });
    assert.equal(status, 201, JSON.stringify(body));
    const targets = body.data.plan.content
      .slice(0, 2)
      .flatMap(({ segments }: { segments: { target: object }[] }) => segments.map((one) => one.target));
    const easyEffort = { type: 'effort', min: 2, max: 4, zone: 'easy' };
    assert.deepEqual(targets, [
      easyEffort,
      easyEffort,
      { type: 'effort', min: 6, max: 7, zone: 'threshold' },
      { type: 'effort', min: 1, max: 3, zone: null },
    ]);
    // Without targets that show the runner it was made for, the pace is judged for a runner of the level.
    const ofLevel = await post({ content: content({ target: { zone: 'threshold' } }) });
    assert.equal(ofLevel.status, 201);
    assert.ok(ofLevel.body.data.findings.length > body.data.findings.length);
  });

  test('workouts are saved of a text, or of the segments and the text that an answer had', async () => {
    const [first, ...others] = quietContent(start_date);
    if (first === undefined) throw new Error('three workouts');
    const { segments, ...untold } = first;
    const written = { ...untold, text: '- Easy 50m' };
    const { status, body } = await post({ content: [written, ...others] });
    assert.equal(status, 201, JSON.stringify(body));
    const { content, id } = body.data.plan;
    const asSegments = await post({ content: [first, ...others] });
    const withoutId = ({ id: _, ...one }: { id: string }) => one;
    assert.deepEqual(content.map(withoutId), asSegments.body.data.plan.content.map(withoutId));
    assert.deepEqual(
      content.map(({ text }: { text: string }) => text.split('\n')[0]),
      ['- Easy 50m', 'Warmup', '- Easy 1h'],
    );
    const path = `${pathOf(club)}/${id}`;
    const sent = content.map(
      ({ week_number, day, duration_s, distance_m, ...one }: Record<string, unknown>) => one,
    );
    const kept = await send('PATCH', path, { content: sent });
    assert.equal(kept.status, 200, JSON.stringify(kept.body));
    assert.deepEqual(kept.body.data.plan.content, content);
    const told = await send('PATCH', path, {
      content: sent.map(({ segments: _, ...one }: { segments: object }) => one),
    });
    assert.deepEqual(told.body.data.plan.content, content);
    assert.equal((await post({ content: [{ ...first, text: null }, ...others] })).status, 201);

    for (const [workout, field] of [
      [untold, 'segments'],
      [{ ...untold, text: null }, 'segments'],
      [{ ...untold, text: '- 10m\n- Z2 10m' }, 'text'],
      [{ ...first, text: '- Easy 40m' }, 'text'],
      [{ ...untold, text: '- 10m\n'.repeat(10_000) }, 'text'],
    ] as const) {
      const refused = await post({ content: [workout, ...others] });
      const label = JSON.stringify(refused.body).slice(0, 300);
      assert.deepEqual([refused.status, refused.body.details[0].path], [400, `content.0.${field}`], label);
    }
    const unread = await post({ content: [...others, { ...untold, text: '- 10m\n- Z2 10m' }] });
    assert.match(unread.body.error, /^content\.2\.text: line 2, "- Z2 10m": /);
  });

  test('each athlete gets their own paces, and the roster says why somebody gets none', async () => {
    const [fast, slow, unknown] = await Promise.all([1, 2, 3].map(() => seedAthlete(server, club.org_id)));
    if (!fast || !slow || !unknown) throw new Error('three athletes');
    const left = await seedAthlete(server, club.org_id, { left_at: new Date() });
    const suspended = await seedAthlete(server, club.org_id, { account_status: 'suspended' });
    await setVdot(server, fast.user_id, 60);
    await setVdot(server, slow.user_id, 35);
    const stranger = newId();
    const athlete_ids = [fast, slow, unknown, left, suspended].map(({ user_id }) => user_id);
    const { body } = await saveQuietPlan(server, club, {
      start_date,
      athlete_ids: [...athlete_ids, stranger],
    });
    const given = body.data.assigned.map((one: { user_id: string }) => one.user_id);
    assert.deepEqual(given.toSorted(), [fast, slow, unknown].map(({ user_id }) => user_id).toSorted());
    const reasons = Object.fromEntries(
      body.data.skipped.map((one: { user_id: string; reason: string }) => [one.user_id, one.reason]),
    );
    assert.deepEqual(reasons, {
      [left.user_id]: 'not_a_member',
      [stranger]: 'not_a_member',
      [suspended.user_id]: 'account_inactive',
    });
    const [fasts, slows, nobodys] = await Promise.all(
      [fast, slow, unknown].map(({ user_id }) => copyOf(user_id)),
    );
    const threshold = (copy: PlanContent | undefined) =>
      copy?.workouts[1]?.segments[1]?.repeat?.segments[0]?.target;
    assert.deepEqual([fasts?.vdot, slows?.vdot, nobodys?.vdot], [60, 35, null]);
    assert.deepEqual([threshold(fasts)?.type, threshold(nobodys)?.type], ['pace', 'effort']);
    assert.ok((threshold(fasts)?.max ?? 999) < (threshold(slows)?.min ?? 0), 'the fast run faster');
    const metres = (copy: PlanContent | undefined) => copy?.workouts[0]?.distance_m ?? 0;
    assert.ok(metres(fasts) > metres(slows), 'and farther in the same time');
    const total = fasts?.workouts.reduce((sum, one) => sum + one.distance_m, 0);
    assert.equal(fasts?.weekly_info['1']?.total_distance_m, total);
    assert.equal(
      (await send('GET', `${pathOf(club)}/${body.data.plan.id}`)).body.data.plan.assignment_count,
      3,
    );

    const audit = await send(
      'GET',
      `/api/v1/organizations/${club.org_id}/audit-logs?event_type=plan_assigned`,
    );
    assert.deepEqual(
      audit.body.logs.map((log: { target_id: string }) => log.target_id),
      given.toReversed(),
      'the newest first, though they are of one moment',
    );
  });

  test('is given to groups and on other days, and again without harm', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => seedAthlete(server, club.org_id)));
    if (!first || !second) throw new Error('two athletes');
    const group = await createGroup(server, club, { members: [first, second] });
    const { plan } = (await saveQuietPlan(server, club, { start_date, athlete_ids: [first.user_id] })).body
      .data;
    const path = `${pathOf(club)}/${plan.id}/assignments`;
    const later = addDays(start_date, 10);
    const answers = await Promise.all(
      [1, 2].map(() => send('POST', path, { group_ids: [group.id], start_date: later })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const assigned = answers.flatMap(({ body }) =>
      body.data.assigned.map((one: { user_id: string }) => one.user_id),
    );
    assert.deepEqual(assigned, [second.user_id], 'of two at once, one gives it, and who has it keeps it');
    const copy = await copyOf(second.user_id);
    assert.deepEqual(
      [copy.start_date, copy.workouts[0]?.date, copy.workouts[0]?.week_number],
      [later, later, 1],
    );
    assert.notEqual(copy.workouts[0]?.day, plan.content[0].day);

    const pages = await walkPages((query) => send('GET', `${path}?${query}`), {
      name: 'assignments',
      query: 'limit=1',
    });
    assert.deepEqual(
      pages.map((page) => page.map(({ user_id, end_date }) => [user_id, end_date])),
      [
        [first.user_id, plan.end_date],
        [second.user_id, addDays(later, 6)],
      ]
        .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
        .map((one) => [one]),
    );
    assert.equal((await send('GET', `${path}?cursor=${'A'.repeat(31)}`)).status, 400);
    const end = () => send('DELETE', `${path}/${second.user_id}`);
    assert.deepEqual([(await end()).status, (await end()).status], [200, 404]);
    assert.equal((await send('GET', path)).body.data.assignments.length, 1);
    const anew = await send('POST', path, { athlete_ids: [second.user_id.toUpperCase()] });
    assert.equal(anew.body.data.assigned.length, 1, 'and can get it anew');

    assert.equal((await send('POST', path, {})).status, 400);
    assert.equal((await send('POST', path, { group_ids: [newId()] })).status, 404);
    const past = await send('POST', path, { athlete_ids: [first.user_id], start_date: '2020-01-06' });
    assert.equal(past.body.data.skipped[0].reason, 'already_assigned');
    const over = await seedAthlete(server, club.org_id);
    const old = await send('POST', path, { athlete_ids: [over.user_id], start_date: '2020-01-06' });
    assert.deepEqual(old.body.data.skipped, [{ user_id: over.user_id, reason: 'plan_over' }]);
  });

  test('is what programs of the organization read', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    await setVdot(server, athlete.user_id, 50);
    const { body } = await saveQuietPlan(server, club, { start_date, athlete_ids: [athlete.user_id] });
    const { secret } = await createApiKey(server, club, { scopes: ['plans:read'] });
    const answer = await server.request('GET', `/developer/v1/plans?athlete_id=${athlete.user_id}`, {
      apiKey: secret,
    });
    const [plan] = answer.body.data.plans;
    assert.deepEqual(
      [plan.id, plan.saved_plan_id, plan.title, plan.engine, plan.workouts.length],
      [body.data.assigned[0].plan_id, body.data.plan.id, 'Quiet weeks', 'rules', 3],
    );
    assert.equal(plan.workouts[1].segments[1].repeat.segments[0].target.type, 'pace');
  });

  test('new content reaches those who have it from today on, at the paces they have then', async () => {
    const today = server.clock.now().toISOString().slice(0, 10);
    const begun = addDays(today, -3);
    const athlete = await seedAthlete(server, club.org_id, { timezone: 'UTC' });
    const { plan } = (
      await saveQuietPlan(server, club, { start_date: begun, weeks: 2, athlete_ids: [athlete.user_id] })
    ).body.data;
    const before = await copyOf(athlete.user_id);
    await setVdot(server, athlete.user_id, 55);
    const content = quietContent(begun, 2).map((workout) => ({ ...workout, title: 'New' }));
    const patched = await send('PATCH', `${pathOf(club)}/${plan.id}`, { content });
    assert.deepEqual(
      [patched.status, patched.body.data.updated_count, patched.body.data.skipped],
      [200, 1, []],
    );
    const after = await copyOf(athlete.user_id);
    const isPast = ({ date }: { date: string }) => date < today;
    assert.ok(before.workouts.some(isPast));
    assert.deepEqual(after.workouts.filter(isPast), before.workouts.filter(isPast));
    const coming = after.workouts.filter((workout) => !isPast(workout));
    assert.deepEqual([...new Set(coming.map(({ title }) => title))], ['New']);
    assert.deepEqual([after.vdot, coming[0]?.segments.at(-1)?.target?.type], [55, 'pace']);
    const total = after.workouts
      .filter(({ week_number }) => week_number === 1)
      .reduce((sum, one) => sum + one.distance_m, 0);
    assert.equal(after.weekly_info['1']?.total_distance_m, total);
  });

  test('what is no plan is said at its path, and what is not safe in the words of who asks', async () => {
    const [first, ...others] = quietContent(start_date);
    if (first === undefined) throw new Error('a workout');
    const id = newId();
    for (const [fields, path] of [
      [{ content: [] }, 'content'],
      [{ content: [{ ...first, date: addDays(start_date, 7) }] }, 'content.0.date'],
      [{ content: [first, { ...first }] }, 'content.1.date'],
      [{ content: [{ ...first, id }, ...others.map((one) => ({ ...one, id }))] }, 'content.1.id'],
      [{ content: [{ ...first, segments: [{ kind: 'work' }] }] }, 'content.0.segments.0'],
      [{ weeks: 0 }, 'weeks'],
      [{ weeks: 53 }, 'weeks'],
      [{ weeks: 1.5 }, 'weeks'],
      [{ weeks: '1' }, 'weeks'],
      [{ start_date: '2026-02-30' }, 'start_date'],
      [{ start_date: '1969-12-31' }, 'start_date'],
      [{ goal: { event: '10k', race_date: addDays(start_date, -1) } }, 'goal.race_date'],
      [{ weekly_info: { '0': {} } }, 'weekly_info'],
    ] as const) {
      const { status, body } = await post(fields);
      assert.deepEqual(
        [status, body.code, body.details?.[0].path],
        [400, 'validation_error', path],
        body.error,
      );
    }
    const long = { ...first, segments: [{ kind: 'work', duration_s: 4 * 3600, target: { zone: 'easy' } }] };
    const judged = await post({ content: [long, ...others] });
    assert.equal(judged.status, 201);
    const told = judged.body.data.findings.map(({ code, rank }: Record<string, unknown>) => [code, rank]);
    assert.ok(told.some(([code, rank]: string[]) => code === 'long_run_time' && rank === 'warning'));
    assert.equal(judged.body.data.plan.content[0].duration_s, 4 * 3600);
    assert.equal((await send('PATCH', `${pathOf(club)}/${newId()}`, { title: 'None' })).status, 404);
  });

  test('a workout of another library is not kept as one of this', async () => {
    const library = `/api/v1/organizations/${club.org_id}/workouts`;
    const segments = [{ kind: 'work', duration_s: 1800 }];
    const made = await send('POST', library, { title: 'Run', workout_type: 'easy-run', segments });
    const [first, second, ...others] = quietContent(start_date);
    const { body } = await post({
      content: [
        { ...first, source: 'library', library_workout_id: made.body.data.workout.id },
        { ...second, source: 'library', library_workout_id: newId() },
        ...others,
      ],
    });
    const [kept, dropped] = body.data.plan.content;
    assert.deepEqual([kept.source, kept.library_workout_id], ['library', made.body.data.workout.id]);
    assert.deepEqual([dropped.source, dropped.library_workout_id], ['generated', undefined]);
  });

  const EASY = { type: 'pace', min: 260, max: 290, zone: 'easy' };
  /** A generated week of three runs for a fast runner, the last of them 26 km long. */
  const farAndFast = (last: object = { kind: 'work', distance_m: 26_000, target: EASY }) =>
    quietContent(start_date).map((workout, place) => ({
      ...workout,
      segments_source: 'generated',
      workout_type: 'easy-run',
      title: place === 2 ? 'Forest, 26 km' : 'Town, 14 km',
      segments: [place === 2 ? last : { kind: 'work', distance_m: 14_000, target: EASY }],
    }));
  const FOR_HALF_MARATHON = { goal: { event: 'half_marathon' } };
  async function athletesOf(vdots: readonly number[], privacy: Record<string, boolean> = {}) {
    const athletes = await Promise.all(vdots.map(() => seedAthlete(server, club.org_id, { privacy })));
    for (const [place, { user_id }] of athletes.entries()) await setVdot(server, user_id, vdots[place] ?? 0);
    return athletes.map(({ user_id }) => user_id);
  }

  test('whoever would run for too long runs less far', async () => {
    const [fast = '', slow = ''] = await athletesOf([65, 25]);
    const { status, body } = await post({
      ...FOR_HALF_MARATHON,
      content: farAndFast(),
      athlete_ids: [fast, slow],
    });
    assert.equal(status, 201, JSON.stringify(body));
    const { target } = body.data.plan.content[2].segments[0];
    assert.deepEqual(target, { type: 'effort', min: 2, max: 4, zone: 'easy' }, 'saved, it is nobody’s');
    assert.deepEqual(body.data.skipped, []);
    const [whole, less] = [await copyOf(fast), await copyOf(slow)];
    const told = ({ workouts }: PlanContent) => workouts.map(({ title, distance_m }) => [title, distance_m]);
    assert.deepEqual(told(whole), [
      ['Town, 14 km', 14_000],
      ['Town, 14 km', 14_000],
      ['Forest, 26 km', 26_000],
    ]);
    assert.deepEqual(told(less), [
      ['Town, 14 km', 14_000],
      ['Town, 14 km', 14_000],
      ['Forest, 26 km', 16_500],
    ]);
    const last = less.workouts[2]?.duration_s ?? 0;
    assert.ok(last <= 9_000 && last > 9_000 - 300, `${last} s`);
    assert.equal(less.weekly_info[1]?.total_distance_m, 44_500);
    const saved = await send('GET', `${pathOf(club)}/${body.data.plan.id}`);
    assert.equal(saved.body.data.plan.content[2].distance_m, 26_000, 'the saved plan stays');
    const changed = await send('PATCH', `${pathOf(club)}/${body.data.plan.id}`, { content: farAndFast() });
    assert.deepEqual([changed.body.data.updated_count, changed.body.data.skipped], [2, []]);
    assert.equal((await copyOf(slow)).workouts[2]?.distance_m, 16_500);
  });

  test('how much less far tells nobody how fast somebody is who does not share it', async () => {
    const users = await athletesOf([65, 25, 20], { share_pace_data: false });
    const { body } = await post({ ...FOR_HALF_MARATHON, content: farAndFast(), athlete_ids: users });
    assert.deepEqual(body.data.skipped, []);
    const days = `from=${start_date}&to=${addDays(start_date, 6)}`;
    const views = new Set<string>();
    for (const user_id of users) {
      const path = `/api/v1/organizations/${club.org_id}/athletes/${user_id}/plans?${days}`;
      const { data } = (await send('GET', path)).body;
      const text = JSON.stringify(data.days);
      assert.ok(text.includes('26000'), text);
      views.add(text.replaceAll(/"(plan_)?id":"[^"]*"/g, ''));
    }
    assert.equal(views.size, 1);
    const [, slow = ''] = users;
    assert.equal((await copyOf(slow)).workouts[2]?.distance_m, 16_500, 'to themselves it is shorter');
  });

  test('whoever would run for too long, and whose run has nothing to cut, does not get it', async () => {
    const [fast = '', slow = ''] = await athletesOf([65, 25]);
    const rounds = { times: 13, segments: [{ kind: 'work', distance_m: 2_000, target: EASY }] };
    const content = farAndFast({ kind: 'repeat', repeat: rounds });
    const { status, body } = await post({ ...FOR_HALF_MARATHON, content, athlete_ids: [fast, slow] });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      body.data.assigned.map((one: { user_id: string }) => one.user_id),
      [fast],
    );
    assert.deepEqual(body.data.skipped, [{ user_id: slow, reason: 'plan_unsafe' }]);
  });

  test('a coach who may not see paces finds none out by who gets a plan, and by what their copies look like', async () => {
    const users = await athletesOf([65, 40, 25], { share_pace_data: false });
    const rounds = (metres: number) => {
      const segments = [{ kind: 'work', distance_m: metres, target: EASY }];
      return farAndFast({ kind: 'repeat', repeat: { times: 13, segments } });
    };
    const days = `from=${start_date}&to=${addDays(start_date, 6)}`;
    const answers = async ({
      body,
    }: {
      body: { data: { skipped: { user_id: string; reason: string }[] } };
    }) => {
      const views = users.map(async (user_id) => {
        const path = `/api/v1/organizations/${club.org_id}/athletes/${user_id}/plans?${days}`;
        const text = JSON.stringify((await send('GET', path)).body.data.days);
        const reason = body.data.skipped.find((one) => one.user_id === user_id)?.reason ?? 'given';
        return `${reason} ${text.replaceAll(/"(plan_)?id":"[^"]*"/g, '')}`;
      });
      return [...new Set(await Promise.all(views))];
    };
    // An advanced runner takes less than two and a half hours for 26 km; the slower two athletes take more.
    const { body } = await post({
      ...FOR_HALF_MARATHON,
      experience_level: 'advanced',
      content: rounds(2_000),
      athlete_ids: users,
    });
    const [given, ...different] = await answers({ body });
    assert.match(given ?? '', /^given .*2000/);
    assert.deepEqual(different, []);
    const [fast, , slow] = await Promise.all(users.map(copyOf));
    const targetOf = (copy: PlanContent | undefined) =>
      copy?.workouts[2]?.segments[0]?.repeat?.segments[0]?.target?.type;
    assert.deepEqual(
      [targetOf(fast), targetOf(slow)],
      ['pace', 'effort'],
      'to themselves it is what they can run',
    );

    // Changing the plan repeatedly must not reveal a pace either.
    for (const metres of [1_500, 1_900, 2_100]) {
      const changed = await send('PATCH', `${pathOf(club)}/${body.data.plan.id}`, {
        content: rounds(metres),
      });
      assert.deepEqual(
        [changed.status, changed.body.data.updated_count, changed.body.data.skipped],
        [200, 3, []],
      );
      assert.equal((await answers(changed)).length, 1, `${metres} m`);
    }
  });

  test('belongs to the coaches of its organization alone, and is made where the tier has coach_agent', async () => {
    const other = await createOrganization(server);
    const assistant = await addCoach(server, club);
    const member = await addMember(server, club);
    const { plan } = (await saveQuietPlan(server, club, { start_date })).body.data;
    const path = `${pathOf(club)}/${plan.id}`;
    const as = (token: string | undefined, at = path) =>
      server.request('GET', at, token === undefined ? {} : { token });
    assert.deepEqual(
      [(await as(undefined)).status, (await as(member.token)).status, (await as(other.coach.token)).status],
      [401, 403, 404],
    );
    assert.equal((await as(assistant.token)).status, 200);
    const theirs = await as(other.coach.token, `${pathOf(other)}/${plan.id}`);
    const none = await as(other.coach.token, `${pathOf(other)}/${newId()}`);
    assert.deepEqual([theirs.status, theirs.body.error], [404, none.body.error]);
    for (const [method, at, body] of [
      ['PATCH', plan.id, { title: 'Mine' }],
      ['DELETE', plan.id, undefined],
      ['GET', `${plan.id}/assignments`, undefined],
      ['POST', `${plan.id}/assignments`, { athlete_ids: [member.user_id] }],
      ['DELETE', `${plan.id}/assignments/${member.user_id}`, undefined],
    ] as const) {
      assert.equal(
        (await send(method, `${pathOf(other)}/${at}`, body, other)).status,
        404,
        `${method} ${at}`,
      );
    }
    const listed = await send('GET', `${pathOf(other)}`, undefined, other);
    assert.deepEqual(listed.body, { status: 'ok', data: { plans: [], next_cursor: null } });

    await setTier(server, other.org_id, 'free');
    const body = { title: 'Plan', start_date, weeks: 1, content: quietContent(start_date) };
    assert.equal((await send('POST', pathOf(other), body, other)).body.code, 'feature_not_enabled');
    assert.equal((await send('GET', pathOf(other), undefined, other)).status, 200);
  });

  test('what was taken back is given back within a day as it was, to who is still there and has it not again', async () => {
    const athlete = await addMember(server, club);
    const { body } = await saveQuietPlan(server, club, { start_date, athlete_ids: [athlete.user_id] });
    const path = `${pathOf(club)}/${body.data.plan.id}/assignments`;
    const own = `${path}/${athlete.user_id}`;
    const put = (at = own, organization = club) =>
      server.request('PUT', at, { token: organization.coach.token });
    await server.deps.db.execute(sql`
      UPDATE plan_assignments SET own_workout_ids = ARRAY(SELECT (w ->> 'id')::uuid FROM json_array_elements(workouts) w LIMIT 1)
      WHERE user_id = ${athlete.user_id}`);
    const ofAthlete = async () =>
      await server.deps.db.query<{ id: string }>(sql`
        SELECT id, workouts, to_json(own_workout_ids) AS own_workout_ids FROM plan_assignments
        WHERE user_id = ${athlete.user_id} AND ended_at IS NULL`);
    const before = await ofAthlete();
    assert.equal((await put()).status, 404, 'they have it');
    assert.equal((await send('DELETE', own)).status, 200);
    const other = await createOrganization(server);
    const theirs = own.replace(club.org_id, other.org_id);
    assert.equal((await put(theirs, other)).status, 404);
    assert.equal((await put()).status, 200);
    assert.deepEqual(await ofAthlete(), before);
    const listed = await send('GET', path);
    assert.equal(listed.body.data.assignments[0].plan_id, before[0]?.id);

    await send('DELETE', own);
    await send('POST', path, { athlete_ids: [athlete.user_id] });
    assert.equal((await put()).status, 404, 'they have it again');
    await send('DELETE', own);
    const { db } = server.deps;
    const aDay = new Date(server.clock.now().getTime() - DAY_MS - 1);
    await db.execute(
      sql`UPDATE organization_members SET joined_at = '2026-01-01' WHERE user_id = ${athlete.user_id}`,
    );
    await db.execute(sql`UPDATE plan_assignments SET ended_at = ${aDay} WHERE user_id = ${athlete.user_id}`);
    assert.equal((await put()).status, 404, 'a day later');

    await send('POST', path, { athlete_ids: [athlete.user_id] });
    await server.request('DELETE', `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`, {
      token: club.coach.token,
    });
    assert.equal((await put()).status, 404, 'who left has no plan');
    await addMember(server, club, { user: athlete });
    assert.equal((await put()).status, 404, 'what ended with leaving does not come back with joining');
  });

  test('are listed in pages, the newest first', async () => {
    const organization = await createOrganization(server);
    for (const title of ['One', 'Two', 'Three']) {
      await saveQuietPlan(server, organization, { start_date, title });
      server.clock.advance(1_000);
    }
    const read = (query: string) => send('GET', `${pathOf(organization)}?${query}`, undefined, organization);
    const titles = async (query: string, between?: () => Promise<unknown>) => {
      const pages = await walkPages(read, { name: 'plans', query, ...(between && { between }) });
      return pages.map((page) => page.map(({ title }) => title));
    };
    assert.deepEqual(await titles(''), [['Three', 'Two', 'One']]);
    const save = () => saveQuietPlan(server, organization, { start_date, title: 'Later' });
    assert.deepEqual(await titles('limit=2', save), [['Three', 'Two'], ['One']]);
    server.clock.reset();
    await server.deps.db.execute(sql`
      UPDATE plans SET created_at = ${server.clock.now()} WHERE org_id = ${organization.org_id}`);
    const alike = (await titles('limit=1')).flat();
    assert.deepEqual(alike.toSorted(), ['Later', 'One', 'Three', 'Two'], 'also when all have one time');
    for (const query of ['limit=0', 'offset=1', 'cursor=', `cursor=${'_'.repeat(32)}`])
      assert.equal((await read(query)).status, 400, query);
  });
});
