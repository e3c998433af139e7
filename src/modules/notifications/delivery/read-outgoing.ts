import type { Queryable } from '../../../infra/db/database.ts';
import type { ChannelCounts, OutgoingState } from './outgoing.ts';
import { findOutgoing } from './outgoing-queries.ts';

/** The state of outgoing messages by id. The caller checks that the reader may see the messages of this owner. */
export async function readOutgoing(
  db: Queryable,
  { ids }: { ids: readonly string[] },
): Promise<ReadonlyMap<string, OutgoingState>> {
  const rows = ids.length === 0 ? [] : await findOutgoing(db, ids);
  return new Map(
    rows.map(({ channels, skipped, tallies, ...row }) => {
      const counts = channels.map((channel) => {
        const own = tallies
          .filter(([of]) => of === channel)
          .map(([, state, number, people]) => ({ state, number, people }));
        return [channel, countsOf(row.state, own, skipped[channel] ?? {})] as const;
      });
      return [row.id, { ...row, counts: Object.fromEntries(counts) }];
    }),
  );
}

/** Waiting deliveries of a cancelled message count as cancelled: nobody takes them to send any more. */
function countsOf(
  state: OutgoingState['state'],
  tallies: readonly { readonly state: string | null; readonly number: number; readonly people: number }[],
  skipped: ChannelCounts['skipped'],
): ChannelCounts {
  const of = (...states: readonly string[]): number =>
    tallies
      .filter((tally) => states.some((one) => one === tally.state))
      .reduce((sum, { number }) => sum + number, 0);
  const peopleIn = (wanted: string | null): number =>
    tallies.find((tally) => tally.state === wanted)?.people ?? 0;
  const leftOut = Object.values(skipped).reduce((sum, number) => sum + number, 0);
  const isCancelled = state === 'cancelled';
  return {
    people: { all: peopleIn(null) + leftOut, reached: peopleIn('sent') },
    recipients: tallies.find((tally) => tally.state === null)?.number ?? 0,
    waiting: isCancelled ? of('sending') : of('waiting', 'sending'),
    sent: of('sent'),
    failed: of('failed'),
    gone: of('gone'),
    unknown: of('unknown'),
    cancelled: isCancelled ? of('cancelled', 'waiting') : of('cancelled'),
    skipped,
  };
}
