import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { exitCodeOf, type Finding } from './finding.ts';

const SEVERITY_CHARS = 'warning'.length;
const CHECK_CHARS = 26;

/** For people a line each, with what mends it below; for programs one JSON object. Resolves to the exit code. */
export function printFindings(
  findings: readonly Finding[],
  { json, print }: { readonly json: boolean; readonly print: Terminal['print'] },
): number {
  const exit_code = exitCodeOf(findings);
  if (json) {
    print(JSON.stringify({ status: (['ok', 'warning', 'error'] as const)[exit_code], findings }, null, 2));
    return exit_code;
  }
  for (const { check, severity, seen, mend } of findings) {
    const head = `${severity.padEnd(SEVERITY_CHARS)}  ${check.padEnd(CHECK_CHARS)}`;
    print(printable(`${head}  ${seen}`));
    if (mend !== undefined) print(printable(`${' '.repeat(head.length)}  → ${mend}`));
  }
  const count = (severity: Finding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  print(
    `\n${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}, ${plural(count('note'), 'note')}.`,
  );
  return exit_code;
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
