import {
  enduranceRide,
  poolSwim,
  type Session,
  steadyRun,
  strengthSession,
  tempoRun,
} from '../recordings/plan-session.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import { planWorkout, uploadsOfWorkout, type Workout } from './activity-records.ts';
import { uploadsOfDay } from './health-records.ts';
import { datesBetween, dayOf, type GarminPerson } from './people.ts';
import type { Platform } from './platform.ts';
import type { SummaryType, Upload } from './summary-types.ts';

/**
 * What a backfill finds: of the time before somebody was added an invented history, the same each time, and what was recorded
 * since. Nothing of it is kept; each record is made when it is sent.
 */
export function uploadsBetween(
  platform: Platform,
  person: GarminPerson,
  type: SummaryType,
  period: { start_s: number; end_s: number },
): Upload[] {
  const added_s = person.added.getTime() / 1_000;
  const { sample_every_s, heart_rate_every_s } = platform.settings;
  const invented = datesBetween(person, period.start_s, Math.min(period.end_s, added_s))
    .flatMap((date) => [
      ...workoutsOfDay(person, date, sample_every_s).flatMap((one) => uploadsOfWorkout(person, one)),
      ...uploadsOfDay(person, date, { types: [type], heart_rate_every_s }),
    ])
    .filter(({ starts_s }) => starts_s < added_s);
  const recorded = platform.recorded.get(person.user_id) ?? [];
  return latestOfEach([...invented, ...recorded])
    .filter((one) => one.type === type && one.starts_s >= period.start_s && one.starts_s < period.end_s)
    .sort((a, b) => a.starts_s - b.starts_s);
}

/** Of what was told several times the last. */
function latestOfEach(uploads: readonly Upload[]): Upload[] {
  const latest = new Map<string, Upload>();
  for (const one of uploads) latest.set(`${one.type} ${one.record}`, one);
  return [...latest.values()];
}

function workoutsOfDay(person: GarminPerson, date: string, resolution_s: number): Workout[] {
  const random = seededRandom(`${person.user_id}/${date}/workouts`);
  const rate = person.activities_per_day;
  const count = Math.floor(rate) + (random.chance(rate % 1) ? 1 : 0);
  const { start_s } = dayOf(person, date);
  // From half past six to half past nine in the evening, one after the other.
  const room_s = (15 * 3_600) / Math.max(1, count);
  return Array.from({ length: count }, (_, index) => {
    const { name, session } = chooseSession(random.fork(String(index)), count > 2);
    const start = new Date(
      1_000 * Math.round(start_s + 6.5 * 3_600 + index * room_s + random.integer(0, 600)),
    );
    return planWorkout(person, { name, session, start, resolution_s });
  });
}

function chooseSession(random: SeededRandom, short: boolean): { name: string; session: Session } {
  const metres = random.integer(4_000, short ? 5_000 : 15_000);
  const draw = random.next();
  if (draw < 0.45 || short) return { name: 'Easy run', session: steadyRun(metres) };
  if (draw < 0.6) {
    const session = tempoRun({ warm_up_m: 2_000, minutes: random.integer(15, 30), cool_down_m: 1_500 });
    return { name: 'Tempo run', session };
  }
  if (draw < 0.7) return { name: 'Trail run', session: steadyRun(metres, { trail: true }) };
  if (draw < 0.77) return { name: 'Treadmill', session: steadyRun(metres, { treadmill: true }) };
  if (draw < 0.9) return { name: 'Ride', session: enduranceRide(metres * 3) };
  if (draw < 0.95) {
    const session = poolSwim({ sets: random.integer(3, 8), set_m: 200, rest_s: 30, pool_length_m: 25 });
    return { name: 'Pool swim', session };
  }
  return { name: 'Strength', session: strengthSession(random.integer(30, 50)) };
}
