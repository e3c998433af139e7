/**
 * A choice that is the same for the same seed and place: variety without randomness. Each place in a plan (week, day, subject) has its
 * own, so that one more choice somewhere does not change the others.
 *
 * @param places whole numbers that identify the place
 * @returns a whole number from 0 to below `count`
 */
export function seededChoice(seed: number, places: readonly number[], count: number): number {
  if (count <= 1) return 0;
  let mixed = mix(Math.trunc(seed) ^ Math.trunc(seed / 2 ** 32));
  for (const place of places) mixed = mix(mixed ^ mix(place + 0x9e3779b9));
  return mixed % count;
}

/** The finalizer of MurmurHash3 (Appleby, public domain): each input bit changes half of the output bits. */
function mix(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
