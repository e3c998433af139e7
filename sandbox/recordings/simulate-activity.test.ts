import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { vdotFromRace } from '../../src/training/vdot.ts';
import { describeActivity } from './describe-activity.ts';
import { exampleSimulation } from './example-simulation.ts';
import {
  enduranceRide,
  poolSwim,
  race,
  repetitions,
  type Session,
  steadyRun,
  strengthSession,
  tempoRun,
} from './plan-session.ts';
import type { Recording } from './recording.ts';
import { simulateActivity } from './simulate-activity.ts';

const SESSIONS: Record<string, Session> = {
  easy: steadyRun(8000),
  trail: steadyRun(14_000, { trail: true }),
  treadmill: steadyRun(6000, { treadmill: true }),
  tempo: tempoRun({ warm_up_m: 2000, minutes: 20, cool_down_m: 1500 }),
  track: repetitions({
    warm_up_m: 2400,
    times: 6,
    work: { distance_m: 800 },
    effort: 0.975,
    recovery: { distance_m: 400 },
    cool_down_m: 1600,
    surface: 'track',
  }),
  race: race({ distance_m: 10_000, vdot: 50, form: 1 }),
  ride: enduranceRide(30_000),
  swim: poolSwim({ sets: 6, set_m: 200, rest_s: 25, pool_length_m: 25 }),
  strength: strengthSession(40),
};

test('the same input gives the same recording, another seed another one', () => {
  const easy = SESSIONS.easy ?? steadyRun(8000);
  assert.deepEqual(simulateActivity(exampleSimulation(easy)), simulateActivity(exampleSimulation(easy)));
  assert.notDeepEqual(
    simulateActivity(exampleSimulation(easy, { seed: 'other' })).samples.speed_mps,
    simulateActivity(exampleSimulation(easy)).samples.speed_mps,
  );
});

for (const [name, session] of Object.entries(SESSIONS)) {
  test(`${name}: columns are whole, values human, laps add up`, () => {
    checkRecording(simulateActivity(exampleSimulation(session)));
    checkRecording(simulateActivity(exampleSimulation(session, { resolution_s: 5 })));
  });
}

test('any athlete on any seed stays human', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 28, max: 80 }),
      fc.constantFrom(...Object.values(SESSIONS)),
      (seed, vdot, session) => {
        const example = exampleSimulation(session);
        checkRecording(
          simulateActivity({ ...example, seed, runner: { ...example.runner, vdot }, resolution_s: 10 }),
        );
      },
    ),
    { numRuns: 40 },
  );
});

function checkRecording(recording: Recording): void {
  const { samples } = recording;
  const { time_s } = samples;
  for (const column of Object.values(samples)) {
    if (column === null) continue;
    assert.equal(column.length, time_s.length);
    assert.ok(column.every(Number.isFinite));
  }
  assert.equal(time_s[0], 0);
  assert.equal(time_s.at(-1), recording.duration_s);
  assert.ok(time_s.every((second, index) => index === 0 || second > (time_s[index - 1] ?? 0)));
  assert.ok(samples.distance_m?.every((metres, index, all) => metres >= (all[index - 1] ?? 0)) ?? true);
  assert.ok(samples.heart_rate_bpm?.every((beats) => beats >= 45 && beats <= 190));
  assert.ok(
    samples.speed_mps?.every((speed) => speed >= 0 && speed <= (recording.sport === 'ride' ? 15 : 8)) ?? true,
  );

  const activity = describeActivity(recording);
  const sum = (pick: (lap: (typeof activity.laps)[number]) => number | null): number =>
    activity.laps.reduce((total, lap) => total + (pick(lap) ?? 0), 0);
  assert.ok(activity.laps.length > 0);
  // Each lap is rounded to a tenth.
  const slack = 0.06 * (activity.laps.length + 1);
  assert.ok(Math.abs(sum((lap) => lap.duration_s) - activity.duration_s) < slack);
  assert.ok(Math.abs(sum((lap) => lap.moving_time_s) - activity.moving_time_s) < slack);
  assert.ok(Math.abs(sum((lap) => lap.distance_m) - (activity.distance_m ?? 0)) < slack);
  assert.ok(Math.abs(sum((lap) => lap.elevation_gain_m) - (activity.elevation_gain_m ?? 0)) < 10);
  assert.ok(activity.moving_time_s <= activity.duration_s);
}

test('a race at form 1 is worth the VDOT of the athlete', () => {
  for (const distance_m of [5000, 10_000, 21_097.5, 42_195]) {
    for (const vdot of [35, 50, 65]) {
      const example = exampleSimulation(race({ distance_m, vdot, form: 1 }));
      const recording = simulateActivity({ ...example, runner: { ...example.runner, vdot } });
      const worth = vdotFromRace(distance_m, recording.duration_s);
      assert.ok(Math.abs(worth - vdot) < 0.7, `${distance_m} m at ${vdot} was worth ${worth}`);
      const effort = describeActivity(recording).best_efforts.find((best) => best.distance_m === distance_m);
      assert.ok(effort !== undefined && effort.duration_s <= recording.duration_s);
    }
  }
});

test('heart rate answers effort late: it rises through a repetition and falls through the recovery', () => {
  const recording = simulateActivity(exampleSimulation(SESSIONS.track ?? steadyRun(1)));
  const heart = recording.samples.heart_rate_bpm ?? [];
  for (const lap of recording.laps.slice(2, -2)) {
    const begin = heart[Math.round(lap.start_s)] ?? 0;
    const end = heart[Math.round(lap.end_s)] ?? 0;
    const soon = heart[Math.round(lap.start_s) + 6] ?? 0;
    const rising = lap.intensity === 'active';
    assert.ok(rising ? end > begin + 8 : end < begin - 8, `${begin} to ${end}`);
    assert.ok(Math.abs(soon - begin) < Math.abs(end - begin) / 2, `${begin}, ${soon} after 6 s, ${end}`);
  }
});

test('heart rate drifts up through a long steady effort', () => {
  const { samples } = simulateActivity(exampleSimulation(steadyRun(20_000, { treadmill: true })));
  const mean = (fromMinute: number): number =>
    (samples.heart_rate_bpm ?? []).slice(fromMinute * 60, fromMinute * 60 + 600).reduce((a, b) => a + b, 0) /
    600;
  assert.ok(mean(85) > mean(15) + 4, `${mean(15)} to ${mean(85)}`);
});

test('a road run is a loop that comes home; a treadmill has no positions; a gym no distance', () => {
  const loop = describeActivity(simulateActivity(exampleSimulation(steadyRun(8000))));
  const [first, last] = [loop.streams.latlng?.[0], loop.streams.latlng?.at(-1)];
  assert.ok(Math.abs((first?.[0] ?? 0) - (last?.[0] ?? 1)) < 0.001);
  assert.ok(Math.abs((first?.[1] ?? 0) - (last?.[1] ?? 1)) < 0.001);
  const lats = loop.streams.latlng?.map((place) => place?.[0] ?? 0) ?? [];
  assert.ok(Math.max(...lats) - Math.min(...lats) > 0.005, 'it goes somewhere');
  assert.ok((loop.elevation_gain_m ?? 0) > 5);

  const belt = describeActivity(simulateActivity(exampleSimulation(steadyRun(6000, { treadmill: true }))));
  assert.equal(belt.start_latlng, null);
  assert.equal(belt.map_polyline, null);
  assert.equal(belt.streams.altitude_m, undefined);
  const gym = describeActivity(simulateActivity(exampleSimulation(strengthSession(30))));
  assert.equal(gym.distance_m, null);
  assert.deepEqual(gym.best_efforts, []);
});

test('lights interrupt easy road runs and never races', () => {
  const easy = simulateActivity(exampleSimulation(steadyRun(30_000)));
  assert.ok(easy.pauses.length > 0);
  const activity = describeActivity(easy);
  const paused = easy.pauses.reduce((sum, pause) => sum + pause.end_s - pause.start_s, 0);
  assert.equal(activity.duration_s - activity.moving_time_s, paused);
  assert.deepEqual(
    simulateActivity(exampleSimulation(race({ distance_m: 42_195, vdot: 50, form: 1 }))).pauses,
    [],
  );
});

test('a stretch that ends by time runs its time, however long the lights are red', () => {
  const steps: Session['steps'] = [{ intensity: 'active', effort: 0.7, end: { duration_s: 3600 } }];
  const recording = simulateActivity(exampleSimulation({ ...steadyRun(1), steps }));
  assert.ok(recording.pauses.length > 0);
  assert.equal(describeActivity(recording).moving_time_s, 3600);
});

test('a coarse simulation tells the same story', () => {
  for (const session of Object.values(SESSIONS)) {
    const fine = describeActivity(simulateActivity(exampleSimulation(session)));
    const coarse = describeActivity(simulateActivity(exampleSimulation(session, { resolution_s: 5 })));
    assert.equal(coarse.duration_s, fine.duration_s);
    assert.equal(coarse.distance_m, fine.distance_m);
    assert.ok(Math.abs((coarse.average_heart_rate_bpm ?? 0) - (fine.average_heart_rate_bpm ?? 0)) <= 2);
    assert.equal(coarse.best_efforts.length, fine.best_efforts.length);
    for (const [index, effort] of coarse.best_efforts.entries()) {
      assert.ok(Math.abs(effort.duration_s - (fine.best_efforts[index]?.duration_s ?? 0)) < 8);
    }
  }
});

test('a session that cannot be recorded is refused in words', () => {
  const empty = { ...steadyRun(1000), steps: [] };
  assert.throws(() => simulateActivity(exampleSimulation(empty)), /at least one step/);
  assert.throws(() => simulateActivity(exampleSimulation(steadyRun(1e9))), /within a day/);
  for (const resolution_s of [0, 0.5, -1, Number.NaN]) {
    assert.throws(
      () => simulateActivity(exampleSimulation(steadyRun(1000), { resolution_s })),
      /resolution_s/,
    );
  }
});
