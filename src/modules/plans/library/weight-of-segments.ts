import type { ErrorDetail } from '../../../shared/errors.ts';

/** Stretches of one workout at any depth, and how long it is as JSON, in bytes: more than any session that can be told. */
export const MAX_STRETCHES = 300;
export const MAX_SEGMENTS_BYTES = 32_000;

type Stretch = { readonly repeat?: { readonly segments: readonly Stretch[] } };

/**
 * What makes a workout too large to be kept. Depth and width are the schema's, which lets each level have a hundred: three
 * levels together would be a megabyte, and plans are made of thousands of workouts.
 */
export function faultsOfWeight(segments: readonly Stretch[], path: string): ErrorDetail[] {
  const count = countStretches(segments);
  if (count > MAX_STRETCHES) {
    return [
      { path, message: `must be at most ${MAX_STRETCHES} together, those that are repeated counted once` },
    ];
  }
  if (bytesOf(segments) > MAX_SEGMENTS_BYTES) {
    return [{ path, message: `must have at most ${MAX_SEGMENTS_BYTES} bytes of JSON together` }];
  }
  return [];
}

/** As it is stored. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function countStretches(segments: readonly Stretch[]): number {
  return segments.reduce((sum, { repeat }) => sum + 1 + countStretches(repeat?.segments ?? []), 0);
}
