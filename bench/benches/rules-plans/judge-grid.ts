import type { Finding } from './findings.ts';
import { type GridRequest, planGrid } from './grid.ts';
import { judgeFamily, judgePlan } from './judge-plan.ts';
import { servePlan } from './serve-plan.ts';
import type { Case } from './wire.ts';

type GridJudged = {
  readonly plans: number;
  readonly plans_with_findings: number;
  readonly plans_with_more_than_missing_fields: number;
  /** Findings of each rule, and plans with any of it. */
  readonly codes: ReadonlyMap<string, number>;
  readonly plans_of_codes: ReadonlyMap<string, number>;
  readonly exceptions: number;
  readonly years: readonly GridRequest[];
};

/** `each`: of how many requests one is made. Families of the same request on other days stay together. */
export function judgeGrid({ each, log }: { each: number; log: (line: string) => void }): GridJudged {
  const [codes, plansOf] = [new Map<string, number>(), new Map<string, number>()];
  const families = new Map<string, Case[]>();
  const counts = { plans: 0, withAny: 0, withMore: 0, exceptions: 0 };
  const note = (findings: readonly Finding[]): void => {
    for (const { code } of findings) count(codes, code);
    for (const code of new Set(findings.map((one) => one.code))) count(plansOf, code);
  };
  const grid = planGrid();
  for (const request of sampled(grid, each)) {
    const judged = judgeRequest(request, log);
    if (judged === null) {
      counts.exceptions += 1;
      continue;
    }
    counts.plans += 1;
    if (judged.findings.length > 0) counts.withAny += 1;
    if (judged.findings.some(({ code }) => code !== 'field_missing')) counts.withMore += 1;
    note(judged.findings);
    const { family } = request;
    if (family !== null) families.set(family, [...(families.get(family) ?? []), judged.served]);
  }
  for (const family of families.values()) note(judgeFamily(family));
  return {
    plans: counts.plans,
    plans_with_findings: counts.withAny,
    plans_with_more_than_missing_fields: counts.withMore,
    codes,
    plans_of_codes: plansOf,
    exceptions: counts.exceptions,
    years: grid.filter(({ asked }) => asked.weeks === 52),
  };
}

function judgeRequest(
  request: GridRequest,
  log: (line: string) => void,
): { served: Case; findings: Finding[] } | null {
  const { asked, known } = request;
  try {
    const served = { asked, known, plan: servePlan(request).plan };
    return { served, findings: judgePlan(served) };
  } catch (error) {
    log(`${JSON.stringify(asked)}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

const FAMILY = 5;

function sampled(requests: readonly GridRequest[], each: number): readonly GridRequest[] {
  return requests.filter((_, index) => Math.floor(index / FAMILY) % each === 0);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
