import type { ConnectionKey } from '../connections/credentials-box.ts';

/** A connection that nobody else changes until the transaction ends. */
export type HeldConnection = ConnectionKey & {
  readonly provider_user_id: string;
  /** What they allow there. */
  readonly scopes: readonly string[];
  /** Since when it is lost: nothing can be asked in its owner's name. */
  readonly token_expired_at: Date | null;
};
