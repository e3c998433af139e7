import type { Database } from '../../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../../users/index.ts';
import type { KeptDay } from './merge-days.ts';
import { findDayPage, findSamplePage, type HealthSample } from './queries.ts';

const DAYS_A_PAGE = 500;
const SAMPLES_A_PAGE = 5_000;

/** A person's health data. They are deleted with the person, by cascade. */
export function healthData(deps: { db: Database }): PersonalData {
  return {
    name: 'health',
    columns: ['health_days.user_id', 'health_samples.user_id'],
    files: {
      'health_days.json': 'Each day of your health as each source told it: activity, sleep, heart rate.',
      'health_samples.json': 'What your phone measured of your heart, one by one.',
    },
    async *collect(user_id) {
      yield { name: 'health_days.json', records: dayTexts(deps.db, user_id) };
      yield { name: 'health_samples.json', records: sampleTexts(deps.db, user_id) };
    },
  };
}

async function* dayTexts(db: Database, user_id: string): AsyncGenerator<string[]> {
  const pages = pagesOf<KeptDay>(DAYS_A_PAGE, (page) => findDayPage(db, { user_id, ...page }));
  for await (const page of pages) {
    yield page.map(({ day, source, activity, sleep, hrv, heart_rate }) =>
      JSON.stringify({ day, source, activity, sleep, hrv, heart_rate }),
    );
  }
}

async function* sampleTexts(db: Database, user_id: string): AsyncGenerator<string[]> {
  const pages = pagesOf<HealthSample>(SAMPLES_A_PAGE, (page) => findSamplePage(db, { user_id, ...page }));
  for await (const page of pages) {
    yield page.map((sample) =>
      JSON.stringify({
        kind: sample.kind,
        taken_at: sample.taken_at.toISOString(),
        origin: sample.origin,
        value: sample.value,
        lowest: sample.lowest,
        highest: sample.highest,
        day: sample.day,
      }),
    );
  }
}
