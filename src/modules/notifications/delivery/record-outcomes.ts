import type { Database } from '../../../infra/db/database.ts';
import { holdUsers } from '../../users/index.ts';
import { forgetDevices } from '../devices/device-queries.ts';
import {
  type Attempted,
  forgetChats,
  holdMessage,
  recordAttempts,
  type TakenDelivery,
} from './send-queries.ts';

type Outcome = { readonly delivery: TakenDelivery; readonly attempted: Attempted };

export type Taken = {
  readonly outgoing_id: string;
  readonly batch: number;
  readonly claim: string;
  readonly taken_at: Date;
};

export type Recorder = {
  /** Resolves when the outcome is stored, or when storing failed; then it is stored with the next one. */
  add(outcome: Outcome): Promise<void>;
  /**
   * Stores what is left.
   *
   * @throws whatever the database throws
   */
  end(): Promise<void>;
};

/**
 * Stores outcomes as they come, so that a killed process leaves open only what it was telling a service at that moment. Outcomes that
 * come during a transaction are stored together by the next one.
 */
export function recordOutcomes(deps: { readonly db: Database }, taken: Taken): Recorder {
  let waiting: Outcome[] = [];
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await writeDown(deps, taken, group);
      } catch (error) {
        waiting.unshift(...group);
        throw error;
      }
    }
  };
  const startWriting = (): Promise<void> =>
    (writing ??= write().finally(() => {
      writing = undefined;
    }));

  return {
    async add(outcome) {
      waiting.push(outcome);
      try {
        while (waiting.includes(outcome)) await startWriting();
      } catch {
        // The outcome stays in the list, and `end` stores it at the latest.
      }
    },
    async end() {
      await writing?.catch(() => undefined);
      while (waiting.length > 0) await startWriting();
    },
  };
}

async function writeDown(
  deps: { readonly db: Database },
  { outgoing_id, claim, taken_at }: Taken,
  outcomes: readonly Outcome[],
): Promise<void> {
  await forgetGone(deps, outcomes, taken_at);
  const attempts = outcomes.map(({ attempted }) => attempted);
  await deps.db.transaction(async (tx) => {
    // People are locked before their rows, as in the deletion of a person.
    await holdUsers(
      tx,
      attempts.flatMap(({ user_id }) => user_id ?? []),
    );
    await holdMessage(tx, outgoing_id);
    await recordAttempts(tx, { outgoing_id, claim }, attempts);
  });
}

/** Forgets devices before their outcome `gone` is stored, so that none is left behind, whenever this process ends. */
async function forgetGone(
  { db }: { readonly db: Database },
  outcomes: readonly Outcome[],
  before: Date,
): Promise<void> {
  const gone = outcomes.flatMap(({ delivery: { channel, address_hash, service, user_id }, attempted }) => {
    const isGone = attempted.state === 'gone' && user_id !== null;
    return isGone ? [{ channel, token_hash: address_hash, service, user_id }] : [];
  });
  const devices = gone.filter(({ channel }) => channel === 'push');
  const chats = gone.flatMap(({ user_id, service }) => (service === null ? [] : [{ user_id, service }]));
  if (devices.length > 0) await forgetDevices(db, devices, before);
  if (chats.length > 0) await forgetChats(db, chats, before);
}
