import type * as wire from './contract.ts';
import { CHANNELS, type ChannelCounts, FEW_PEOPLE, type OutgoingState } from './outgoing.ts';

/**
 * The outcome of an outgoing message, by channel. While people are still being looked for, the few found so far may be the first of
 * many. So nothing is said about a channel to a reader who may not see the details of a small number, until the number is known.
 *
 * @param reader.sees_all whether the reader may see the details of few people too, as the server's operator may
 */
export function presentDeliveries(
  { counts, state }: Pick<OutgoingState, 'counts' | 'state'>,
  { sees_all }: { sees_all: boolean },
): wire.ChannelDeliveries[] {
  return CHANNELS.flatMap((channel) => {
    const of = counts[channel];
    if (of === undefined) return [];
    const isClosed = !sees_all && of.people.all < FEW_PEOPLE;
    if (isClosed && state === 'spreading') return [];
    return { channel, ...(isClosed ? presentFew(of) : presentMany(of)) };
  });
}

type Shown = Omit<wire.ChannelDeliveries, 'channel'>;

function presentMany(of: ChannelCounts): Shown {
  const people = (reason: string): number => of.skipped[reason] ?? 0;
  return {
    counted_in: 'addresses',
    recipients: of.recipients,
    waiting: of.waiting,
    sent: of.sent,
    failed: of.failed,
    gone: of.gone,
    unknown: of.unknown,
    cancelled: of.cancelled,
    not_reached: 0,
    skipped: {
      opted_out: people('opted_out'),
      switched_off: people('switched_off'),
      email_off: people('email_off'),
      no_device: people('no_device'),
      no_verified_email: people('no_verified_email'),
      no_chat: people('no_chat'),
    },
  };
}

/** Says only whether people are reached, not on how many devices, nor why not. */
function presentFew({ people: { all, reached } }: ChannelCounts): Shown {
  return {
    counted_in: 'people',
    recipients: all,
    waiting: 0,
    sent: reached,
    failed: 0,
    gone: 0,
    unknown: 0,
    cancelled: 0,
    not_reached: all - reached,
    skipped: {
      opted_out: 0,
      switched_off: 0,
      email_off: 0,
      no_device: 0,
      no_verified_email: 0,
      no_chat: 0,
    },
  };
}
