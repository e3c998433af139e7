import type { ActivityReport } from '../activities/index.ts';
import type { HealthReport } from './health/health-report.ts';

/** One thing that a platform lets us know of one of its people. Whose it is of ours, the connection says. */
export type Notice = {
  readonly provider_user_id: string;
  readonly is_hint?: boolean;
  /**
   * Where it stands in the order in which words of platforms were accepted: a smaller one is older. Providers do not say it. Without
   * one it is later than all that is known.
   */
  readonly position?: number | undefined;
} & (
  | { readonly kind: 'activity'; readonly report: ActivityReport }
  /** Something about it is new: it has to be fetched. `private: true` is believed at once, whatever comes later. */
  | { readonly kind: 'activity_changed'; readonly external_id: string; readonly private?: boolean }
  | { readonly kind: 'activity_deleted'; readonly external_id: string }
  | { readonly kind: 'health'; readonly report: HealthReport }
  /** It lies at an address of the platform's and has to be fetched from there. `what` is the platform's name of its kind. */
  | { readonly kind: 'elsewhere'; readonly what: string; readonly url: string }
  /** They took their consent back, or so it is said: what is unsigned is asked about before it is believed. */
  | { readonly kind: 'disconnected' }
  /** `changed_at`: when they changed it, null where that is not said. An older change that comes later changes nothing. */
  | { readonly kind: 'scopes'; readonly scopes: readonly string[]; readonly changed_at: Date | null }
  /** One item among others that makes no sense: it is set aside, the others are not. */
  | {
      readonly kind: 'unreadable';
      readonly item: string;
      readonly reason: string;
      readonly external_id?: string;
    }
);
