import { defineJob } from '../../infra/jobs/index.ts';

export type RunExportPayload = { readonly org_id: string; readonly export_id: string };

/** The background work of one export. Ten may be asked for at once; two at a time leave the server to its readers. */
export const runExportJob = defineJob<RunExportPayload>({
  name: 'exports.run',
  payload: (value) => {
    const { org_id, export_id } = value as Partial<RunExportPayload>;
    if (typeof org_id !== 'string' || typeof export_id !== 'string') throw new TypeError('ids are missing');
    return { org_id, export_id };
  },
  retry: { limit: 3, delay_s: 5, backoff: true, max_delay_s: 120 },
  expire_in_s: 6 * 3600,
  concurrency: 2,
});
