/** What `npm run bench -- …` was asked for. */
export type BenchArguments = {
  /** A small form of each. */
  readonly quick: boolean;
  /** One JSON line a row on stdout, and nothing else there. */
  readonly json: boolean;
  /** In the order given; empty means all. */
  readonly names: readonly string[];
};

/** @throws Error that names what is not understood and what would be */
export function parseArguments(argv: readonly string[], known: readonly string[]): BenchArguments {
  const flags = argv.filter((word) => word.startsWith('-'));
  const names = argv.filter((word) => !word.startsWith('-'));
  for (const flag of flags) {
    if (flag !== '--quick' && flag !== '--json')
      throw new Error(`There is no option ${flag}. Known are --quick and --json.`);
  }
  for (const name of names) {
    if (!known.includes(name))
      throw new Error(`There is no benchmark "${name}". Known are ${[...new Set(known)].join(', ')}.`);
  }
  return { quick: flags.includes('--quick'), json: flags.includes('--json'), names };
}
