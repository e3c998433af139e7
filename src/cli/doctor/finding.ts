/** From what is as it should be to what loses data or keeps people out. */
const SEVERITIES = ['ok', 'note', 'warning', 'error'] as const;
type Severity = (typeof SEVERITIES)[number];

/** What a check has seen. It holds no secret and names nobody. */
export type Finding = {
  readonly check: string;
  readonly severity: Severity;
  /** One sentence, with the numbers. */
  readonly seen: string;
  /** The command or setting that mends it. */
  readonly mend?: string;
};
export type Seen = Omit<Finding, 'check'>;

export const ok = (seen: string): Seen => ({ severity: 'ok', seen });
export const note = (seen: string, mend?: string): Seen => found('note', seen, mend);
export const warning = (seen: string, mend: string): Seen => found('warning', seen, mend);
export const error = (seen: string, mend: string): Seen => found('error', seen, mend);
/** A check that could not be made is no fault of what it looks at. */
export const unchecked = (why: string, mend?: string): Seen => found('note', `not checked: ${why}`, mend);

function found(severity: Severity, seen: string, mend: string | undefined): Seen {
  return mend === undefined ? { severity, seen } : { severity, seen, mend };
}

/** A kind of look at a server: a name, and what it comes to. */
export type Check<Deps> = {
  readonly name: string;
  run(deps: Deps, signal: AbortSignal): Promise<readonly Seen[]> | readonly Seen[];
};

/** 0: all is well, notes aside; 1: something is worth a look; 2: something is wrong. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ severity }) => severity === 'error')) return 2;
  return findings.some(({ severity }) => severity === 'warning') ? 1 : 0;
}

export type Progress = { readonly what: string; readonly done: number; readonly total: number | null };

/** What a look at the data of a server tells, one thing after the other. */
export type Told =
  | { readonly finding: Finding }
  | { readonly progress: Progress }
  /** The key of an object that belongs to nothing. */
  | { readonly orphan: string };
