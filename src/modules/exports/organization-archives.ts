import type { Jobs } from '../../infra/jobs/index.ts';
import type { OrganizationPart } from '../organizations/index.ts';
import { lockArchivesOf } from './queries.ts';
import { withdraw } from './remove-withdrawn.ts';

/** The archives of an organization go with it: links that were handed out before lead nowhere then. */
export function organizationArchives(deps: { jobs: Pick<Jobs, 'enqueue'> }): OrganizationPart {
  return {
    name: 'exports',
    async release(tx, { org_id }) {
      await withdraw(tx, deps, await lockArchivesOf(tx, org_id));
    },
  };
}
