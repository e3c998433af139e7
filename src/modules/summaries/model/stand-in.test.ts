import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import { createMemoryRateLimiter } from '../../../infra/rate-limit/memory.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { type ModelStage, stageModel } from '../../../test/model-stage.ts';
import { factsOfSpoken as factsOfWorkout, speakWorkout } from '../activity/spoken-workout.ts';
import { wordsOfWorkout, writeWorkout } from '../activity/workout-text.ts';
import type { Draft, Voice } from '../facts.ts';
import { factsOfSpoken as factsOfWeek, speakWeek } from '../weekly/spoken-week.ts';
import { wordsOfWeek, writeWeek } from '../weekly/week-text.ts';
import { createWriter } from './create-writer.ts';

const VOICES = LANGUAGES.flatMap((language) =>
  (['rex', 'joy'] as const).map((persona): Voice => ({ language, persona, unit_system: 'metric' })),
);

function workoutIn(voice: Voice): Draft {
  const workout = speakWorkout(
    {
      workout: {
        sport: 'run',
        is_running: true,
        workout_type: null,
        is_race: false,
        distance_m: 12_400,
        time_s: 3_753,
        pace_s_per_km: 302.7,
        climb_m: 120.4,
        heart_rate_bpm: 150.6,
        halves: {
          first_s_per_km: 305,
          second_s_per_km: 298,
          is_graded: false,
          ratio: { least: 0.977, most: 0.977 },
        },
        repetitions: null,
      },
      before: { runs: 12, longest_m: 21_000, days_since: 2 },
    },
    voice,
  );
  const facts = factsOfWorkout(workout, wordsOfWorkout(workout, voice, 1));
  return { kind: 'activity', voice, facts, text: writeWorkout(workout, voice, 1), may_be_phrased: true };
}

function weekIn(voice: Voice): Draft {
  const week = speakWeek(
    {
      activities: 6,
      distance_m: 92_345.6,
      time_s: 18_600,
      active_days: 5,
      load: 300,
      running: { activities: 4, distance_m: 42_195.2, time_s: 13_211, pace_s_per_km: 313.09 },
      other: { activities: 2, distance_m: 50_150.4, time_s: 5_389 },
      longest_run: { date: '2026-11-22', distance_m: 18_000 },
      fastest_run: { date: '2026-11-18', pace_s_per_km: 281 },
      usual_run_m: 37_600,
      change_percent: 12,
      growth: { grade: 'more', best_m: 37_600, over_best_percent: 12 },
      race: { date: '2026-12-20', distance_m: 42_195, days_left: 27 },
      runner_score: 72,
      score_move: { before: 74, now: 72, by: 'consistency' },
    },
    voice,
  );
  const facts = factsOfWeek(week, '2026-11-16', wordsOfWeek(week, voice, 1));
  return { kind: 'weekly', voice, facts, text: writeWeek(week, voice, 1), may_be_phrased: true };
}

describe('the stand-in that a server is tried with by hand', () => {
  let stage: ModelStage;
  before(async () => {
    stage = await stageModel();
    stage.sandbox.answerAlways(OBEDIENT);
  });
  after(() => stage.sandbox.stop());

  test('writes summaries that are taken, and can be told from those by rules', async () => {
    const clock = { now: () => new Date('2026-11-23T08:00:00Z') };
    const refused: object[] = [];
    const { write } = createWriter({
      llm: stage.model('openai-compatible'),
      modelSummariesPerDay: 1_000,
      rateLimiter: createMemoryRateLimiter({ clock }),
      clock,
      logger: { info: (fields: object) => void refused.push(fields), warn: () => assert.fail() },
    });
    const drafts = VOICES.flatMap((voice) => [workoutIn(voice), weekIn(voice)]);
    for (const draft of drafts) {
      const { text, engine } = await write(draft, new AbortController().signal);
      assert.deepEqual([engine, refused], ['openai-compatible/sandbox-model', []], draft.text);
      assert.ok(text.endsWith(draft.text) && text.length > draft.text.length, text);
    }
    assert.equal(stage.sandbox.requests.list().length, drafts.length, 'each at the first time');
  });
});
