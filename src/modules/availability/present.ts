import { weekdayOf } from '../../shared/calendar.ts';
import { minutesOn, type ToldDay } from '../../training/availability/days.ts';
import type { InjuryEntry } from '../../training/availability/told.ts';
import type { StoredEntry, StoredInjury } from './entry.ts';
import type { FoundConstraints } from './read-constraints.ts';
import type { ShownDays } from './read-days.ts';

export function presentEntry(entry: StoredEntry) {
  return {
    id: entry.id,
    kind: entry.kind,
    part: entry.part,
    minutes: entry.minutes,
    weekdays: entry.weekdays === null ? null : [...entry.weekdays],
    from: entry.from,
    to: entry.to,
    reason: entry.reason,
    created_at: entry.created_at.toISOString(),
    updated_at: entry.updated_at.toISOString(),
  };
}

export function presentInjury(injury: StoredInjury) {
  return {
    id: injury.id,
    kind: injury.kind,
    area: injury.area,
    from: injury.from,
    to: injury.to,
    running: injury.running,
    note: injury.note,
    created_at: injury.created_at.toISOString(),
    updated_at: injury.updated_at.toISOString(),
  };
}

/** What is here has passed the ceiling already. */
export function presentDays({ from, to, timezone, days, injuries }: ShownDays) {
  return {
    from,
    to,
    timezone,
    days: days.map(presentDay),
    injuries: injuries.map(presentInjuryOfDays),
  };
}

function presentDay({ date, entries }: ToldDay) {
  return { date, day: weekdayOf(date), ...presentEntriesOfDay(entries) };
}

export function presentEntriesOfDay(entries: ToldDay['entries']) {
  const minutes = minutesOn(entries);
  return {
    minutes: Number.isFinite(minutes) ? minutes : null,
    entries: entries.map((entry) => ({
      entry_id: entry.id,
      kind: entry.kind,
      part: entry.part,
      minutes: entry.minutes,
      reason: entry.reason,
    })),
  };
}

function presentInjuryOfDays({ id, kind, area, from, to, running, note }: InjuryEntry) {
  return { injury_id: id, kind, area, from, to, running, note };
}

export function presentConstraints({ from, to, constraints, not_taken }: FoundConstraints) {
  const { days_off, unavailable, injuries, races } = constraints;
  return {
    from,
    to,
    constraints: {
      days_off: [...days_off],
      unavailable: unavailable.map((one) => ({ from: one.from, to: one.to, reason: one.reason })),
      injuries: injuries.map((one) => ({ area: one.area, from: one.from, to: one.to, running: one.running })),
      races: races.map(({ date, distance_m, priority, target_time_s }) => ({
        date,
        distance_m,
        priority,
        target_time_s,
      })),
    },
    not_taken: not_taken.map(({ source, id, reason }) => ({ source, id, reason })),
  };
}
