import type { Session } from './plan-session.ts';
import { raiseTerrain } from './raise-terrain.ts';
import type { Simulation } from './simulate-activity.ts';

/** An ordinary runner on an ordinary morning, for tests and for anyone who needs one recording of a session. */
export function exampleSimulation(session: Session, changes: Partial<Simulation> = {}): Simulation {
  return {
    seed: 'example',
    name: 'Morning run',
    session,
    runner: {
      vdot: 50,
      max_heart_rate_bpm: 190,
      resting_heart_rate_bpm: 50,
      weight_kg: 68,
      cadence_spm: 172,
      running_power: true,
    },
    start: new Date('2026-03-28T07:30:00Z'),
    timezone: 'Europe/London',
    home: { lat: 55.939, lng: -3.199 },
    terrain: raiseTerrain({ seed: 'example', base_m: 60, relief_m: 6 }),
    // 1 and 3113 are Garmin and its Forerunner 945 in the FIT profile.
    device: {
      name: 'Garmin Forerunner 945',
      manufacturer: 1,
      product: 3113,
      serial_number: 3_999_000_001,
      software_version: 1390,
    },
    route: 1,
    resolution_s: 1,
    ...changes,
  };
}
