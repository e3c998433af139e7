import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { LocalRequests } from '../../infra/db/local-requests.ts';
import { DATABASE_CHECKS, type StoredDeps } from './database-checks.ts';
import { sampledFiles, type WholeLook, wholeFiles } from './file-checks.ts';
import type { Told } from './finding.ts';
import { LOOK_LIMIT_MS, runInTurn } from './run-checks.ts';
import { STATISTICS_CHECKS } from './statistics-checks.ts';
import { wholeTables } from './table-checks.ts';
import { WORK_CHECKS } from './work-checks.ts';

type Hear = (told: Told) => void;

/** Lets the commands look at an embedded database that a server has open, which nobody else can open meanwhile. */
export function lookRequests(config: Config, deps: Deps): LocalRequests {
  const stored = { ...deps, config, isServer: true };
  return {
    doctor: (_input, { signal, say }) => lookAtStored(stored, signal, say),
    check: (_input, { signal, say }) => lookAtWhole(stored, signal, say),
  };
}

/** What `ekiden doctor` looks at of the data: a little of everything. */
export async function lookAtStored(deps: StoredDeps, signal: AbortSignal, hear: Hear): Promise<void> {
  const checks = [...DATABASE_CHECKS, ...STATISTICS_CHECKS, ...WORK_CHECKS, sampledFiles];
  await runInTurn(checks, deps, signal, (finding) => hear({ finding }), LOOK_LIMIT_MS);
}

/** What `ekiden check` looks at: all of it, as long as it takes. */
export async function lookAtWhole(deps: StoredDeps, signal: AbortSignal, hear: Hear): Promise<void> {
  const look: WholeLook = {
    tell: (progress) => hear({ progress }),
    orphan: (orphan) => hear({ orphan }),
  };
  const checks = [...wholeTables(look), ...wholeFiles(look)];
  await runInTurn(checks, deps, signal, (finding) => hear({ finding }), null);
}
