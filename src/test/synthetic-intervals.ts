/** Invented interval sessions, how they were run, and what a watch makes of them: every repetition is known to the second. */
import type { DoneLap, DoneSamples } from '../training/planned-against-done/done-run.ts';
import type { PlannedSegment, PlannedSession } from '../training/planned-against-done/steps.ts';

export type Intervals = {
  readonly seed: number;
  readonly count: number;
  readonly work: { readonly duration_s: number } | { readonly distance_m: number };
  readonly rest_s: number;
  readonly rest: 'jog' | 'walk' | 'stand';
  readonly easy_mps: number;
  /** Speed of the work by that of easy running. */
  readonly faster: number;
};

export type Disturbance = {
  /** Standard deviation of the speed of a second, as a share, and how much of it lasts into the next second. */
  readonly noise?: number;
  readonly lasting?: number;
  /** The repetition that was left out, with its rest; or one more than planned. */
  readonly skipped?: number | null;
  readonly extra?: boolean;
  /** The watch is stopped for so long within the warm-up; or somebody stands at a light there. */
  readonly stopped_s?: number;
  readonly stood_s?: number;
  readonly late_s?: number;
  readonly splits_warmup?: boolean;
  readonly laps?: 'pressed' | 'automatic' | 'none';
  readonly samples?: boolean;
  readonly heart_rate?: boolean;
};

export type SyntheticRun = {
  readonly planned: PlannedSession;
  readonly laps: DoneLap[];
  readonly samples: DoneSamples | null;
  /** When each repetition was run, in seconds since the start. */
  readonly repetitions: readonly { readonly start_s: number; readonly end_s: number }[];
};

type Part = {
  readonly kind: 'easy' | 'work' | 'rest' | 'stood' | 'stopped';
  readonly seconds: number;
  readonly mps: number;
};

const WARMUP_S = 900;
const COOLDOWN_S = 600;

function plannedIntervals({ count, work, rest_s, easy_mps, faster }: Intervals): PlannedSession {
  const pace = 1_000 / (easy_mps * faster);
  const easy = { type: 'pace', min: 950 / easy_mps, max: 1_080 / easy_mps, zone: 'easy' } as const;
  const segments: PlannedSegment[] = [
    { kind: 'warmup', duration_s: WARMUP_S, target: easy },
    {
      kind: 'repeat',
      repeat: {
        times: count,
        segments: [
          {
            kind: 'work',
            ...work,
            target: { type: 'pace', min: pace * 0.985, max: pace * 1.015, zone: 'interval' },
          },
          { kind: 'recovery', duration_s: rest_s },
        ],
      },
    },
    { kind: 'cooldown', duration_s: COOLDOWN_S, target: easy },
  ];
  return { workout_type: 'intervals', segments };
}

export function runIntervals(session: Intervals, disturbed: Disturbance = {}): SyntheticRun {
  const parts = partsOf(session, disturbed);
  const {
    noise = 0,
    lasting = 0,
    late_s = 0,
    laps = 'pressed',
    samples = true,
    heart_rate = true,
  } = disturbed;
  const next = gaussian(session.seed);
  const [time_s, distance_m, beats] = [[0], [0], [120]];
  const edges: { start_s: number; end_s: number; part: Part }[] = [];
  let [now, metres, error, moving] = [0, 0, 0, 0];
  const movingAt = [0];
  for (const part of parts) {
    const start_s = now;
    for (let second = 0; second < part.seconds; second += 1) {
      error = lasting * error + Math.sqrt(1 - lasting ** 2) * noise * next();
      metres += Math.max(0, part.mps * (1 + error));
      now += 1;
      moving += part.mps > 0.4 ? 1 : 0;
      movingAt[now] = moving;
      if (part.kind === 'stopped') continue;
      time_s.push(now);
      distance_m.push(metres);
      beats.push(part.kind === 'work' ? 170 : 135);
    }
    edges.push({ start_s, end_s: now, part });
  }
  const metresAt = (at: number): number => {
    const place = time_s.findLastIndex((time) => time <= at);
    return distance_m[place] ?? 0;
  };
  const lapOf = (start_s: number, end_s: number, index: number): DoneLap => ({
    index,
    start_s,
    duration_s: end_s - start_s,
    moving_time_s: (movingAt[end_s] ?? moving) - (movingAt[start_s] ?? 0),
    distance_m: metresAt(end_s) - metresAt(start_s),
    average_heart_rate_bpm: null,
  });
  const cuts =
    laps === 'none'
      ? [0, now]
      : laps === 'automatic'
        ? [
            0,
            ...time_s.filter(
              (_, place) =>
                Math.floor((distance_m[place] ?? 0) / 1_000) >
                Math.floor((distance_m[place - 1] ?? 0) / 1_000),
            ),
            now,
          ]
        : [
            ...pressed(edges, disturbed.splits_warmup === true).map((at) => (at === 0 ? 0 : at + late_s)),
            now,
          ];
  return {
    planned: plannedIntervals(session),
    laps: cuts.slice(1).map((end, place) => lapOf(cuts[place] ?? 0, end, place)),
    samples: samples ? { time_s, distance_m, ...(heart_rate ? { heart_rate_bpm: beats } : {}) } : null,
    repetitions: edges
      .filter(({ part }) => part.kind === 'work')
      .map(({ start_s, end_s }) => ({ start_s, end_s })),
  };
}

/** A press at each change of what is done; what interrupts the warm-up is part of it, or begins a lap of its own. */
function pressed(edges: readonly { start_s: number; part: Part }[], splits_warmup: boolean): number[] {
  return edges.flatMap(({ start_s, part }, place) => {
    const isWithinWarmup =
      place > 0 && place < 3 && (part.kind === 'stood' || part.kind === 'stopped' || part.kind === 'easy');
    return isWithinWarmup && !splits_warmup ? [] : [start_s];
  });
}

function partsOf(
  session: Intervals,
  { skipped = null, extra = false, stopped_s = 0, stood_s = 0, splits_warmup }: Disturbance,
): Part[] {
  const { count, work, rest_s, rest, easy_mps, faster } = session;
  const mps = easy_mps * faster;
  const easy = (seconds: number): Part => ({ kind: 'easy', seconds, mps: easy_mps });
  const work_s = 'duration_s' in work ? work.duration_s : Math.round(work.distance_m / mps);
  const interruption: Part[] = [
    ...(stopped_s > 0 ? [{ kind: 'stopped' as const, seconds: stopped_s, mps: 0 }] : []),
    ...(stood_s > 0 ? [{ kind: 'stood' as const, seconds: stood_s, mps: 0 }] : []),
  ].slice(0, 1);
  const isInterrupted = interruption.length > 0 || splits_warmup === true;
  const warmup = isInterrupted ? [easy(400), ...interruption, easy(WARMUP_S - 400)] : [easy(WARMUP_S)];
  const rests = { jog: easy_mps * 0.9, walk: 1.5, stand: 0 };
  const times = count + (extra ? 1 : 0);
  const sets = Array.from({ length: times }, (_, place): Part[] =>
    place === skipped
      ? []
      : [
          { kind: 'work', seconds: work_s, mps },
          { kind: 'rest', seconds: rest_s, mps: rests[rest] },
        ],
  );
  return [...warmup, ...sets.flat(), easy(COOLDOWN_S)];
}

/** Normal numbers of mean 0 and deviation 1, the same each time for a seed (Box and Muller, of mulberry32). */
function gaussian(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
}
