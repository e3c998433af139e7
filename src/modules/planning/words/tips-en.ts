import type { Tips } from './tips.ts';

export const TIPS_EN: Tips = {
  rex: {
    'easy-run': [
      'If you cannot talk, slow down.',
      'Easy means easy. Nobody is watching.',
      'Save it for the hard days.',
    ],
    'long-run': [
      'Start slower than feels right.',
      'Time on your feet is the point. Keep it dull.',
      'Drink before you are thirsty. Finish able to go on.',
    ],
    tempo: [
      'Comfortably hard. If you race it, you have missed the point.',
      'One even effort from start to end.',
      'The last minute should look like the first.',
    ],
    intervals: [
      'All of them equal. The last one is not a race.',
      'Even splits. If they fall apart, stop and jog home.',
      'Hard, not desperate.',
    ],
    hills: ['Short steps, tall posture, eyes up.', 'Push from the hips. Come down gently.'],
    'recovery-run': [
      'It cannot be too slow.',
      'Leave the ego at home.',
      'If the legs are still sore, take the day off instead.',
    ],
    'race-pace': [
      'Learn the rhythm, then leave it alone.',
      'Run what you will race, not what you wish you could.',
    ],
    fartlek: [
      'By feel. The watch can stay quiet.',
      'Change gears, not form. Keep something for the last one.',
    ],
    strides: [
      'Strides are quick and loose, not sprints.',
      'No hurry between strides. They only work when you are fresh.',
    ],
    'cross-training': ['Anything without impact counts.', 'Easy effort. The legs get a break.'],
    strength: ['Good form beats heavy weight.', 'Core, hips, calves. No shortcuts.'],
    race: ['Start calm. Pass people late.', 'The work is done. Nothing new today.'],
    taper: ['Short and sharp. Stop while you want more.', 'Nothing left to gain today, only to keep.'],
  },
  joy: {
    'easy-run': [
      'Run relaxed enough to chat, and enjoy being outside.',
      'Keep it gentle: today is for smiling, not for speed.',
      'Easy running makes strong runners, so take your time.',
    ],
    'long-run': [
      'Settle in, sip along the way, and be proud of every step.',
      'Start gently and let the run come to you. You are building something great.',
      'Find a route you love and take a friend along if you can.',
    ],
    tempo: [
      'Find a strong, steady rhythm. You will be surprised how long you can hold it.',
      'Breathe deeply, relax your shoulders and trust yourself.',
      'It should feel challenging and controlled. You have got this!',
    ],
    intervals: [
      'Keep every repetition smooth, and enjoy feeling quick!',
      'Take one repetition at a time. You are stronger than you think.',
      'Run them all alike, and give yourself a cheer after the last one.',
    ],
    hills: [
      'Lift your knees, look up, and feel yourself getting stronger with every climb.',
      'Hills are where strength grows. Enjoy the view on the way down!',
    ],
    'recovery-run': [
      'Let the legs loosen up. Slow is exactly right today.',
      'Be kind to your body: this run is a gift to your legs.',
      'Shuffle, smile, and let yesterday’s work sink in.',
    ],
    'race-pace': [
      'Get to know the rhythm of your big day. It will soon feel like home.',
      'Relax into the pace and picture yourself on the course.',
    ],
    fartlek: [
      'Play with your speed and have fun with it!',
      'Let the feeling lead. There is no wrong way to do this one.',
    ],
    strides: [
      'Let the strides feel light and playful, with a full rest after each.',
      'Run the strides tall and relaxed, and enjoy the bounce in your legs.',
    ],
    'cross-training': [
      'Pick whatever you enjoy most and give your legs a change.',
      'A different kind of movement does you good. Have fun!',
    ],
    strength: [
      'Move with care, and be proud of looking after your body.',
      'A little strength work goes a long way. Nice and controlled!',
    ],
    race: [
      'Start calmly, take in the atmosphere, and enjoy what you have trained for!',
      'You are ready. Smile at the start and trust your training.',
    ],
    taper: [
      'Just enough to feel sharp. Keep the rest for the big day!',
      'Short and lively today: your body is gathering strength.',
    ],
  },
};
