/** What exports are asked for. */
import fc from 'fast-check';
import { anyEdge, type Edge, edgeMs, mostlyOf, type Spelling, spelt } from './any-asks.ts';
import type { World } from './world.ts';

/** What an export is asked for, as it is sent. */
export type ExportAsk = {
  readonly start_date?: number | null;
  readonly end_date?: number | null;
  readonly format?: string;
  readonly athlete_ids?: readonly string[] | null;
  readonly include?: readonly string[];
};

/** All that an archive can hold besides. */
export const EVERYTHING = { include: ['feedback', 'availability', 'sessions'] } as const;

type ExportWish = {
  readonly who: readonly { readonly who: number; readonly spelling: Spelling }[] | null | undefined;
  readonly start: Edge | undefined;
  readonly end: Edge | undefined;
  readonly format: 'csv' | 'json' | 'both' | undefined;
  readonly include: readonly string[] | undefined;
};

export const anyExportWish: fc.Arbitrary<ExportWish> = fc.record({
  who: fc.oneof(
    fc.constantFrom(undefined, null),
    fc.array(
      fc.record({
        who: fc.nat(20),
        spelling: mostlyOf<Spelling>(['as it is'], ['upper case', 'unknown', 'no id']),
      }),
      { maxLength: 10 },
    ),
  ),
  start: anyEdge,
  end: anyEdge,
  format: mostlyOf<ExportWish['format']>(['both', undefined], ['csv', 'json']),
  include: fc.option(fc.subarray([...EVERYTHING.include], { minLength: 1 }), { nil: undefined }),
});

export function exportAskOf(world: World, { who, start, end, format, include }: ExportWish): ExportAsk {
  return {
    start_date: edgeMs(world.people, start),
    end_date: edgeMs(world.people, end),
    ...(format === undefined ? {} : { format }),
    ...(include === undefined ? {} : { include }),
    ...(who === undefined
      ? {}
      : {
          athlete_ids:
            who?.map((one) => spelt(world.people[one.who % (world.people.length || 1)]?.id, one.spelling)) ??
            null,
        }),
  };
}
