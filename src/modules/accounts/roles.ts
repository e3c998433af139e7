import type { Role } from '../../shared/access.ts';
import type { MembershipRole, UserStatus } from '../users/index.ts';

/** `user` always; `coach` follows the profile; `admin` is granted on the command line only. */
export function rolesOf(account: { membership_role: MembershipRole; is_platform_admin: boolean }): Role[] {
  return [
    'user',
    ...(account.membership_role === 'coach' ? (['coach'] as const) : []),
    ...(account.is_platform_admin ? (['admin'] as const) : []),
  ];
}

/** Whether an account may sign in and use its tokens. */
export function isActiveAccount(account: { status: UserStatus }): boolean {
  return account.status === 'active';
}
