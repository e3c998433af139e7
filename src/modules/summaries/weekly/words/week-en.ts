import { KINDS_EN } from './kinds-en.ts';
import type { WeekPersonas } from './week-phrases.ts';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const runsOf = (number: number): string => count(number, 'run', 'runs');
const others = (number: number): string => count(number, 'other workout', 'other workouts');
const workouts = (number: number): string => count(number, 'workout', 'workouts');
const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(', ');

export const WEEK_EN: WeekPersonas = {
  because: {
    rose: {
      fitness: 'your fitness has grown',
      consistency: 'your runs have come more regularly',
      progress: 'your fitness has come along better lately than before',
    },
    fell: {
      fitness: 'less running lately has let your fitness drop',
      consistency: 'your runs have come less regularly',
      progress: 'your fitness has come along less well lately than before',
    },
  },
  rex: {
    run: [
      (runs, { distance, time, pace }) =>
        `Last week: ${list(distance, runsOf(runs), time, pace && `${pace} on average`)}.`,
      (runs, { distance, time, pace }) =>
        `${runsOf(runs)} last week: ${list(distance, time, pace && `${pace} on average`)}.`,
      (runs, { distance, time, pace }) =>
        `Running last week: ${list(runsOf(runs), distance, time, pace && `${pace} on average`)}.`,
    ],
    usual: [
      ({ distance, share }) => `${share} less than the usual ${distance}.`,
      ({ distance, share }) => `Usual is ${distance}; this was ${share} less.`,
      ({ distance, share }) => `Against the usual ${distance} that is ${share} less.`,
    ],
    grown: [
      ({ distance, share = 'Far' }) => `${share} more than the best of the weeks before, ${distance}.`,
      ({ distance, share = 'far' }) =>
        `The best of the weeks before had ${distance}; this was ${share} more.`,
      ({ distance, share = 'far' }) =>
        `Against ${distance}, the best of the weeks before, that is ${share} more.`,
    ],
    longer: {
      some: [
        ({ day, share = 'far', days }) =>
          `The run on ${day} was ${share} longer than any in ${days} before it. Stay at that length for a while.`,
        ({ day, share = 'far', days }) =>
          `${day}: ${share} longer than any run of the ${days} before. Repeat it before you go farther.`,
        ({ day, share = 'far', days }) =>
          `In ${days} no run was as long as the one on ${day}, by ${share}. Hold that.`,
      ],
      far: [
        ({ day, share = 'far', days }) =>
          `The run on ${day} was ${share} longer than any in ${days} before it: a lot for one run. Make the next ones shorter.`,
        ({ day, share = 'far', days }) =>
          `${day}: ${share} longer than any run of the ${days} before. That is a big jump; step back a little.`,
        ({ day, share = 'far', days }) =>
          `In ${days} no run came near the one on ${day}, ${share} longer. Go shorter next time.`,
      ],
    },
    longest: [
      ({ distance, day }) => `Longest run: ${distance} on ${day}.`,
      ({ distance, day }) => `${day} had the longest run: ${distance}.`,
      ({ distance, day }) => `Longest: ${distance}, on ${day}.`,
    ],
    fastest: [
      ({ pace, day }) => `Fastest: ${pace} on ${day}.`,
      ({ pace, day }) => `Fastest run: ${day}, ${pace}.`,
      ({ pace, day }) => `Best pace: ${pace}, on ${day}.`,
    ],
    others: [
      (number, time) => `Plus ${others(number)}, ${time}.`,
      (number, time) => `Besides: ${others(number)}, ${time}.`,
      (number, time) => `On top: ${others(number)}, ${time}.`,
    ],
    only_others: [
      (number, time) => `Last week: ${workouts(number)}, ${time}, no run.`,
      (number, time) => `No run last week, but ${workouts(number)}, ${time}.`,
      (number, time) => `${workouts(number)} last week, ${time}, without a run.`,
    ],
    race: [
      (days) => `${days} to the race.`,
      (days) => `The race is ${days} away.`,
      (days) => `Race in ${days}.`,
    ],
    race_today: ['Race today.', 'Today is the race.', 'Race day.'],
    score: {
      alone: [
        ({ now }) => `Runner score: ${now}.`,
        ({ now }) => `The runner score is ${now}.`,
        ({ now }) => `Runner score now: ${now}.`,
      ],
      stayed: [
        ({ now }) => `Runner score: ${now}, as a week earlier.`,
        ({ now }) => `The runner score stays at ${now}.`,
        ({ now }) => `Runner score unchanged: ${now}.`,
      ],
      rose: [
        ({ now, before }, why) => `Runner score: ${now}, up from ${before}: ${why}.`,
        ({ now, before }, why) => `The runner score went up from ${before} to ${now}, since ${why}.`,
        ({ now, before }, why) => `Runner score up from ${before} to ${now}. The reason: ${why}.`,
      ],
      fell: [
        ({ now, before }, why) => `Runner score: ${now}, down from ${before}: ${why}. A figure, no verdict.`,
        ({ now, before }, why) =>
          `The runner score went down from ${before} to ${now}, since ${why}. It can turn.`,
        ({ now, before }, why) => `Runner score down from ${before} to ${now}. The reason: ${why}. Carry on.`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `Even so, runner score ${now}, down from ${before}: ${why}. It looks back on many weeks, not on this one alone.`,
        ({ now, before }, why) =>
          `The runner score went down from ${before} to ${now} all the same, since ${why}. It is about many weeks.`,
        ({ now, before }, why) =>
          `Still, runner score down from ${before} to ${now}. The reason: ${why}. A week alone does not turn it.`,
      ],
      fell_resting: [
        ({ now, before }) => `Runner score: ${now}, down from ${before}, as it is around a race.`,
        ({ now, before }) =>
          `The runner score went down from ${before} to ${now}: that is what resting for a race, or from one, does.`,
        ({ now, before }) => `Runner score down from ${before} to ${now}. Around a race it should be.`,
      ],
    },
    kinds: KINDS_EN.rex,
  },
  joy: {
    run: [
      (runs, { distance, time, pace }) =>
        `Last week you ${distance === undefined ? 'went for' : `ran ${distance} in`} ${runsOf(runs)}, ${time} in all${
          pace === undefined ? '' : ` and ${pace} on average`
        }.`,
      (runs, { distance, time, pace }) =>
        `You went for ${runsOf(runs)} last week: ${list(distance, `${time} in all`, pace && `${pace} on average`)}.`,
      (runs, { distance, time, pace }) =>
        `Your last week had ${runsOf(runs)}, ${list(distance && `${distance} together`, `${time} in all`, pace && `${pace} on average`)}.`,
    ],
    usual: [
      ({ distance, share }) => `That is ${share} less than the ${distance} of a usual week of yours.`,
      ({ distance, share }) => `A usual week of yours has ${distance}, so this was ${share} less.`,
      ({ distance, share }) => `Beside your usual ${distance} that is ${share} less.`,
    ],
    grown: [
      ({ distance, share = 'far' }) => `That is ${share} more than the ${distance} of your best week before.`,
      ({ distance, share = 'far' }) =>
        `The best of your weeks before had ${distance}, so this was ${share} more.`,
      ({ distance, share = 'far' }) =>
        `Beside ${distance}, your best of the weeks before, that is ${share} more.`,
    ],
    longer: {
      some: [
        ({ day, share = 'far', days }) =>
          `On ${day} you went ${share} farther than on any run of the ${days} before. Lovely, and long enough for now!`,
        ({ day, share = 'far', days }) =>
          `Your run on ${day} was ${share} longer than any in ${days}! Do it once more like that before you go on.`,
        ({ day, share = 'far', days }) =>
          `In ${days} you had not run as far as on ${day}, by ${share}! Let that be your long run for a while.`,
      ],
      far: [
        ({ day, share = 'far', days }) =>
          `On ${day} you went ${share} farther than on any run of the ${days} before. Brave, and much at once: please take the next ones shorter.`,
        ({ day, share = 'far', days }) =>
          `Your run on ${day} was ${share} longer than any in ${days}. Be kind to your legs and let the next long run be a shorter one.`,
        ({ day, share = 'far', days }) =>
          `In ${days} no run of yours came near the one on ${day}, ${share} longer. Such a big step likes a smaller one after it.`,
      ],
    },
    longest: [
      ({ distance, day }) => `Your longest run was ${distance} on ${day}.`,
      ({ distance, day }) => `On ${day} you ran the farthest: ${distance}.`,
      ({ distance, day }) => `The longest of them was ${distance}, on ${day}.`,
    ],
    fastest: [
      ({ pace, day }) => `The fastest one was on ${day}, at ${pace}.`,
      ({ pace, day }) => `You were fastest on ${day}, at ${pace}.`,
      ({ pace, day }) => `Your quickest run came on ${day}, at ${pace}.`,
    ],
    others: [
      (number, time) => `On top of that came ${others(number)}, ${time} in all.`,
      (number, time) => `You also did ${others(number)}, ${time} in all.`,
      (number, time) => `And there were ${others(number)} besides, ${time} in all.`,
    ],
    only_others: [
      (number, time) => `Last week you did ${workouts(number)}, ${time} in all, and no run.`,
      (number, time) => `No run last week, and still ${workouts(number)}, ${time} in all.`,
      (number, time) => `Your last week had ${workouts(number)}, ${time} in all, and a rest from running.`,
    ],
    race: [
      (days) => `${days} until your race!`,
      (days) => `Your race is ${days} away!`,
      (days) => `In ${days} it is time for your race!`,
    ],
    race_today: ['And today is race day!', 'Today it is: race day!', 'Your race is today, enjoy it!'],
    score: {
      alone: [
        ({ now }) => `Your runner score is ${now}.`,
        ({ now }) => `Your runner score stands at ${now}.`,
        ({ now }) => `As for your runner score, it is ${now}.`,
      ],
      stayed: [
        ({ now }) => `Your runner score is ${now}, just as a week earlier.`,
        ({ now }) => `Your runner score has stayed at ${now}.`,
        ({ now }) => `Your runner score keeps to its ${now}.`,
      ],
      rose: [
        ({ now, before }, why) => `Your runner score has risen from ${before} to ${now}, because ${why}!`,
        ({ now, before }, why) => `Your runner score is ${now} now, up from ${before}. Lovely: ${why}!`,
        ({ now, before }, why) =>
          `Up went your runner score, from ${before} to ${now}. It shows that ${why}!`,
      ],
      fell: [
        ({ now, before }, why) =>
          `Your runner score went from ${before} to ${now}, because ${why}. That happens, and you can build on it.`,
        ({ now, before }, why) =>
          `Your runner score is ${now} after ${before}: ${why}. It is only a figure, and it will move again.`,
        ({ now, before }, why) =>
          `Your runner score has come down from ${before} to ${now}, since ${why}. Be kind to yourself about it.`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `Even so your runner score went from ${before} to ${now}, because ${why}. It looks back on many weeks, so do not mind it.`,
        ({ now, before }, why) =>
          `Your runner score is ${now} after ${before} all the same: ${why}. It takes more than this week to lift it.`,
        ({ now, before }, why) =>
          `Still, your runner score has come down from ${before} to ${now}, since ${why}. That takes nothing from this week.`,
      ],
      fell_resting: [
        ({ now, before }) =>
          `Your runner score went from ${before} to ${now}, and around a race that is just as it should be.`,
        ({ now, before }) =>
          `Your runner score is ${now} after ${before}: that is what good rest around a race does.`,
        ({ now, before }) =>
          `Your runner score has come down from ${before} to ${now}, as it does around a race. No need to mind it.`,
      ],
    },
    kinds: KINDS_EN.joy,
  },
};
