import type { ConnectionKey } from '../connections/credentials-box.ts';

export type HeldConnection = ConnectionKey & {
  readonly provider_user_id: string;
  readonly scopes: readonly string[];
  /** Since when it is lost, so that nothing can be asked in its owner's name. */
  readonly token_expired_at: Date | null;
};
