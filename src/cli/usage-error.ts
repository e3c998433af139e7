/** The command was typed wrongly: its usage follows, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError when a command that takes no arguments was given some */
export function takeNoArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageError(`It takes no arguments, but "${args.join(' ')}" was given.`);
}
