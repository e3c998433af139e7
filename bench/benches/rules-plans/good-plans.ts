import { addDays, type Weekday } from '../../../src/shared/calendar.ts';
import type { PaperCase } from './paper-plan.ts';
import type { Asked, Event, Known, Level } from './wire.ts';

/** Plans as a coach would sign them: they show that the rules can be met together where that is hardest. */

const MONDAY = '2027-01-04';
const sunday = (week: number): string => addDays(MONDAY, week * 7 - 1);

function asked(
  experience_level: Level,
  workout_days: readonly Weekday[],
  goal: { event: Event; weeks: number; race: string | null },
): Asked {
  const { event, weeks, race } = goal;
  return {
    weeks,
    start_date: MONDAY,
    experience_level,
    workout_days,
    goal: { event, race_date: race, target_time_s: null },
  };
}

function ran(km: number, longest_km: number): Known {
  const weekly_distance_m = Array.from({ length: 8 }, () => km * 1_000);
  return { history: { weekly_distance_m, longest_run_m: longest_km * 1_000 }, vdot: null };
}

const THREE: readonly Weekday[] = ['tuesday', 'thursday', 'sunday'];
const FOUR: readonly Weekday[] = ['tuesday', 'thursday', 'saturday', 'sunday'];
const FIVE: readonly Weekday[] = ['tuesday', 'wednesday', 'thursday', 'saturday', 'sunday'];

/** A marathon in sixteen weeks on four days, from 20 km a week. */
const FIRST_MARATHON: PaperCase = {
  asked: asked('beginner', FOUR, { event: 'marathon', weeks: 16, race: sunday(16) }),
  known: ran(20, 8),
  easy: 450,
  weeks: [
    'tue e5 thu e5 sat e4 sun l9',
    'tue e5 thu e6 sat e4 sun l11',
    'tue e6 thu e6 sat e5 sun l13',
    'tue e5 thu e5 sat e4 sun l10',
    'tue e6 thu e7 sat e5 sun l15',
    'tue e7 thu e7 sat e5 sun l17',
    'tue e7 thu e8 sat e5 sun l19',
    'tue e6 thu e6 sat e5 sun l14',
    'tue e8 thu e8 sat e6 sun l20.5',
    'tue e8 thu e9 sat e6 sun l22',
    'tue e8 thu e9 sat e6 sun l23',
    'tue e7 thu e7 sat e5 sun l16',
    'tue e8 thu e10 sat e6 sun l23.5',
    'tue e7 thu e8 sat e5 sun l16',
    'tue e6 thu e6 sat e5 sun e9.5',
    'tue e5 thu e4 sat e3 sun r42.195',
  ],
};

/** A half marathon on three days, with the second element of quality in the long run. */
const HALF_ON_THREE_DAYS: PaperCase = {
  asked: asked('intermediate', THREE, { event: 'half_marathon', weeks: 12, race: sunday(12) }),
  known: ran(30, 12),
  easy: 360,
  weeks: [
    'tue t8/3 thu e9 sun l13',
    'tue i8/2.4 thu e10 sun l14.5',
    'tue t9/3.2 thu e10 sun l16+3',
    'tue i8/2.5 thu e8 sun l12',
    'tue t10/3.4 thu e11 sun l17.5+3',
    'tue i9/2.8 thu e11 sun l19+3.5',
    'tue t10/3.6 thu e12 sun l20+4',
    'tue i9/3 thu e9 sun l14',
    'tue t10/4 thu e12 sun l20.5+4',
    'tue i10/3.2 thu e11 sun l16+4',
    'tue t8/3 thu e8 sun e9',
    'tue t7/2 thu e5 sun r21.0975',
  ],
};

/** Four weeks to 5 km for somebody of whom nothing is known. */
const FOUR_WEEKS_TO_5K: PaperCase = {
  asked: asked('beginner', THREE, { event: '5k', weeks: 4, race: sunday(4) }),
  known: { history: null, vdot: null },
  easy: 450,
  weeks: [
    'tue e3 thu e3 sun l4',
    'tue e3.5 thu e3.5 sun l5',
    'tue e4 thu e3.5 sun e3',
    'tue e2.5 thu e2 sun r5',
  ],
};

/** A year without a race, in blocks of three weeks and a lighter one. */
const YEAR: PaperCase = {
  asked: asked('intermediate', FIVE, { event: 'general', weeks: 52, race: null }),
  known: ran(40, 15),
  easy: 360,
  weeks: Array.from({ length: 52 }, (_, index) => {
    const more = (index % 8) / 10;
    const key = index % 2 === 0 ? `t10/${3.5 + more}` : `i9/${2.4 + more}`;
    if (index % 4 === 3) return `tue ${key} wed s thu e7 sat e6 sun l12`;
    return `tue ${key} wed e8 thu e7 sat s sun l${15 + (index % 4) / 2}`;
  }),
};

/** A half marathon in the ninth of sixteen weeks, on four days, and the way back from it. */
const RACE_MIDWAY: PaperCase = {
  asked: asked('intermediate', FOUR, { event: 'half_marathon', weeks: 16, race: sunday(9) }),
  known: ran(40, 17),
  easy: 350,
  weeks: [
    'tue t9/3.5 thu e9 sat e6 sun l17',
    'tue i9/2.8 thu e9 sat e7 sun l17.5',
    'tue t10/3.8 thu e9 sat e7 sun l18+4',
    'tue i9/3 thu e8 sat e5 sun l13',
    'tue t11/4 thu e10 sat e7 sun l18.5+4',
    'tue i10/3.2 thu e10 sat e7 sun l19+4.5',
    'tue t11/4.2 thu e10 sat e7 sun l16',
    'tue t9/3 thu e7 sat e5 sun e9',
    'tue t7/2 thu e5 sat e3 sun r21.0975',
    'tue x thu e6 sat e6 sun e9',
    'tue e8 thu t8/2 sat e6 sun l12',
    'tue i9/2.8 thu e8 sat e6 sun l14',
    'tue t9/3 thu e8 sat e6 sun l15',
    'tue i9/2.9 thu e8 sat e6 sun l12',
    'tue t10/3.8 thu e9 sat e7 sun l16',
    'tue i9/3 thu e9 sat e7 sun l17',
  ],
};

/** 50 km after marathons, with long runs on two days running. */
const ULTRA: PaperCase = {
  asked: asked('intermediate', FIVE, { event: '50k', weeks: 16, race: sunday(16) }),
  known: ran(50, 20),
  easy: 360,
  weeks: [
    'tue t10/4 wed e8 thu e8 sat e9 sun l20',
    'tue i10/3 wed e8 thu e8 sat e10 sun l22',
    'tue t11/4.5 wed e8 thu e8 sat e11 sun l24',
    'tue i10/3.2 wed e6 thu e6 sat e8 sun l18',
    'tue t11/5 wed e8 thu e8 sat e12 sun l26',
    'tue i10/3.5 wed e8 thu e8 sat e13 sun l28',
    'tue t11/5.2 wed e8 thu e8 sat e14 sun l30',
    'tue i10/3.6 wed e6 thu e6 sat e9 sun l22',
    'tue t12/5.5 wed e8 thu e8 sat e15 sun l31',
    'tue i10/4 wed e8 thu e8 sat e16 sun l32',
    'tue t12/5.8 wed e8 thu e8 sat e16 sun l33',
    'tue i10/4.2 wed e6 thu e6 sat e10 sun l24',
    'tue t12/6 wed e8 thu e8 sat e17 sun l33.5',
    'tue i10/4.4 wed e8 thu e8 sat e10 sun l20',
    'tue t10/4 wed e6 thu e7 sat e6 sun e10',
    'tue t8/3 wed e6 thu e5 sat e4 sun r50',
  ],
};

export const GOOD_PLANS: Readonly<Record<string, PaperCase>> = {
  'a first marathon in sixteen weeks on four days, from 20 km a week': FIRST_MARATHON,
  'a half marathon on three days': HALF_ON_THREE_DAYS,
  'four weeks to 5 km': FOUR_WEEKS_TO_5K,
  'a year without a race': YEAR,
  'a race midway': RACE_MIDWAY,
  '50 km': ULTRA,
};
