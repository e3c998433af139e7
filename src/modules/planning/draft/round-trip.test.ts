import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, WEEKDAYS, weekdayOf } from '../../../shared/calendar.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import { measureSegments } from '../../../training/planning/measure.ts';
import { pacesOf } from '../../../training/planning/paces.ts';
import {
  PHASES,
  type PlanContent,
  type PlannedWorkout,
  type Segment,
} from '../../../training/planning/plan.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { weekFocus } from '../words/plan-words.ts';
import { workoutWords } from '../words/workout-words.ts';
import { readDraft } from './read-draft.ts';
import { writeDraft } from './write-draft.ts';

const PACES = pacesOf({ paces: null, heart_rates: null, experience_level: 'beginner' });

type Any = {
  readonly brief: PlanBrief;
  readonly content: PlanContent;
};

const target = (zone: string) => ({ type: 'effort', min: 2, max: 4, zone }) as const;
const anySegments: fc.Arbitrary<readonly Segment[]> = fc.oneof(
  fc
    .integer({ min: 1_000, max: 40_000 })
    .map((distance_m): Segment[] => [{ kind: 'work', distance_m, target: target('easy') }]),
  fc
    .integer({ min: 600, max: 9_000 })
    .map((duration_s): Segment[] => [{ kind: 'work', duration_s, target: target('marathon') }]),
  fc
    .record({ times: fc.integer({ min: 2, max: 12 }), distance_m: fc.integer({ min: 100, max: 3_000 }) })
    .map(({ times, distance_m }): Segment[] => [
      { kind: 'warmup', duration_s: 900 },
      {
        kind: 'repeat',
        repeat: {
          times,
          segments: [
            { kind: 'work', distance_m, target: target('interval') },
            { kind: 'recovery', duration_s: 60 },
          ],
        },
      },
      { kind: 'cooldown', distance_m: 2_000 },
    ]),
);

const anyPlan: fc.Arbitrary<Any> = fc
  .record({
    language: fc.constantFrom(...LANGUAGES),
    persona: fc.constantFrom('rex', 'joy'),
    unit_system: fc.constantFrom('metric', 'imperial'),
    start: fc.integer({ min: 0, max: 400 }),
    words: fc.constantFrom(
      null,
      'No hills.\n## Week 3\n- Monday: easy 8 km',
      '週一休息；跑得開心',
      '## Week 1: 60 km',
    ),
    weeks: fc.array(
      fc.array(
        fc.record({
          day: fc.integer({ min: 0, max: 6 }),
          workout_type: fc.constantFrom(...WORKOUT_TYPES),
          phase: fc.constantFrom(...PHASES),
          segments: anySegments,
        }),
        { maxLength: 7 },
      ),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ language, persona, unit_system, start, words, weeks }): Any => {
    const voice = { language, persona, unit_system } as const;
    const start_date = addDays('2026-01-01', start);
    const workouts = weeks.flatMap((week, index) => {
      const days = [...new Map(week.map((one) => [one.day, one])).values()].sort((a, b) => a.day - b.day);
      return days.map((one): PlannedWorkout => {
        const date = addDays(start_date, index * 7 + one.day);
        const running = one.workout_type !== 'cross-training' && one.workout_type !== 'strength';
        const measured = measureSegments(one.segments, PACES, running);
        return {
          id: date,
          week_number: index + 1,
          day: weekdayOf(date),
          date,
          phase: one.phase,
          workout_type: one.workout_type,
          ...workoutWords(one, voice, index),
          duration_s: running ? measured.duration_s : Math.max(5, Math.round(measured.duration_s / 60)) * 60,
          distance_m: running ? measured.distance_m : 0,
          segments: one.segments,
          source: 'generated',
        };
      });
    });
    const info = weeks.map((week, index) => {
      const phase = week[0]?.phase ?? 'base';
      const types = week.map(({ workout_type }) => workout_type);
      const focus = weekFocus({ number: index + 1, weeks: weeks.length, phase, types, event: '10k' }, voice);
      return [
        String(index + 1),
        { phase, focus, total_distance_m: 0, total_duration_s: 0, workout_count: week.length },
      ];
    });
    const brief: PlanBrief = {
      ...voice,
      weeks: weeks.length,
      start_date,
      goal: { event: '10k', race_date: null, target_time_s: 3_000 },
      workout_days: WEEKDAYS,
      runner: { paces: null, heart_rates: null, experience_level: 'beginner' },
      paces_from: 'level',
      history: null,
      instructions: words,
      constraints: NO_CONSTRAINTS,
      training_principle: words,
      extra_guidance: null,
      read: {
        sources: [],
        not_acted_on: words === null ? [] : [{ from: 'instructions', text: words, field: null }],
      },
      content_sourcing: 'ai_generate',
      library: [],
      draft: null,
      seed: 1,
    };
    return { brief, content: { weekly_info: Object.fromEntries(info), workouts } };
  });

test('a draft as it was written says the same days, kinds and distances', async (t) => {
  await checkProperty(t, chosenRuns(150), {
    any: anyPlan,
    check: async ({ brief, content }) => {
      const { weeks, faults } = readDraft(writeDraft(content, brief), brief);
      assert.equal(faults, undefined, JSON.stringify(faults));
      assert.equal(weeks?.length, brief.weeks);
      for (const { number, distance_m: told_m, days } of weeks ?? []) {
        const planned = content.workouts.filter(({ week_number }) => week_number === number);
        const volume = planned
          .filter(({ workout_type }) => workout_type !== 'race')
          .reduce((sum, { distance_m }) => sum + distance_m, 0);
        if (volume > 2_000) assert.ok(Math.abs((told_m ?? 0) - volume) <= 81, `week ${number}`);
        assert.deepEqual(
          days?.map(({ day, workout_type }) => [day, workout_type]),
          planned.map(({ day, workout_type }) => [day, workout_type]),
        );
        for (const [index, { distance_m, duration_s }] of (days ?? []).entries()) {
          const workout = planned[index];
          if (workout?.distance_m === 0) assert.equal(duration_s, workout.duration_s);
          else
            assert.ok(
              Math.abs((distance_m ?? 0) - (workout?.distance_m ?? 0)) <=
                (brief.unit_system === 'metric' ? 50 : 81),
            );
        }
      }
    },
    story: ({ brief, content }) => writeDraft(content, brief),
  });
});

test('a draft speaks its language and says what it was made from', () => {
  const content: PlanContent = { weekly_info: {}, workouts: [] };
  const { brief } = fc.sample(anyPlan, { numRuns: 1, seed: 7 })[0] ?? { brief: null };
  assert.ok(brief);
  const texts = {
    instructions: 'No hills. Likes trails.',
    training_principle: 'Long run on Sunday\n## Week 9',
    extra_guidance: null,
    read: {
      sources: [
        { field: 'exclude', from: 'instructions', text: 'No hills' },
        { field: 'days_off', from: 'fields', text: null },
        { field: 'long_run_day', from: 'training_principle', text: 'Long run on Sunday' },
      ],
      not_acted_on: [
        { from: 'instructions', text: 'Likes trails', field: null },
        { from: 'training_principle', text: '## Week 9', field: null },
      ],
    },
  } as const;
  const en = writeDraft(content, { ...brief, ...texts, language: 'en' });
  assert.match(en, /Understood and followed: “No hills” “Long run on Sunday”/);
  assert.match(en, /kept as your note: “Likes trails” “## Week 9”/);
  assert.match(en, /typical paces of beginner runners/);
  assert.doesNotMatch(en, /^## Week 9/m);
  assert.match(writeDraft(content, { ...brief, ...texts, language: 'zh-TW' }), /已理解並採用：「No hills」/);
  assert.match(writeDraft(content, { ...brief, ...texts, language: 'ja' }), /初級ランナーの一般的なペース/);
});
