/** Something that somebody said, so many hours before the end; `by` is the key of a person. */
export type DemoWords = { readonly by: string; readonly hours_ago: number; readonly text: string };

/** What an athlete and their coaches say to each other, in the athlete's language. */
export type DemoTalk = {
  readonly key: string;
  /** About the latest run that coaches see, the workout of their plan that is next, and the week that is now. */
  readonly run: readonly DemoWords[];
  readonly planned: readonly DemoWords[];
  readonly week: readonly DemoWords[];
  readonly conversation: readonly DemoWords[];
  /** What a coach notes down for the others. */
  readonly note: Omit<DemoWords, 'hours_ago'> | null;
};

export const DEMO_TALKS: readonly DemoTalk[] = [
  {
    key: 'mateus',
    run: [
      {
        by: 'mateus',
        hours_ago: 14,
        text: 'Straight from the night shift. The last kilometre was a walk, honestly.',
      },
      {
        by: 'fiona',
        hours_ago: 12,
        text: 'A walk after a night shift is a good run. Sleep first next time.',
      },
    ],
    planned: [
      { by: 'mateus', hours_ago: 30, text: 'May I do this one on the canal instead of the track?' },
      { by: 'fiona', hours_ago: 28, text: 'Of course. By effort, not by the watch.' },
    ],
    week: [
      {
        by: 'fiona',
        hours_ago: 20,
        text: 'Two shifts and three runs: that is a full week. Leave it at that.',
      },
    ],
    conversation: [
      { by: 'mateus', hours_ago: 50, text: 'Next month I am on nights again. Shall I drop a day?' },
      {
        by: 'fiona',
        hours_ago: 46,
        text: 'Drop the Thursday and keep the long run. We look at it again after the first week.',
      },
      { by: 'mateus', hours_ago: 9, text: 'Thanks. Is the 10 km still on, then?' },
    ],
    note: {
      by: 'fiona',
      text: 'Works nights every second month. Nothing hard on the day after; ask about sleep before pace.',
    },
  },
  {
    key: 'misaki',
    run: [
      { by: 'misaki', hours_ago: 33, text: '向かい風でしたが、心拍は抑えられました。' },
      { by: 'rafael', hours_ago: 26, text: '風の日にこの心拍なら十分です。ペースは気にしないで。' },
    ],
    planned: [],
    week: [{ by: 'misaki', hours_ago: 22, text: '今週は出張があるので、土曜のロング走を日曜にします。' }],
    conversation: [
      { by: 'misaki', hours_ago: 58, text: 'マラソンまでに30km走をもう一度入れたほうがいいですか。' },
      { by: 'rafael', hours_ago: 52, text: '3週間前に一度だけ。最後の5kmを目標ペースで。' },
      { by: 'misaki', hours_ago: 51, text: 'わかりました。ありがとうございます!' },
    ],
    note: null,
  },
  {
    key: 'yichun',
    run: [
      { by: 'yichun', hours_ago: 18, text: '河堤很涼,最後一公里還有力氣。' },
      { by: 'rafael', hours_ago: 16, text: '跑得很穩。下次前兩公里可以再慢一點。' },
    ],
    planned: [],
    week: [],
    conversation: [
      { by: 'rafael', hours_ago: 60, text: '歡迎加入!有什麼舊傷要先告訴我們嗎?' },
      { by: 'yichun', hours_ago: 57, text: '左小腿以前拉傷過,現在不會痛了。' },
    ],
    note: {
      by: 'rafael',
      text: 'Old strain of the left calf. Strides on grass for the first month, no spikes.',
    },
  },
];

/** About the Tuesday session that comes next, by coaches and whoever of these is in the squad. */
export const DEMO_SESSION_WORDS: readonly DemoWords[] = [
  {
    by: 'rafael',
    hours_ago: 24,
    text: 'Gate 3 is shut, come in by gate 2. 2番ゲートから入ってください。請從二號門進場。',
  },
  { by: 'yichun', hours_ago: 21, text: '二號門那邊可以停腳踏車嗎?' },
  { by: 'rafael', hours_ago: 19, text: '可以,就在門口。' },
  { by: 'siobhan', hours_ago: 8, text: 'Bringing the spare lamps.' },
];
