/** What `npm run bench -- …` was asked for. */
export type BenchArguments = {
  /** A small form of each. */
  readonly quick: boolean;
  /** One JSON line a row on stdout, and nothing else there. */
  readonly json: boolean;
  /** Of the large table that `growth` makes; null means as many as it says itself. */
  readonly rows: number | null;
  /** In the order given; empty means all. */
  readonly names: readonly string[];
};

/** A hundred athletes of a thousand workouts. */
const LEAST_ROWS = 100_000;

/** @throws Error that names what is not understood and what would be */
export function parseArguments(argv: readonly string[], known: readonly string[]): BenchArguments {
  const at = argv.indexOf('--rows');
  const given = at === -1 ? null : Number(argv[at + 1] ?? '');
  if (given !== null && (!Number.isInteger(given) || given < LEAST_ROWS || given % LEAST_ROWS > 0))
    throw new Error(`--rows takes a multiple of ${LEAST_ROWS}, such as --rows 1000000.`);
  const words = at === -1 ? argv : argv.toSpliced(at, 2);
  const flags = words.filter((word) => word.startsWith('-'));
  const names = words.filter((word) => !word.startsWith('-'));
  for (const flag of flags) {
    if (flag !== '--quick' && flag !== '--json')
      throw new Error(`There is no option ${flag}. Known are --quick, --json and --rows.`);
  }
  for (const name of names) {
    if (!known.includes(name))
      throw new Error(`There is no benchmark "${name}". Known are ${[...new Set(known)].join(', ')}.`);
  }
  return { quick: flags.includes('--quick'), json: flags.includes('--json'), rows: given, names };
}
