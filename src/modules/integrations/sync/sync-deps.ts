import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { Clock } from '../../../shared/time.ts';
import type { PlatformId, Provider } from '../provider.ts';

export type Providers = Readonly<Record<PlatformId, Provider>>;

/** What storing needs: no network. */
export type StoreDeps = {
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly secretBox: SecretBox;
  readonly sourcePolicies: SourcePolicies;
  readonly providers: Providers;
};

/** What asking a platform needs besides. */
export type SyncDeps = StoreDeps & { readonly db: Database };
