import { rawSql } from '../../infra/db/sql.ts';
import { shownName } from '../users/index.ts';

/** The columns of `users` from which the name a person is shown by follows. */
export type NameColumns = Parameters<typeof shownName>[0];

/** The nickname their coach gave a member, if any, and the columns of `users u` that it stands before. */
export type MemberNameColumns = NameColumns & { nickname: string | null };

export const MEMBER_NAME_COLUMNS = rawSql(
  'm.display_name AS nickname, u.display_name, u.first_name, u.last_name, u.username, u.privacy',
);

/** The name coaches see a member by. */
export const memberName = (row: MemberNameColumns): string => row.nickname ?? shownName(row, 'coach');
