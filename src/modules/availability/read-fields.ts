import { addDays, daysBetween, isDay } from '../../shared/calendar.ts';
import { invalidField } from '../../shared/errors.ts';
import type { EntryFields, InjuryFields } from './entry.ts';
import { DAYS_AHEAD, DAYS_BACK, MAX_DAYS } from './limits.ts';

/**
 * An entry as it is stored: texts trimmed, empty ones null.
 * @param before the former entry, whose unchanged days may lie in the past
 * @throws validationError
 */
export function readEntry(
  fields: EntryFields,
  today: string,
  before: Pick<EntryFields, 'to'> | null,
): EntryFields {
  const { kind, minutes, weekdays, from, to } = fields;
  if (kind === 'limited' && minutes === null) throw invalidField('minutes', 'is required with limited');
  if (kind !== 'limited' && minutes !== null)
    throw invalidField(
      'minutes',
      'must be left out with unavailable and travelling: it is how long limited is',
    );
  requireDays({ from, to }, today);
  if (weekdays === null) {
    if (from === null) throw invalidField('from', 'is required without weekdays');
    if (to === null) throw invalidField('to', 'is required without weekdays');
    if (daysBetween(from, to) >= MAX_DAYS)
      throw invalidField('from', `must be at most ${MAX_DAYS} days before to, to itself counted`);
  }
  if (to !== null && to < today && to !== before?.to) throw isOver(today);
  return { ...fields, reason: textOrNull(fields.reason) };
}

/**
 * The same of an injury or an illness, which may be over.
 *
 * @throws validationError
 */
export function readInjury(fields: InjuryFields, today: string): InjuryFields {
  const { from, to } = fields;
  requireDays({ from, to }, today);
  if (from < addDays(today, -DAYS_BACK))
    throw invalidField('from', `must lie within ${DAYS_BACK} days of today`);
  const area = fields.area.trim().normalize();
  if (area === '') throw invalidField('area', 'must not be blank');
  return { ...fields, area, note: textOrNull(fields.note) };
}

function requireDays({ from, to }: { from: string | null; to: string | null }, today: string): void {
  for (const [name, day] of Object.entries({ from, to })) {
    if (day === null) continue;
    if (!isDay(day)) throw invalidField(name, 'is no day of any calendar');
    if (day > addDays(today, DAYS_AHEAD))
      throw invalidField(name, `must lie within ${DAYS_AHEAD} days of today`);
  }
  if (from !== null && to !== null && from > to) throw invalidField('from', 'must not be after to');
}

function isOver(today: string) {
  return invalidField('to', `must not be before today, which is ${today} where you live`);
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim().normalize() ?? '';
  return trimmed === '' ? null : trimmed;
}
