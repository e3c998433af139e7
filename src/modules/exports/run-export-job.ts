import { defineJob } from '../../infra/jobs/index.ts';

export type RunExportPayload = { readonly org_id: string; readonly export_id: string };

/** The background work of one export. How many run at once is a setting (`exportJobs`). */
export const runExportJob = defineJob<RunExportPayload>({
  name: 'exports.run',
  payload: (value) => {
    const { org_id, export_id } = value as Partial<RunExportPayload>;
    if (typeof org_id !== 'string' || typeof export_id !== 'string') throw new TypeError('ids are missing');
    return { org_id, export_id };
  },
  // A store may be away for two minutes, and a restart costs whoever waits two seconds.
  retry: { limit: 6, delay_s: 2, backoff: true },
  // Far past what the largest club takes (npm run bench -- export): this ends attempts that hang.
  expire_in_s: 2 * 3600,
});
