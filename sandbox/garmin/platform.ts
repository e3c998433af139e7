import type { Clock } from '../../src/shared/time.ts';
import type { Accounts } from './accounts.ts';
import type { Faults } from './faults.ts';
import type { Outbox } from './outbox.ts';
import type { GarminPerson } from './people.ts';
import type { GarminSettings } from './settings.ts';
import type { Permission, SummaryType, Upload } from './summary-types.ts';

/** Answers the consent page instead of a person. */
export type AutoConsent =
  | { readonly decision: 'accept'; readonly user_id: string; readonly permissions?: readonly Permission[] }
  | { readonly decision: 'deny' };

/** What a callback URL gives to whom. */
export type PullGrant = {
  /** In the address, where callback URLs carry one. */
  readonly token: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly type: SummaryType;
  readonly upload_start_s: number;
  readonly upload_end_s: number;
  readonly expires_ms: number;
  readonly uploads: Upload[];
};

export type AcceptedBackfill = {
  readonly client_id: string;
  readonly user_id: string;
  readonly type: SummaryType;
  readonly start_s: number;
  readonly end_s: number;
  readonly at_ms: number;
};

/** Everything the stand-in knows, handed to whatever answers a call. */
export type Platform = {
  readonly seed: string;
  readonly clock: Clock;
  readonly settings: GarminSettings;
  readonly accounts: Accounts;
  readonly faults: Faults;
  readonly outbox: Outbox;
  readonly people: Map<string, GarminPerson>;
  /** What was recorded while the stand-in ran, or added as a past, by user. Before somebody was added lies an invented history. */
  readonly recorded: Map<string, Upload[]>;
  readonly pulls: PullGrant[];
  readonly backfills: AcceptedBackfill[];
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Null: a person has to click. */
  consent: AutoConsent | null;
};

export function nowS(platform: { readonly clock: Clock }): number {
  return Math.floor(platform.clock.now().getTime() / 1_000);
}
