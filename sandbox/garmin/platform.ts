import { type Clock, systemClock } from '../../src/shared/time.ts';
import { planFaults } from '../kit/faults.ts';
import { type Draft, openOutbox } from '../kit/outbox.ts';
import { type App, openAccounts } from './accounts.ts';
import type { GarminPerson } from './people.ts';
import { DEFAULT_SETTINGS, type GarminSettings } from './settings.ts';
import type { NotificationType, Permission, SummaryType, Upload } from './summary-types.ts';

export const CALLS = [
  'request_token',
  'oauth_confirm',
  'access_token',
  'oauth2_confirm',
  'oauth2_token',
  'token_exchange',
  'user_id',
  'user_permissions',
  'registration',
  'backfill',
  'pull',
  'activity_file',
] as const;
export type CallName = (typeof CALLS)[number];

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
  readonly uploads: readonly Upload[];
};

export type PostDraft = Draft & { readonly types: readonly NotificationType[] };

export type Backfill = {
  readonly client_id: string;
  readonly user_id: string;
  readonly type: SummaryType;
  readonly start_s: number;
  readonly end_s: number;
  readonly at_ms: number;
};

export type GarminOptions = {
  /** Where it listens; 0: anywhere. */
  readonly port: number;
  readonly apps: readonly App[];
  readonly clock?: Clock;
  /** The same seed invents the same people and the same history. */
  readonly seed?: string;
  /** `by_itself`: posts leave when they are due; `by_hand`: when `deliverDue` is called. */
  readonly deliver?: 'by_itself' | 'by_hand';
  readonly settings?: Partial<GarminSettings>;
};

/** Everything the stand-in knows, handed to whatever answers a call. */
export type Platform = ReturnType<typeof openPlatform>;

export function openPlatform(options: GarminOptions, stopped: AbortSignal) {
  const { apps, clock = systemClock, seed = 'garmin', deliver = 'by_itself' } = options;
  const settings: GarminSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const now = (): Date => clock.now();
  const faults = planFaults<CallName | 'push'>('push');
  const gapS = (attempts: number): number => {
    const last_s = settings.gaps_s.at(-1) ?? 0;
    return settings.gaps_s[attempts - 1] ?? last_s * 2 ** (attempts - settings.gaps_s.length);
  };
  const outbox = openOutbox<PostDraft>({
    now,
    stopped,
    by_itself: deliver === 'by_itself',
    lanes: settings.connections,
    answerWithinMs: () => settings.answer_within_ms,
    gapMs: (attempts) => (attempts >= settings.attempts ? undefined : gapS(attempts) * 1_000),
    isReversed: () => settings.reverse_posts,
    takeFault: () => faults.take('push'),
  });
  return {
    seed,
    apps,
    now,
    nowS: (): number => Math.floor(now().getTime() / 1_000),
    settings,
    faults,
    outbox,
    accounts: openAccounts(now),
    people: new Map<string, GarminPerson>(),
    /** What was recorded while the stand-in ran, or added as a past, by user. Before somebody was added lies an invented history. */
    recorded: new Map<string, readonly Upload[]>(),
    pulls: [] as PullGrant[],
    backfills: [] as Backfill[],
    /** Where it listens, without a slash at the end. */
    url: '',
    /** Null: a person has to click. */
    consent: null as AutoConsent | null,
  };
}

export function findApp({ apps }: Platform, client_id: string | undefined): App | undefined {
  return apps.find((one) => one.client_id === client_id);
}
