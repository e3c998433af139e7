/** A server to which Garmin posts; nothing answers where it would ask. */
export const PUSH_KEY = 'a-push-key-0123456789';
export const GARMIN_ENV = {
  GARMIN_CONSUMER_KEY: 'bench',
  GARMIN_CONSUMER_SECRET: 'a-consumer-secret-0123456789',
  GARMIN_PUSH_API_KEY: PUSH_KEY,
  GARMIN_API_URL: 'http://127.0.0.1:1',
} as const;
export const PUSH_PATH = '/api/webhooks/garmin/push';

/** A post with one run, as Garmin writes it: some 900 bytes. */
export function pushOfRun({
  garmin_id,
  number,
  day,
}: {
  garmin_id: string;
  number: number;
  day: number;
}): string {
  const id = 20_000_000_000 + number;
  return JSON.stringify({
    activities: [
      {
        userId: garmin_id,
        userAccessToken: 'c39d4de1-0f4e-4c9a-9f0b-2f5f6a7b8c9d',
        summaryId: String(id),
        activityId: id,
        activityName: 'Morning Running',
        durationInSeconds: 2_400 + (number % 600),
        startTimeInSeconds: 1_700_000_000 + day * 86_400,
        startTimeOffsetInSeconds: 28_800,
        activityType: 'RUNNING',
        averageHeartRateInBeatsPerMinute: 152,
        averageRunCadenceInStepsPerMinute: 172.4,
        averageSpeedInMetersPerSecond: 3.334,
        averagePaceInMinutesPerKilometer: 4.999,
        activeKilocalories: 640,
        deviceName: 'Garmin Forerunner 965',
        distanceInMeters: 8_000 + (number % 1_000),
        maxHeartRateInBeatsPerMinute: 172,
        maxSpeedInMetersPerSecond: 5.21,
        startingLatitudeInDegree: 25.033,
        startingLongitudeInDegree: 121.5654,
        steps: 8_730,
        totalElevationGainInMeters: 62,
        totalElevationLossInMeters: 61,
        manual: false,
        isWebUpload: false,
      },
    ],
  });
}
