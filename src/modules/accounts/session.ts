import type { User } from '../users/index.ts';
import type { IssuedToken } from './issue-token.ts';

/** What signing up and signing in give. */
export type Session = {
  readonly user: User;
  readonly token: IssuedToken;
  readonly refresh_token: string;
  readonly refresh_expires_at: Date;
};

/** Where the same request does either. */
export type SignUpSession = Session & { readonly is_new_user: boolean };
