import type { ErrorDetail } from '../../shared/errors.ts';
import { readWorkoutText } from '../workout-text/read-workout-text.ts';
import { textFaultWords } from '../workout-text/text-fault.ts';
import { writeWorkoutText } from '../workout-text/write-workout-text.ts';
import type { GivenSegment } from './read-segments.ts';

export type Told = {
  readonly segments?: readonly GivenSegment[] | undefined;
  /** Answers have null for a workout without a text, so null may be sent back. */
  readonly text?: string | null | undefined;
};
type Read = { readonly segments: readonly GivenSegment[]; readonly faults: ErrorDetail[] };

/**
 * The segments of a workout that is sent in one of the two ways, or its faults.
 *
 * @param path the path of the workout with a dot at its end, or empty
 * @param keeps_numbers whether numbers beside a zone are kept; if not, a line that has both is refused
 * @param takes_both whether segments and text may both be sent, as they were answered, when they say the same
 */
export function segmentsOf(
  { segments, text }: Told,
  path: string,
  { keeps_numbers, takes_both }: { readonly keeps_numbers: boolean; readonly takes_both: boolean },
): Read {
  const fault = (name: string, message: string): Read => ({
    segments: [],
    faults: [{ path: `${path}${name}`, message }],
  });
  if (typeof text !== 'string') {
    if (segments === undefined) return fault('segments', 'is required, or text');
    return { segments, faults: [] };
  }
  if (segments !== undefined) {
    if (!takes_both) return fault('text', 'must be left out with segments: send one of both');
    if (text !== writeWorkoutText(segments))
      return fault('text', 'must be left out with segments that say something else');
    return { segments, faults: [] };
  }
  const read = readWorkoutText(text, { takes_numbers_of_zones: keeps_numbers });
  if ('segments' in read) return { segments: read.segments, faults: [] };
  const faults = read.faults.map((one) => ({ path: `${path}text`, message: textFaultWords(one) }));
  return { segments: [], faults };
}
