/** Wrong usage: the usage is printed, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function takeNoArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageError(`It takes no arguments, but "${args.join(' ')}" was given.`);
}
