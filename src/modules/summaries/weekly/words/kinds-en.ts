import type { KindPhrases } from './week-phrases.ts';

export const KINDS_EN: KindPhrases = {
  rex: {
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
    leap: [
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
    untold: [
      'That is the week. On to the next one.',
      'The week is in the log. Carry on.',
      'Done and noted. Next week.',
    ],
    rebound: [
      'Back at full volume after a lighter week. As it should go.',
      'A lighter week, and now the usual again. Good rhythm.',
      'Rested, then back to work. That is how it goes.',
    ],
    much_more: [
      'A large step up. Stay at this level before you add more.',
      'Clearly more than of late. Let it settle for some weeks.',
      'That is a big rise. No more on top of it for now.',
    ],
    raced: [
      'Race week. Recover before you plan the next one.',
      'The race is done. Easy days come first now.',
      'All of that week was for the race. Rest on it.',
    ],
    after_race: [
      'Little after a race is right. Recovery is the training now.',
      'A quiet week, and it belongs to the race. Take the time.',
      'Recovery after the race. Do not hurry back.',
    ],
  },
  joy: {
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
    leap: [
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
    untold: [
      'Lovely that you were out there. Enjoy the week ahead!',
      'A week of yours in the books, well done!',
      'You were at it, and that is what matters. Have a nice week!',
    ],
    rebound: [
      'You are back at your usual after a lighter week, and rested at that!',
      'First a breather, now your full week again: lovely rhythm!',
      'That lighter week has paid off, you are right back at it!',
    ],
    much_more: [
      'What a step up! Stay with this for a while, and let your body enjoy it.',
      'So much more than of late, great spirit! Give it some weeks to settle.',
      'You did a lot more, well done! Keep it there for now.',
    ],
    raced: [
      'What a week, with a race in it! Celebrate, and let your legs rest.',
      'You raced, how wonderful! Enjoy some easy days now.',
      'A race week to remember! Be good to yourself for a few days.',
    ],
    after_race: [
      'You raced, so a quiet week is just right. Enjoy the rest!',
      'Your body is still thanking you for the race. Take all the time it wants.',
      'Resting after a race is part of it, well done for allowing it!',
    ],
  },
};
