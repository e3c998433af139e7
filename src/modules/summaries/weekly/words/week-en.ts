import type { SpokenWeek } from '../spoken-week.ts';
import type { WeekPersonas } from './week-phrases.ts';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const runsOf = (number: number): string => count(number, 'run', 'runs');
const others = (number: number): string => count(number, 'other workout', 'other workouts');
const workouts = (number: number): string => count(number, 'workout', 'workouts');
const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(', ');
const amount = ({ share, is_more }: NonNullable<SpokenWeek['usual']>): string =>
  share === undefined ? 'far more' : `${share} ${is_more ? 'more' : 'less'}`;
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

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
      (usual) => `${capital(amount(usual))} than the usual ${usual.distance}.`,
      (usual) => `Usual is ${usual.distance}; this was ${amount(usual)}.`,
      (usual) => `Against the usual ${usual.distance} that is ${amount(usual)}.`,
    ],
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
    },
    kinds: {
      nothing: [
        'Nothing last week. Put the next run in the calendar and keep it short.',
        'A week off. Start this one with a short, easy run.',
        'No training last week. Pick a day for a short run and go.',
      ],
      no_run: [
        'It counts. An easy run would count, too.',
        'Good work. Add an easy run this week.',
        'That is training, too. Now fit an easy run in.',
      ],
      begun: [
        'A start. Do it again this week, no more than that.',
        'It has begun. Repeat it this week and leave it at that.',
        'A beginning. The same again is enough for this week.',
      ],
      too_fast: [
        'That is a steep step up. Hold it here, and keep this week easy.',
        'Too much more at once. Ease off this week.',
        'A big jump. Let the body catch up, and do less this week.',
      ],
      more: [
        'A step up. Sleep and eat for it.',
        'More than usual. Recover as well as you train.',
        'Going up. Look after sleep and food.',
      ],
      steady: [
        'About as much as usual. Steady work is what counts.',
        'A usual week. Keep stacking them.',
        'Nothing spectacular, all of it useful. Carry on.',
      ],
      less: [
        'Less than usual. Once is rest; see that it does not become a habit.',
        'A lighter week. Back to the usual this week.',
        'Below the usual. Use the rest, then pick it up again.',
      ],
      before_race: [
        'Less than usual, as it should be before a race.',
        'A lighter week, right for what is coming. Stay sharp.',
        'Less volume before the race. That is the idea.',
      ],
    },
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
      (usual) => `That is ${amount(usual)} than the ${usual.distance} of a usual week of yours.`,
      (usual) => `A usual week of yours has ${usual.distance}, so this was ${amount(usual)}.`,
      (usual) => `Beside your usual ${usual.distance} that is ${amount(usual)}.`,
    ],
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
    },
    kinds: {
      nothing: [
        'Last week was a week without training, and that is fine. A short and easy run is a lovely way back.',
        'You took last week off, and that is all right. A short, gentle run will be a nice start into this one.',
        'No training last week, and no harm done. A little run when you feel like it is all it takes.',
      ],
      no_run: [
        'Moving is what matters, well done. An easy run would go nicely with it.',
        'Lovely that you kept moving! Perhaps an easy run will join in this week.',
        'That does you good! A gentle run would be a nice addition.',
      ],
      begun: [
        'What a good start! The same once more this week is all it needs.',
        'You have begun, and that is the hardest part! Just repeat it this week.',
        'A lovely beginning! Do as much again this week, and enjoy it.',
      ],
      too_fast: [
        'Great spirit! Your body wants time to catch up, so please keep this week easy.',
        'You were so keen! Give your body a gentler week to take it all in.',
        'What energy! Take this week softly, so that it can turn into strength.',
      ],
      more: [
        'You are building up nicely. Give yourself good sleep and food to go with it.',
        'More than usual, and well done! Be good to yourself with rest and food.',
        'You are growing into it, lovely! Sleep well, it all settles then.',
      ],
      steady: [
        'About as much as usual: it is this steadiness that makes you stronger.',
        'Another week as you know it, and each of them counts. Well done!',
        'You keep at it so reliably, and that is how runners grow!',
      ],
      less: [
        'A quieter week does good now and then. Take the fresh legs along into this one.',
        'A lighter week, and why not? You start this one rested.',
        'Less than usual, and that is fine. This week welcomes you back.',
      ],
      before_race: [
        'A quieter week is just right before a race. Trust what you have done.',
        'You took it easier before your race, how wise! The work is done.',
        'Resting before a race is part of it. You are ready to enjoy it.',
      ],
    },
  },
};
