import type { Schemas } from '../client/api.ts';
import { useFormat } from '../format.ts';
import { useSay } from '../say.tsx';
import { colorOf, type Kind } from './kinds.ts';

type Segment = Schemas['PlanSegment'];
type Step = Schemas['PlanStep'];

/** A stretch of a workout: how long it takes beside others, and how hard it is from 0 to 1. */
type Stretch = { readonly length: number; readonly height: number; readonly color: string };

/** Of a step that says no pace, for drawing alone. */
const USUAL_PACE_S_PER_KM = 330;
/** How high a step stands that has no target of its own. */
const HEIGHTS: Readonly<Record<Step['kind'], number>> = {
  warmup: 0.32,
  recovery: 0.22,
  cooldown: 0.32,
  work: 0.9,
};
/** How high a step stands by the zone that it is in, whatever the zone is measured by. */
const ZONE_HEIGHTS: Readonly<Record<string, number>> = {
  recovery: 0.24,
  easy: 0.4,
  marathon: 0.58,
  half_marathon: 0.65,
  threshold: 0.72,
  '10k': 0.79,
  interval: 0.87,
  repetition: 0.96,
};
/** Paces between which heights go: beyond them a step is as low or as high as it gets. */
const SLOW_S_PER_KM = 480;
const FAST_S_PER_KM = 180;
const GAP = 1.5;

/**
 * The profile of a workout: its steps from left to right, as wide as they are long and as high as they are hard. Planned is an
 * outline, `done` fills as much of it as was run.
 */
export function WorkoutProfile(props: {
  readonly segments: readonly Segment[];
  readonly kind: Kind;
  readonly width?: number;
  readonly height?: number;
  /** How much of it was run, from 0 to 1; filled from the left. Without it the steps are filled as they are planned. */
  readonly doneShare?: number | undefined;
  readonly label?: string;
}) {
  const { segments, kind, width = 280, height = 48, doneShare, label } = props;
  const name = useProfileName(segments);
  const stretches = stretchesOf(segments, kind);
  const total = stretches.reduce((sum, { length }) => sum + length, 0);
  let x = 0;
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ maxWidth: width }}
      role="img"
      aria-label={label ?? name}
    >
      {stretches.map(({ length, height: share, color }, index) => {
        const start = x;
        const wide = total === 0 ? 0 : (length / total) * width;
        x += wide;
        const high = share * (height - 2);
        const filled =
          doneShare === undefined ? wide : Math.max(0, Math.min(wide, doneShare * width - start));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a workout have no other name
          <g key={index}>
            <rect
              x={start}
              y={height - 1 - high}
              width={Math.max(0.5, Math.min(filled, wide - GAP))}
              height={high}
              rx={1.5}
              fill={filled > 0 ? color : 'none'}
            />
            {doneShare !== undefined && (
              <rect
                x={start + 0.5}
                y={height - 0.5 - high}
                width={Math.max(0.5, wide - GAP)}
                height={high}
                rx={1.5}
                fill="none"
                stroke="var(--ink)"
                strokeOpacity={0.6}
              />
            )}
          </g>
        );
      })}
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--line-2)" />
    </svg>
  );
}

/** What is repeated is the work of a workout that repeats; what stands around it is easy. */
export function stretchesOf(segments: readonly Segment[], kind: Kind): Stretch[] {
  const repeats = segments.some((segment) => segment.kind === 'repeat');
  return segments.flatMap((segment) =>
    stepsOf([segment]).map((step) => {
      const isWork = step.kind === 'work' && (!repeats || segment.kind === 'repeat');
      return {
        length: lengthOf(step),
        height: isWork || step.kind !== 'work' ? heightOf(step) : HEIGHTS.warmup,
        color: colorOf(isWork ? kind : 'easy'),
      };
    }),
  );
}

/** Every step in its order, repetitions written out. */
function stepsOf(segments: readonly Segment[]): Step[] {
  return segments.flatMap((segment): Step[] => {
    const { repeat } = segment;
    if (repeat === undefined || segment.kind !== 'repeat')
      return segment.kind === 'repeat' ? [] : [segment as Step];
    const inner = stepsOf(repeat.segments as readonly Segment[]);
    return Array.from({ length: Math.min(repeat.times, 60) }, () => inner).flat();
  });
}

/** In seconds. */
function lengthOf({ duration_s, distance_m, target }: Step): number {
  if (duration_s !== undefined) return duration_s;
  const pace =
    target?.type === 'pace' ? (target.min ?? target.max ?? USUAL_PACE_S_PER_KM) : USUAL_PACE_S_PER_KM;
  return ((distance_m ?? 0) / 1000) * pace;
}

function heightOf({ kind, target }: Step): number {
  if (target === undefined || kind === 'recovery') return HEIGHTS[kind];
  const ofZone = ZONE_HEIGHTS[target.zone ?? ''];
  if (ofZone !== undefined) return ofZone;
  const middle = ((target.min ?? target.max ?? 0) + (target.max ?? target.min ?? 0)) / 2;
  const share =
    target.type === 'pace'
      ? (SLOW_S_PER_KM - middle) / (SLOW_S_PER_KM - FAST_S_PER_KM)
      : target.type === 'effort'
        ? middle / 10
        : HEIGHTS[kind];
  return middle === 0 ? HEIGHTS[kind] : Math.max(0.18, Math.min(1, share));
}

function useProfileName(segments: readonly Segment[]): string {
  const say = useSay();
  const format = useFormat();
  const steps = stepsOf(segments);
  const distance_m = steps.reduce((sum, step) => sum + (step.distance_m ?? 0), 0);
  return distance_m > 0
    ? say('shell.profile.distance', { count: steps.length, distance: format.distance(distance_m) })
    : say('shell.profile.steps', { count: steps.length });
}
