import { SPORT_WORDS } from '../../../activities/index.ts';
import type { SpokenRepetitions } from '../spoken-workout.ts';
import type { WorkoutWords } from './workout-phrases.ts';

const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(', ');
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const at = (pace: string | undefined): string => (pace === undefined ? '' : `, at ${pace} on average`);

const BETWEEN = { jog: ', jogging', walk: ', walking', rest: ', resting' } as const;
const range = ({ fastest, slowest }: SpokenRepetitions): string =>
  fastest === slowest ? fastest : `${fastest} to ${slowest}`;
const between = ({ between: rest }: SpokenRepetitions): string =>
  rest === undefined ? '' : `${rest.way === null ? ',' : BETWEEN[rest.way]} ${rest.length} between`;

export const WORKOUT_EN: WorkoutWords = {
  sports: { ...SPORT_WORDS.en, ski: 'ski tour' },
  rex: {
    done: [
      (sport, { distance, time, pace }) => `${capital(sport)}: ${list(distance, time, pace)}.`,
      (sport, { distance, time, pace }) => `${capital(sport)} done: ${list(distance, time, pace)}.`,
      (sport, { distance, time, pace }) => `In the books: ${list(sport, distance, time, pace)}.`,
    ],
    body: ({ climb, heart_rate }) =>
      `${capital(list(climb && `${climb} of climbing`, heart_rate && `heart rate ${heart_rate} on average`))}.`,
    halves: ({ first, second }) => `First half ${first}, second half ${second}.`,
    halves_on_the_flat: ({ first, second }) =>
      `Hills reckoned with: first half ${first}, second half ${second}.`,
    repetitions: (sets) => `${sets.sets}, ${range(sets)}${between(sets)}.`,
    longer: [
      ({ share = 'Far', days }) => `${share} longer than any run of the ${days} before.`,
      ({ share = 'far', days }) => `No run of the ${days} before was near: ${share} longer.`,
      ({ share = 'far', days }) => `Against the longest of the ${days} before: ${share} longer.`,
    ],
    since: [
      (span) => `First run in ${span}.`,
      (span) => `The last run was ${span} ago.`,
      (span) => `That ends a break of ${span}.`,
    ],
    remarks: {
      race: [
        'A race. Recover before you judge it.',
        'Raced. Rest now, analyse later.',
        'That was a race. Take easy days after it.',
      ],
      return: [
        'Welcome back. Start small and build up slowly.',
        'Good to have you back. Let the old numbers be, and run short and easy.',
        'You are back. A few easy weeks come before anything else.',
      ],
      comeback: [
        'Back at it. Keep the next runs short and easy.',
        'Running again. Ease in before you push.',
        'The break is over. Pick up the thread, gently.',
      ],
      longest: [
        'The longest run in weeks. The next days are for recovering from it.',
        'Longer than any run of these weeks. Recover before the next hard day.',
        'Nothing as long in weeks. Rest on it.',
      ],
      longest_by_far: [
        'A lot longer at once. Make the next ones shorter.',
        'That is a big jump in length. Step back before the next one.',
        'Too much longer for one run. Recover, and grow in smaller steps.',
      ],
      faster_end: [
        'Faster at the end than at the start: well paced.',
        'Held back, then pushed. That is how to pace.',
        'The end was the fastest part. Do that again.',
      ],
      slower_end: [
        'It faded. Start slower next time.',
        'The start was too quick for the rest. Hold back early.',
        'Slower at the end. Begin calmer and it will hold.',
      ],
      hard: [
        'Hard work done. Go easy tomorrow.',
        'A hard day. Make the next one easy.',
        'The hard part is over. Now recover.',
      ],
      easy: [
        'Easy is what makes the hard days possible.',
        'Easy as planned. Good discipline.',
        'Slow on purpose. It pays off.',
      ],
      long: [
        'The long run is done. Eat, drink, sleep.',
        'Long run finished. Refuel and put your feet up.',
        'That was the long run. Take what comes next easy.',
      ],
      run: [
        'Done. On to the next one.',
        'Another run in the legs. Keep going.',
        'That is that. See you at the next.',
      ],
      other: ['It counts as training, too.', 'Good work beside the running.', 'Variety helps. Carry on.'],
    },
  },
  joy: {
    done: [
      (sport, { distance, time, pace }) =>
        `${distance === undefined ? `${capital(sport)}, ${time}` : `${capital(sport)} done: ${distance} in ${time}`}${at(pace)}.`,
      (sport, { distance, time, pace }) =>
        `You finished your ${sport}: ${distance === undefined ? time : `${distance} in ${time}`}${at(pace)}.`,
      (sport, { distance, time, pace }) =>
        `There it is, your ${sport}: ${distance === undefined ? time : `${distance} in ${time}`}${at(pace)}.`,
    ],
    body: ({ climb, heart_rate }) =>
      climb === undefined
        ? `Your heart rate was ${heart_rate} on average.`
        : `You climbed ${climb}${heart_rate === undefined ? '' : `, at ${heart_rate} on average`}.`,
    halves: ({ first, second }) => `You ran the first half at ${first} and the second half at ${second}.`,
    halves_on_the_flat: ({ first, second }) =>
      `As if it had all been flat, you ran the first half at ${first} and the second half at ${second}.`,
    repetitions: (sets) => `You ran ${sets.sets}, ${range(sets)}${between(sets)}.`,
    longer: [
      ({ share = 'far', days }) => `It was ${share} longer than any run of yours in the ${days} before.`,
      ({ share = 'far', days }) => `In ${days} you had run nothing as long, by ${share}.`,
      ({ share = 'far', days }) => `You went ${share} farther than on any run of the ${days} before.`,
    ],
    since: [
      (span) => `It was your first run in ${span}.`,
      (span) => `Your last run was ${span} ago.`,
      (span) => `After ${span} without a run you are running again.`,
    ],
    remarks: {
      race: [
        'What a day, a race! Enjoy it, and give yourself time to recover.',
        'You raced, how exciting! Now be good to your legs.',
        'Race done, congratulations! Celebrate, and rest a little.',
      ],
      return: [
        'Welcome back, how lovely that you are running again! Take all the time you need.',
        'So good to see you again! Short and gentle runs are all it takes for now.',
        'You are back, and that is wonderful! Let it grow slowly, it will come.',
      ],
      comeback: [
        'How good to have you back! Take it gently for a few runs.',
        'There you are again, lovely! Ease into it.',
        'Nice that you picked it up again! Be gentle with the next runs.',
      ],
      longest: [
        'Your longest run in weeks, you can be proud of that! Now treat yourself to some rest.',
        'You have not run as far in weeks, how great! Enjoy a good rest.',
        'So far you have not run in weeks, bravo! Let it sink in.',
      ],
      longest_by_far: [
        'How brave to go so far! It was a big step, so let the next runs be shorter.',
        'What a distance, bravo! Your legs would love some shorter runs now.',
        'You went so much farther, wow! Grow in smaller steps from here, and rest well.',
      ],
      faster_end: [
        'You finished faster than you started, that is lovely pacing!',
        'You kept something for the end, beautifully done!',
        'Faster and faster towards the end, what a nice way to run!',
      ],
      slower_end: [
        'It got tough towards the end, and you kept going. A calmer start will help next time.',
        'You stayed with it though it got hard, well done! Try to begin a little slower.',
        'The end took effort, and you made it! Start gently and it will feel lighter.',
      ],
      hard: [
        'That was real work, well done! Tomorrow may be gentle.',
        'You worked so hard today, bravo! Let an easy day follow.',
        'What an effort, great! Now give your body its rest.',
      ],
      easy: [
        'Lovely and easy, just as it should be.',
        'So relaxed, wonderful! That is what builds you up.',
        'A gentle run, and a good one for you!',
      ],
      long: [
        'The long run is in the bag, well done! Enjoy your meal.',
        'What a long run, bravo! Something nice to eat and early to bed.',
        'You went the distance, wonderful! Have a good rest.',
      ],
      run: [
        'Well done, another good step!',
        'Lovely, you were out there again!',
        'Nicely done, keep enjoying it!',
      ],
      other: [
        'Well done, it all adds up!',
        'Lovely, that does you good as well!',
        'Nice change, and time well spent!',
      ],
    },
  },
};
