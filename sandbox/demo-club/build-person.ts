import { DAY_MS, HOUR_MS } from '../../src/shared/time.ts';
import type { RecordingDevice } from '../recordings/recording.ts';
import type { DemoAthlete, DemoPerson } from './people.ts';

// Numbers of manufacturers and products as in the FIT profile.
export function garmin(name: string, product: number, serial_number: number): RecordingDevice {
  return { name: `Garmin ${name}`, manufacturer: 1, product, serial_number, software_version: 1928 };
}
export function coros(serial_number: number): RecordingDevice {
  return { name: 'COROS PACE 2', manufacturer: 294, product: 841, serial_number, software_version: 311 };
}
export function appleWatch(serial_number: number): RecordingDevice {
  return { name: 'Apple Watch', manufacturer: 255, product: 1, serial_number, software_version: 1150 };
}

export function person(
  key: string,
  mailbox: string,
  username: string,
  first_name: string,
  last_name: string,
  display_name: string,
) {
  return { key, email: `${mailbox}@example.org`, username, first_name, last_name, display_name };
}

export function preferences(changes: Partial<DemoPerson['preferences']>): DemoPerson['preferences'] {
  return {
    language: 'en',
    timezone: 'Europe/London',
    unit_system: 'metric',
    coach_persona: 'rex',
    workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
    ...changes,
  };
}

/** Half past seven on a day, in UTC: when people of a club see to its affairs. */
export function evening(day: Date): Date {
  return new Date(Math.floor(day.getTime() / DAY_MS) * DAY_MS + 19.5 * HOUR_MS);
}

export function member(
  member_level: DemoAthlete['member']['member_level'],
  coach_key: string,
  joined_at: Date,
  changes: Partial<DemoAthlete['member']>,
): DemoAthlete['member'] {
  return {
    display_name: null,
    member_level,
    labels: [],
    status: 'active',
    coach_key,
    signed_up_at: null,
    joined_at,
    left_at: null,
    ...changes,
  };
}
