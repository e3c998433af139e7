import { runCommand } from '../cli/run-command.ts';

type Ran = { code: number; out: string; err: string };

/** What a command complained of, without the lines of its progress, which come where the machine is slow. */
export function withoutProgress(err: string): string {
  return err.replace(
    /^[a-z]+: [\d,]+ (?:of [\d,]+ )?[a-z]*(?:, [\d.,]+ a second)?(?:, [\d:]+ left)?(?:\n|$)/gm,
    '',
  );
}

/** Runs `ekiden …` in this process, with an environment of its own and what it prints kept. */
export async function runCli(env: Readonly<Record<string, string>>, ...argv: string[]): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(argv, {
    env,
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: withoutProgress(err.join('\n')).trimEnd() };
}
