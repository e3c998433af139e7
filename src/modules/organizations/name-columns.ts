import { rawSql } from '../../infra/db/sql.ts';
import { type NameColumns, shownName } from '../users/index.ts';
import { MEMBER_PRIVACY } from './privacy-queries.ts';

/**
 * The nickname their coach gave a member, if any, and the columns of `users u` that it stands before, with the settings that hold
 * for the organization of `organization_members m`.
 */
export type MemberNameColumns = NameColumns & { nickname: string | null };

export const MEMBER_NAME_COLUMNS = rawSql(
  `m.display_name AS nickname, u.display_name, u.first_name, u.last_name, u.username, ${MEMBER_PRIVACY} AS privacy`,
);

export const memberName = (row: MemberNameColumns): string => row.nickname ?? shownName(row, 'coach');

/**
 * The same name, of `users u` and `organization_members m`, for orders and searches. The real name is part of it only where the settings
 * that hold for the organization share it; a test holds it equal to `memberName`.
 */
export const MEMBER_NAME = rawSql(`coalesce(m.display_name, u.display_name,
  CASE WHEN ${MEMBER_PRIVACY} -> 'share_profile_info' = 'true' THEN nullif(concat_ws(' ', u.first_name, u.last_name), '') END,
  u.username)`);
