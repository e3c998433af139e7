import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES } from '../../../shared/languages.ts';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { checkContext } from '../../../training/plan-request/check-context.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import { buildPlan } from './plan-weeks.ts';

const BRIEF = planBrief({
  weeks: 4,
  start_date: '2026-11-23',
  goal: { event: '10k', race_date: null, target_time_s: null },
  runner: { paces: null, heart_rates: null, experience_level: 'advanced' },
  seed: 0,
});
const OWN = buildPlan(BRIEF, countedIds());
const TEXT = writeDraft(OWN, BRIEF);

function planOf(text: string, brief: PlanBrief = BRIEF): PlanContent {
  const { weeks, faults } = readDraft(text, brief);
  assert.ok(weeks !== undefined, JSON.stringify(faults));
  const drafted = { ...brief, draft: { weeks, text } };
  const plan = buildPlan(drafted, countedIds());
  assert.deepEqual(checkPlan(plan, checkContext(drafted)).filter(isInvalid), []);
  return plan;
}

const shown = ({ workouts }: PlanContent, weeks: (number: number) => boolean = () => true) =>
  workouts
    .filter(({ week_number }) => weeks(week_number))
    .map(({ date, workout_type, title, distance_m }) => `${date} ${workout_type} ${title} ${distance_m}`);

function withSession(line: string): { text: string; date: string } {
  const found = /^- \*\*Tuesday\*\* \((\S+)\).*$/m.exec(TEXT.slice(TEXT.indexOf('## Week 2')));
  assert.ok(found?.[1] !== undefined);
  return { text: TEXT.replace(found[0], `- **Tuesday** (${found[1]}): ${line}`), date: found[1] };
}

test('a session that is written into a draft is the one that comes back', async (t) => {
  const lines = [
    ['Intervals, 10 km – 4 × 800 m', '4 × 800 m intervals', 10_000],
    ['Intervals, 10 km – 5 X 800 m', '5 × 800 m intervals', 10_000],
    ['Intervals, 10 km – 5＊800', '5 × 800 m intervals', 10_000],
    ['Intervals, 9 km – 3 × 1000 m intervals', '3 × 1 km intervals', 9_000],
    ['Intervals, 9 km – 8 × 200 m repetitions', '8 × 200 m repetitions', 9_000],
    ['Intervals, 10 km – 2 × (3 × 400 m) repetitions', '2 × (3 × 400 m) repetitions', 10_000],
    ['Intervals, 10 km – 800 m × 4', '4 × 800 m intervals', 10_000],
    ['Intervals, 10 km – 4 x 3 min, 2 min jog', '4 × 3 min intervals', 10_000],
    ['Intervals, 10 km – 1 km + 4 × 400 m', '1 km + 4 × 400 m intervals', 10_000],
    ['Hills, 9 km – Hills 10 × 1 min', 'Hills 10 × 1 min', 9_000],
    ['Fartlek, 9 km – Fartlek 1-2-3-2-1 min', 'Fartlek 1-2-3-2-1 min', 9_000],
    ['Fartlek, 9 km – Fartlek 7 × 1 min', 'Fartlek 7 × 1 min', 9_000],
    ['Tempo run, 10 km – 2 × 2 km', '2 × 2 km threshold', 10_000],
    ['Tempo run, 10 km – 4 km threshold', '4 km threshold', 10_000],
    ['Race pace, 10 km – 3 × 1 km at 10 km race pace', '3 × 1 km at 10 km race pace', 10_000],
    ['Easy run with strides, 9 km – Easy run 7 km + 7 strides', 'Easy run 7.6 km + 7 strides', 9_000],
    ['Easy run, 9 km', 'Easy run 9 km', 9_000],
  ] as const;
  for (const [line, title, distance_m] of lines)
    await t.test(line, () => {
      const { text, date } = withSession(line);
      const plan = planOf(text);
      const workout = plan.workouts.find((one) => one.date === date);
      assert.deepEqual([workout?.title, workout?.distance_m], [title, distance_m]);
      const others = (content: PlanContent) => shown(content).filter((one) => !one.startsWith(date));
      assert.deepEqual(others(plan), others(OWN));
    });
});

function linesOf(text: string, brief: PlanBrief): readonly unknown[] {
  try {
    planOf(text, brief);
  } catch (error) {
    if (error instanceof PlanRefused)
      return error.faults.map(({ values }) => [values.reason, values.nearest]);
    throw error;
  }
  return assert.fail(`Not refused: ${text}`);
}

test('a day that is too short for the session written into it is refused by its line, with one that is long enough', () => {
  const before = '**Tuesday** (2026-12-01): '.replaceAll('*', '');
  for (const [line, nearest] of [
    ['Intervals, 6 km – 10 x 1 km', 'Intervals, 15 km – 10 x 1 km'],
    ['6 km: 10 x 1 km', 'Intervals, 15 km – 6 km: 10 x 1 km'],
    ['Intervals, 4 miles – 10 x 1 km', 'Intervals, 15 km – 10 x 1 km'],
    ['Tempo run, 4 km – 4 km threshold', 'Tempo run, 5 km – 4 km threshold'],
    ['Intervals, 30 min – 6 × 1 km', 'Intervals, 41 min – 6 × 1 km'],
    ['Long run, 6 km – 6 km at marathon pace', 'Long run, 7 km – 6 km at marathon pace'],
    ['Easy run with strides, 1 km – 6 strides', 'Easy run with strides, 2.2 km – 6 strides'],
  ] as const) {
    assert.deepEqual(
      linesOf(withSession(line).text, BRIEF),
      [['session_too_long', `${before}${nearest}`]],
      line,
    );
    planOf(withSession(nearest).text);
  }
  const two = withSession('Intervals, 6 km – 10 x 1 km').text.replace(
    /^(- \*\*Tuesday\*\* \(2026-11-24\): ).*$/m,
    '$1Tempo run, 4 km – 4 km threshold',
  );
  assert.equal(linesOf(two, BRIEF).length, 2);
  const miles = { ...BRIEF, unit_system: 'imperial' } as const;
  const text = writeDraft(buildPlan(miles, countedIds()), miles);
  const shorter = text.replace(/^(- \*\*Tuesday\*\*.*?: ).*$/m, '$1Intervals, 3 mi – 10 x 1 km');
  assert.match(JSON.stringify(linesOf(shorter, miles)), /Intervals, 9\.\d mi – 10 x 1 km/);
});

test('a session whose words say no distance has as much as the day that a coach made shorter has room for', () => {
  const sessions = [
    ['Intervals', 'intervals'],
    ['Intervals', 'intervals at 5 km effort, by feel'],
    ['Tempo run', 'tempo'],
    ['Hills', 'hills, the steep one'],
    ['Fartlek', 'fartlek'],
    ['Race pace', 'at 10 km race effort'],
    ['Easy run with strides', 'strides'],
  ] as const;
  for (const [name, words] of sessions)
    for (const km of [2, 3.5, 5, 6, 8]) {
      const { text, date } = withSession(`${name}, ${km} km – ${words}`);
      const workout = planOf(text).workouts.find((one) => one.date === date);
      assert.equal(workout?.distance_m, km * 1_000, `${name}, ${km} km – ${words}: ${workout?.title}`);
    }
});

test('a draft that nobody edited is the same plan with any seed, in any language and unit', async (t) => {
  const any = fc.record({
    language: fc.constantFrom(...LANGUAGES),
    unit_system: fc.constantFrom('metric', 'imperial'),
    weeks: fc.integer({ min: 1, max: 16 }),
    event: fc.constantFrom('5k', '10k', 'half_marathon', 'marathon', 'general'),
    level: fc.constantFrom('beginner', 'intermediate', 'advanced'),
    seed: fc.integer({ min: 0, max: 50 }),
    other: fc.integer({ min: 0, max: 50 }),
  });
  await checkProperty(t, chosenRuns(60), {
    any,
    story: (example) => JSON.stringify(example),
    check: async ({ level, event, other, ...changes }) => {
      const brief = planBrief({
        ...changes,
        goal: { event, race_date: null, target_time_s: null },
        runner: { paces: null, heart_rates: null, experience_level: level },
      });
      const own = buildPlan(brief, countedIds());
      const again = planOf(writeDraft(own, brief), { ...brief, seed: other });
      const sessions = ({ workouts }: PlanContent) =>
        workouts.map((one) =>
          ['easy-run', 'long-run', 'strides', 'recovery-run'].includes(one.workout_type)
            ? [one.date, one.workout_type]
            : [one.date, one.workout_type, one.title],
        );
      assert.deepEqual(sessions(again), sessions(own));
      for (const [index, { distance_m, date }] of own.workouts.entries())
        assert.ok(Math.abs((again.workouts[index]?.distance_m ?? 0) - distance_m) <= 170, date);
      assert.deepEqual(
        Object.values(again.weekly_info).map(({ phase, focus }) => [phase, focus]),
        Object.values(own.weekly_info).map(({ phase, focus }) => [phase, focus]),
      );
    },
  });
});

test('lines that nobody edited come back as they were when another one is deleted', () => {
  for (const { date } of OWN.workouts.filter(({ week_number }) => week_number < 4)) {
    const plan = planOf(TEXT.replace(new RegExp(`^- .*${date}.*\n`, 'm'), ''));
    assert.deepEqual(
      shown(plan),
      shown(OWN).filter((one) => !one.startsWith(date)),
      date,
    );
  }
});

test('a week with another total has it, up and down, and its sessions remain what they were', async (t) => {
  const own_m = OWN.workouts
    .filter(({ week_number }) => week_number === 2)
    .reduce((sum, { distance_m }) => sum + distance_m, 0);
  for (const share of [0.8, 0.85, 0.93, 1.05])
    await t.test(`${share}`, () => {
      const wanted = Math.round((own_m * share) / 1_000);
      const plan = planOf(TEXT.replace(/^(## Week 2: .*, )[\d.]+ km/m, `$1${wanted} km`));
      const total = plan.weekly_info['2']?.total_distance_m ?? 0;
      assert.ok(Math.abs(total - wanted * 1_000) <= 60, `${total}`);
      const kinds = (content: PlanContent) =>
        content.workouts
          .filter(({ week_number }) => week_number === 2)
          .map((one) => [one.date, one.workout_type]);
      assert.deepEqual(kinds(plan), kinds(OWN));
    });
  assert.deepEqual(
    linesOf(TEXT.replace(/^(## Week 2: .*, )[\d.]+ km/m, '$13 km'), BRIEF).flat()[0],
    'week_total_too_small',
  );
});

test('phase and focus of a week are the coach’s', () => {
  const text = TEXT.replace(/^## Week 2: \w+,(.*)\n\n_.*_$/m, '## Week 2: Recovery,$1\n\n_My own，focus_');
  const plan = planOf(text);
  assert.deepEqual(
    [plan.weekly_info['2']?.phase, plan.weekly_info['2']?.focus],
    ['recovery', 'My own，focus'],
  );
  assert.ok(
    plan.workouts.filter(({ week_number }) => week_number === 2).every(({ phase }) => phase === 'recovery'),
  );
  assert.deepEqual(shown(plan), shown(OWN));
});
