import { hash } from 'node:crypto';
import { decide } from './decide.ts';
import type { Kind } from './kinds.ts';
import { CHANNELS, type Channel } from './outgoing.ts';
import { type Person, reachable } from './people-queries.ts';
import type { PlannedDelivery, Skipped } from './planned-delivery.ts';

/**
 * Decides what goes to which addresses of these people, and counts those who get nothing on a wanted channel, by reason.
 *
 * @param input.notifications the id of the notification by user id, where each person has one
 */
export function planDeliveries(input: {
  readonly people: readonly Person[];
  readonly kind: Kind;
  readonly now: Date;
  readonly notifications?: ReadonlyMap<string, string>;
}): { readonly deliveries: readonly PlannedDelivery[]; readonly skipped: Skipped } {
  const { people, kind, now, notifications } = input;
  const deliveries: PlannedDelivery[] = [];
  const skips: (readonly [Channel, string])[] = [];
  for (const person of people) {
    const { user_id } = person;
    const decision = decide({ kind, person: reachable(person), now });
    const notification_id = notifications?.get(user_id) ?? null;
    for (const channel of CHANNELS) {
      const when = decision[channel];
      if ('at' in when) {
        const more = { channel, user_id, notification_id, due_at: when.at };
        for (const address of addressesOf(person, channel)) deliveries.push({ ...address, ...more });
      } else if (when.skip !== 'not_asked_for') skips.push([channel, when.skip]);
    }
  }
  return { deliveries, skipped: countSkips(skips) };
}

export function addSkipped(left: Skipped, right: Skipped): Skipped {
  const entries = [left, right].flatMap((skipped) =>
    CHANNELS.flatMap((channel) =>
      Object.entries(skipped[channel] ?? {}).map(([reason, number]) => [channel, reason, number] as const),
    ),
  );
  return sum(entries);
}

export function inBatches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

function addressesOf(
  { user_id, devices, chats }: Person,
  channel: Channel,
): readonly Pick<PlannedDelivery, 'address_hash' | 'service'>[] {
  if (channel === 'push') return devices.map((address_hash) => ({ address_hash, service: null }));
  const services = channel === 'email' ? [null] : chats;
  return services.map((service) => ({
    address_hash: hash('sha256', `${user_id} ${service ?? channel}`, 'buffer'),
    service,
  }));
}

const countSkips = (skips: readonly (readonly [Channel, string])[]): Skipped =>
  sum(skips.map(([channel, reason]) => [channel, reason, 1] as const));

function sum(entries: readonly (readonly [Channel, string, number])[]): Skipped {
  const totals: Partial<Record<Channel, Record<string, number>>> = {};
  for (const [channel, reason, number] of entries) {
    const reasons = totals[channel] ?? {};
    totals[channel] = { ...reasons, [reason]: (reasons[reason] ?? 0) + number };
  }
  return totals;
}
