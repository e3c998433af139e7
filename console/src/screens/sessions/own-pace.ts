import type { Schemas } from '../../client/api.ts';

type Segment = Schemas['PlanSegment'];
type Target = Schemas['PlanTarget'];

/** How fast somebody runs the repetitions of a session: the time for one of so many metres, a pace, an effort, or nothing. */
export type OwnPace =
  | { readonly kind: 'time'; readonly duration_s: number }
  | { readonly kind: 'pace'; readonly pace_s_per_km: number }
  | { readonly kind: 'effort'; readonly effort: number }
  | null;

/** The distance that everybody repeats; null where the work goes by time or is of several lengths. */
export function repeatedDistance(segments: readonly Segment[]): number | null {
  const repeated = segments.filter(({ kind }) => kind === 'repeat');
  const lengths = new Set(
    workSteps(repeated.length > 0 ? repeated : segments).map(({ distance_m }) => distance_m ?? null),
  );
  const [only] = lengths;
  return lengths.size === 1 && only !== undefined ? only : null;
}

function workSteps(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((segment) =>
    segment.kind === 'repeat'
      ? workSteps((segment.repeat?.segments ?? []) as readonly Segment[])
      : segment.kind === 'work'
        ? [segment]
        : [],
  );
}

/**
 * What the session is about for one person: of all that they are to hold, the fastest pace, else the hardest effort.
 *
 * @param targets of the work steps
 */
export function ownPace(targets: readonly Target[], distance_m: number | null): OwnPace {
  const middles = (type: Target['type']): number[] =>
    targets.flatMap(({ type: of, min, max }) => {
      const [low, high] = [min ?? max, max ?? min];
      return of === type && low != null && high != null ? [(low + high) / 2] : [];
    });
  const pace_s_per_km = Math.min(...middles('pace'));
  if (Number.isFinite(pace_s_per_km))
    return distance_m === null
      ? { kind: 'pace', pace_s_per_km }
      : { kind: 'time', duration_s: (pace_s_per_km * distance_m) / 1000 };
  const effort = Math.max(...middles('effort'));
  return Number.isFinite(effort) ? { kind: 'effort', effort: Math.round(effort) } : null;
}

/** The fastest first, so that groups form; who shares no pace comes after, by name. */
export function byPace(a: OwnPace, b: OwnPace): number {
  const seconds = (pace: OwnPace): number =>
    pace?.kind === 'time'
      ? pace.duration_s
      : pace?.kind === 'pace'
        ? pace.pace_s_per_km
        : Number.POSITIVE_INFINITY;
  const [x, y] = [seconds(a), seconds(b)];
  return x === y ? 0 : x < y ? -1 : 1;
}
