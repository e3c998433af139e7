import { Encoder, type Mesg } from '@garmin/fitsdk';

/** Small FIT files for tests, written by Garmin's encoder: message name and fields, in order. */
export type TestMessage = readonly [
  'fileId' | 'session' | 'lap' | 'record' | 'event' | 'activity' | 'sport',
  Readonly<Record<string, unknown>>,
];

/** Message numbers of the FIT profile. */
const NUMBERS = { fileId: 0, sport: 12, session: 18, lap: 19, record: 20, event: 21, activity: 34 } as const;

export function encodeTestFit(messages: readonly TestMessage[]): Uint8Array {
  const encoder = new Encoder();
  for (const [name, fields] of messages) {
    const mesg: Mesg = { ...fields };
    encoder.onMesg(NUMBERS[name], mesg);
  }
  return new Uint8Array(encoder.close());
}

/** 2024-05-01T06:00:00Z and so many seconds. */
export function at(seconds: number): Date {
  return new Date(Date.UTC(2024, 4, 1, 6) + seconds * 1000);
}

/** Degrees as FIT stores them. */
export function semicircles(degrees: number): number {
  return Math.round((degrees * 2 ** 31) / 180);
}

/** A run due north at 3 m/s with one sample a second; summary last, as watches write it. */
export function testRun(seconds: number, session: Readonly<Record<string, unknown>> = {}): TestMessage[] {
  const records = Array.from(
    { length: seconds + 1 },
    (_, second): TestMessage => [
      'record',
      {
        timestamp: at(second),
        positionLat: semicircles(46.5 + (second * 3) / 111_195),
        positionLong: semicircles(15.6),
        distance: second * 3,
        altitude: 300,
        speed: 3,
        heartRate: 150,
        cadence: 85,
      },
    ],
  );
  return [
    ['fileId', { type: 'activity', manufacturer: 'garmin', product: 4315, timeCreated: at(0) }],
    ...records,
    [
      'lap',
      {
        timestamp: at(seconds),
        startTime: at(0),
        totalElapsedTime: seconds,
        totalTimerTime: seconds,
        totalDistance: seconds * 3,
        avgCadence: 85,
      },
    ],
    [
      'session',
      {
        timestamp: at(seconds),
        startTime: at(0),
        sport: 'running',
        subSport: 'generic',
        totalElapsedTime: seconds,
        totalTimerTime: seconds,
        totalDistance: seconds * 3,
        ...session,
      },
    ],
    [
      'activity',
      {
        timestamp: at(seconds),
        localTimestamp: Math.round(at(seconds).getTime() / 1000) - 631_065_600 + 7_200,
        numSessions: 1,
      },
    ],
  ];
}
