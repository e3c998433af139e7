import type { Database, Transaction } from '../../../infra/db/database.ts';
import type { KeysRevoked, KeyUnused } from '../../api-keys/index.ts';
import { findLeadership } from '../../organizations/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';
import { keysRevoked, keyUnused } from './keys-changed.ts';

type Deps = TellDeps & { readonly db: Database };

/** Tells the head coach and the admins that keys ended with the role or the account of their maker, except the maker. */
export async function notifyOfRevokedKeys(deps: Deps, event: KeysRevoked): Promise<void> {
  await deps.db.transaction((tx) =>
    tellLeaders(tx, deps, event, {
      except: event.user_id,
      announce: (org_name) => keysRevoked(event, org_name),
    }),
  );
}

export async function notifyOfUnusedKey(deps: Deps, event: KeyUnused): Promise<void> {
  await deps.db.transaction((tx) =>
    tellLeaders(tx, deps, event, { except: null, announce: (org_name) => keyUnused(event, org_name) }),
  );
}

/** The present leaders; nobody when the organization was deleted meanwhile. */
async function tellLeaders(
  tx: Transaction,
  deps: Deps,
  { org_id }: { readonly org_id: string },
  what: { readonly except: string | null; readonly announce: (org_name: string) => Announcement },
): Promise<void> {
  const leadership = await findLeadership(tx, org_id);
  if (leadership === null) return;
  const leaders = leadership.leader_ids.filter((user_id) => user_id !== what.except);
  await holdCentres(tx, leaders);
  await tell(deps, tx, leaders, what.announce(leadership.org_name));
}
