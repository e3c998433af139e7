/** Ratings of effort on Borg's CR-10 scale, in whole numbers: 1 is very easy, 10 is the hardest. 0 is rest, so no workout has it. */
export const RPE = { minimum: 1, maximum: 10 } as const;

const MINUTE_S = 60;

/**
 * The load of a session by its effort as a whole: the rating times minutes, in arbitrary units (AU). It needs no heart rate and fits any
 * sport. (Foster and others, J Strength Cond Res 2001;15:109-115.)
 *
 * An AU is not a point of `trainingLoad`: there an hour at the threshold is 100, here an hour is 60 times its rating. The two must not be
 * added up.
 *
 * @param rating.rpe of the whole session, 1 to 10
 * @param rating.duration_s in seconds
 * @returns the load rounded to one decimal
 */
export function sessionLoad({ rpe, duration_s }: { rpe: number; duration_s: number }): number {
  return Math.round((rpe * duration_s * 10) / MINUTE_S) / 10;
}
