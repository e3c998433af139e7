import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { SCOPES } from '../../../shared/access.ts';
import { forbidden } from '../../../shared/errors.ts';
import { readDayOrTime } from '../../../shared/read-time.ts';
import { presentAuditEntry } from '../../audit/index.ts';
import { AuditLogList, AuditLogQuery } from '../contract.ts';
import { noSuchOrganization } from '../errors.ts';
import { listAuditLogs } from '../list-audit-logs.ts';

export const listAuditLogsRoute = (deps: { readonly db: Database }): Route =>
  route({
    operation_id: 'listAuditLogs',
    method: 'GET',
    path: '/organizations/:org_id/audit-logs',
    guard: { kind: 'user_or_key', scopes: SCOPES },
    tag: 'Audit log',
    summary: 'Read the audit log',
    description:
      'For coaches of the organization, platform admins, and API keys of the organization that have all scopes. `cursor` goes on ' +
      'after a page; `before` is a filter, and may stand beside it.',
    params: idParams('org_id'),
    query: AuditLogQuery,
    responses: { 200: AuditLogList },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params, query }) => {
      const { entries, next_cursor } = await listAuditLogs(deps, actor, {
        org_id: params.org_id,
        event_type: query.event_type,
        actor_id: query.actor_id,
        target_id: query.target_id,
        before: query.before === undefined ? undefined : readDayOrTime('before', query.before),
        page: { limit: query.limit, cursor: query.cursor },
      });
      return {
        status: 200,
        body: {
          logs: entries.map(presentAuditEntry),
          count: entries.length,
          ...(query.cursor !== undefined && { next_cursor }),
        },
      };
    },
  });
