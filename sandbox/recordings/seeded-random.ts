/** A deterministic source of randomness: the same seed gives the same numbers on every machine. */
export type SeededRandom = {
  next(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Whole number, both ends included. */
  integer(low: number, high: number): number;
  /** Normal with mean 0 and standard deviation 1. */
  normal(): number;
  chance(probability: number): boolean;
  /** @throws RangeError where there is nothing to choose from */
  pick<T>(choices: readonly T[]): T;
  /** An independent source, named, so that drawing more here never shifts what is drawn there. */
  fork(label: string): SeededRandom;
};

/** sfc32 (Chris Doty-Humphrey, public domain), seeded by an FNV-1a hash of the text: fast, and good far beyond this use. */
export function seededRandom(seed: string): SeededRandom {
  let a = fnv1a(seed);
  let b = fnv1a(`${seed}b`);
  let c = fnv1a(`${seed}c`);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first outputs still resemble the seed.
  for (let round = 0; round < 15; round++) next();

  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor((high - low + 1) * next()),
    // Box and Muller; 1 - u keeps the logarithm away from 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]): T => {
      const chosen = choices[Math.floor(next() * choices.length)];
      if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
      return chosen;
    },
    fork: (label) => seededRandom(`${seed}/${label}`),
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
