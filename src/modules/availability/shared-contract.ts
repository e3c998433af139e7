import Type from 'typebox';
import { IDS, Nullable, Shape } from '../../http/schemas.ts';
import { Day, Hidden, InjuryOfDays, Kind, Minutes, Part, Reason, Weekdays } from './contract.ts';
import { MAX_ENTRIES, MAX_INJURIES } from './limits.ts';

/** All of it as programs that follow changes are told it, whatever day it is. */
export const AvailabilityObject = Shape(
  {
    athlete_id: { ...IDS.athlete_id, description: 'Whose it is.' },
    entries: Type.Array(
      Shape(
        {
          entry_id: { ...IDS.entry_id, description: 'Of the entry.' },
          kind: Kind,
          part: Part,
          minutes: Nullable(Minutes),
          weekdays: Nullable({
            ...Weekdays,
            description: 'Every week on these days; null for a dated entry.',
          }),
          from: Nullable(Day('First day where the athlete lives; null: from ever.', '2026-09-21')),
          to: Nullable(Day('Last day; null: for ever.', '2026-09-24')),
          reason: Nullable(Reason),
        },
        { title: 'EntryOfAvailability', description: 'Days on which they cannot train as usual.' },
      ),
      { maxItems: MAX_ENTRIES, description: 'All entries, also those that are over, the oldest first.' },
    ),
    injuries: Type.Array(InjuryOfDays, {
      maxItems: MAX_INJURIES,
      description: 'All injuries and illnesses, also those that are over, the first told first.',
    }),
    privacy_filtered: Hidden,
  },
  { title: 'Availability', description: 'All that an athlete said of when they can train.' },
);
