import type { User } from '../users/index.ts';
import type { IssuedToken } from './issue-token.ts';

export type Session = {
  readonly user: User;
  readonly token: IssuedToken;
  readonly refresh_token: string;
  readonly refresh_expires_at: Date;
};

export type SignUpSession = Session & { readonly is_new_user: boolean };
