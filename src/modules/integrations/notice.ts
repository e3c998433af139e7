import type { ActivityReport } from '../activities/index.ts';
import type { HealthReport } from './health/health-report.ts';

/** One thing that a platform reports about one of its people. The connection says which user that is. */
export type Notice = {
  readonly provider_user_id: string;
  readonly is_hint?: boolean;
  /**
   * The place in the order in which platforms' notices were accepted: a smaller one is older. Providers do not set it. A notice without
   * one is newer than all that is known.
   */
  readonly position?: number | undefined;
} & (
  | { readonly kind: 'activity'; readonly report: ActivityReport }
  /** Something about the activity is new, so it has to be fetched. `private: true` is believed at once, whatever comes later. */
  | { readonly kind: 'activity_changed'; readonly external_id: string; readonly private?: boolean }
  | { readonly kind: 'activity_deleted'; readonly external_id: string }
  | { readonly kind: 'health'; readonly report: HealthReport }
  /** The data lies at an address of the platform and has to be fetched there. `what` is the platform's name of its kind. */
  | { readonly kind: 'elsewhere'; readonly what: string; readonly url: string }
  /** The athlete has revoked the consent, or somebody claims so: an unverified notice is checked before it is believed. */
  | { readonly kind: 'disconnected' }
  /** `changed_at` is when the athlete changed them, null where unknown. An older change that comes later changes nothing. */
  | { readonly kind: 'scopes'; readonly scopes: readonly string[]; readonly changed_at: Date | null }
  /** One unreadable item among others: it is set aside, the others are not. */
  | {
      readonly kind: 'unreadable';
      readonly item: string;
      readonly reason: string;
      readonly external_id?: string;
    }
);
