import type { PlatformId } from '../provider.ts';

/** Names a connection: an athlete has one a platform. */
export type ConnectionKey = { readonly user_id: string; readonly provider: PlatformId };

/** A connection that nobody else changes until the transaction ends. */
export type HeldConnection = ConnectionKey & {
  readonly provider_user_id: string;
  readonly token_expired_at: Date | null;
};
