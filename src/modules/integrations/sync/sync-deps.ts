import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { Clock } from '../../../shared/time.ts';
import type { ConnectionDeps } from '../connections/with-session.ts';
import type { Providers } from '../find-provider.ts';

export type StoreDeps = {
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
  readonly events: Events;
  readonly secretBox: SecretBox;
  readonly sourcePolicies: SourcePolicies;
  readonly providers: Providers;
};

export type SyncDeps = StoreDeps & ConnectionDeps;
