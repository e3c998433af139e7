/** With the list of all weeks after it, the name of an engine still fits into 200 characters. */
const MOST_CHARACTERS = 80;

export function engineName(model: string, by_rules: readonly number[], weeks: readonly number[]): string {
  const name = model.slice(0, MOST_CHARACTERS);
  if (weeks.length === by_rules.length) return 'rules';
  const [first] = by_rules;
  if (first === undefined) return name;
  const rest = weeks.filter((number) => number >= first);
  if (rest.length === by_rules.length && rest.length > 1) return `${name}, rules from week ${first}`;
  const ranges = rangesOf(by_rules);
  return `${name}, rules in week${by_rules.length === 1 ? '' : 's'} ${ranges.join(', ')}`;
}

/** Writes numbers as "3, 7-9". */
function rangesOf(numbers: readonly number[]): string[] {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
}
