import type { Transaction } from '../../infra/db/queryable.ts';
import { type Quotas, requireQuota } from '../../shared/quotas.ts';
import { tooManyLabels, tooManyLabelsOfMember } from './errors.ts';
import { holdOrganizationAlone } from './hold-organization.ts';
import { areKnownLabels, countLabels, countLabelsOfMember } from './label-queries.ts';

/**
 * Finds out whether somebody may get these labels, and holds the organization alone from then on: to be asked before any member
 * is held. Who ends up with no more than before always may, also where a limit was lowered since.
 *
 * @param whom.user_id whose labels are replaced; null for somebody who is not on the roster yet
 * @param whom.beside labels that count as well, such as those of others who are invited
 * @throws tooManyLabelsOfMember; tooManyLabels; noSuchOrganization
 */
export async function requireLabelQuota(
  tx: Transaction,
  whom: { readonly org_id: string; readonly user_id: string | null; readonly beside?: readonly string[] },
  labels: readonly string[],
  quotas: Pick<Quotas, 'labels' | 'labels_per_member'>,
): Promise<void> {
  if (labels.length === 0) return;
  const { org_id, user_id, beside = [] } = whom;
  await holdOrganizationAlone(tx, org_id);
  const own = user_id === null ? 0 : await countLabelsOfMember(tx, { org_id, user_id });
  if (labels.length > own) {
    const more = labels.length - own;
    requireQuota(tooManyLabelsOfMember, { used: own, more, limit: quotas.labels_per_member });
  }
  if (await areKnownLabels(tx, { org_id, labels })) return;
  const { used, wanted } = await countLabels(tx, { org_id, user_id, labels: [...beside, ...labels] });
  if (wanted > used) requireQuota(tooManyLabels, { used, more: wanted - used, limit: quotas.labels });
}
