import { addDays, isDay } from '../../shared/calendar.ts';
import { invalidField } from '../../shared/errors.ts';
import { timesOf } from '../../training/planning/goal-of-race.ts';
import { DAYS_AHEAD, TIMED_FROM_M } from './limits.ts';
import type { RaceFields } from './race.ts';

/**
 * What an athlete says of a race, as it is stored: texts trimmed, blank ones null.
 *
 * @throws validationError
 */
export function readRace(fields: RaceFields, today: string): RaceFields {
  const { date, distance_m, target_time_s, result } = fields;
  if (!isDay(date)) throw invalidField('date', 'is no day of any calendar');
  if (date > addDays(today, DAYS_AHEAD))
    throw invalidField('date', `must lie within ${DAYS_AHEAD} days of today`);
  const name = fields.name.trim().normalize();
  if (name === '') throw invalidField('name', 'must not be blank');
  if (date > today && result !== null)
    throw invalidField(
      'result',
      `must be left out with a race that is still to come: today is ${today} where you live`,
    );
  if (date > today && fields.activity_id !== null)
    throw invalidField('activity_id', 'must be left out with a race that is still to come');
  if (distance_m >= TIMED_FROM_M) {
    const { fastest_s, slowest_s } = timesOf(distance_m);
    requireTime('target_time_s', target_time_s, fastest_s);
    if (target_time_s !== null && target_time_s > slowest_s)
      throw invalidField(
        'target_time_s',
        `must not be above ${slowest_s}: it is no target for this distance`,
      );
    requireTime('result.time_s', result?.time_s ?? null, fastest_s);
  }
  return {
    ...fields,
    name,
    result: result && { ...result, conditions: textOrNull(result.conditions) },
  };
}

function requireTime(path: string, time_s: number | null, fastest_s: number): void {
  if (time_s !== null && time_s < fastest_s)
    throw invalidField(path, `must not be below ${fastest_s}: nobody runs this distance so fast`);
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim().normalize() ?? '';
  return trimmed === '' ? null : trimmed;
}
