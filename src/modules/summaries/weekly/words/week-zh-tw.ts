import { KINDS_ZH_TW } from './kinds-zh-tw.ts';
import type { WeekPersonas } from './week-phrases.ts';

const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('，');

export const WEEK_ZH_TW: WeekPersonas = {
  because: {
    rose: {
      fitness: '體能提升了',
      consistency: '最近跑得更規律了',
      progress: '近來體能的進展比之前好',
    },
    fell: {
      fitness: '近來跑得較少，體能略降',
      consistency: '最近跑得沒那麼規律',
      progress: '近來體能的進展不如之前',
    },
  },
  rex: {
    run: [
      (runs, { distance, time, pace }) =>
        `上週跑步${runs}次：${list(distance, time, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `上週：跑步${runs}次，${list(distance, time, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `上週的跑步：${list(`${runs}次`, distance, time, pace && `平均配速${pace}`)}。`,
    ],
    usual: [
      ({ distance, share }) => `比平常的${distance}少${share}。`,
      ({ distance, share }) => `平常是${distance}，這次少${share}。`,
      ({ distance, share }) => `和平常的${distance}相比，少${share}。`,
    ],
    grown: [
      ({ distance, share }) => `比前幾週最多的${distance}多${share ?? '很多'}。`,
      ({ distance, share }) => `前幾週最多是${distance}，這次多${share ?? '很多'}。`,
      ({ distance, share }) => `和前幾週最多的${distance}相比，多${share ?? '很多'}。`,
    ],
    longer: {
      some: [
        ({ day, share, days }) => `${day}那次比前${days}內任何一次都長${share ?? '很多'}，先維持這個長度。`,
        ({ day, share, days }) =>
          `${day}：比前${days}最長的一次還長${share ?? '很多'}。再跑一次同樣的，才往上加。`,
        ({ day, share, days }) => `前${days}沒有一次像${day}那麼長，多了${share ?? '很多'}。先停在這裡。`,
      ],
      far: [
        ({ day, share, days }) =>
          `${day}那次比前${days}內任何一次都長${share ?? '很多'}，一次加太多了，接下來跑短一點。`,
        ({ day, share, days }) => `${day}：比前${days}最長的一次還長${share ?? '很多'}。跨得太大步，退一點。`,
        ({ day, share, days }) => `前${days}沒有一次接近${day}的長度，長了${share ?? '很多'}。下次縮短。`,
      ],
    },
    longest: [
      ({ distance, day }) => `最長一次：${day}${distance}。`,
      ({ distance, day }) => `${day}跑得最長：${distance}。`,
      ({ distance, day }) => `最長：${distance}，在${day}。`,
    ],
    fastest: [
      ({ pace, day }) => `最快一次：${day}${pace}。`,
      ({ pace, day }) => `${day}跑得最快：${pace}。`,
      ({ pace, day }) => `最快：${pace}，在${day}。`,
    ],
    others: [
      (number, time) => `另有其他訓練${number}次，共${time}。`,
      (number, time) => `其他訓練：${number}次，共${time}。`,
      (number, time) => `再加上其他訓練${number}次，共${time}。`,
    ],
    only_others: [
      (number, time) => `上週訓練${number}次，共${time}，沒有跑步。`,
      (number, time) => `上週沒有跑步，其他訓練${number}次，共${time}。`,
      (number, time) => `上週：訓練${number}次，共${time}，其中沒有跑步。`,
    ],
    race: [(days) => `距離比賽還有${days}。`, (days) => `比賽就在${days}後。`, (days) => `離比賽${days}。`],
    race_today: ['今天比賽。', '比賽就是今天。', '比賽日到了。'],
    score: {
      alone: [
        ({ now }) => `跑者分數：${now}。`,
        ({ now }) => `跑者分數是${now}。`,
        ({ now }) => `目前跑者分數：${now}。`,
      ],
      stayed: [
        ({ now }) => `跑者分數：${now}，和前一週相同。`,
        ({ now }) => `跑者分數維持在${now}。`,
        ({ now }) => `跑者分數不變：${now}。`,
      ],
      rose: [
        ({ now, before }, why) => `跑者分數：${now}，前一週是${before}，上升了：${why}。`,
        ({ now, before }, why) => `跑者分數從${before}升到${now}，因為${why}。`,
        ({ now, before }, why) => `跑者分數由${before}上升為${now}。原因：${why}。`,
      ],
      fell: [
        ({ now, before }, why) => `跑者分數：${now}，前一週是${before}，下降了：${why}。只是數字，不是評價。`,
        ({ now, before }, why) => `跑者分數從${before}降到${now}，因為${why}。還會再變。`,
        ({ now, before }, why) => `跑者分數由${before}下降為${now}。原因：${why}。照常練就好。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `不過跑者分數是${now}，比前一週的${before}低：${why}。它看的是許多週，不只這一週。`,
        ({ now, before }, why) => `儘管如此，跑者分數從${before}降到${now}，因為${why}。分數看的是長期。`,
        ({ now, before }, why) => `但跑者分數由${before}下降為${now}。原因：${why}。單單這一週還不足以拉高。`,
      ],
      fell_resting: [
        ({ now, before }) => `跑者分數：${now}，前一週是${before}。比賽前後下降是正常的。`,
        ({ now, before }) => `跑者分數從${before}降到${now}，為比賽休息就會這樣。`,
        ({ now, before }) => `跑者分數由${before}下降為${now}。比賽前後本該如此。`,
      ],
    },
    kinds: KINDS_ZH_TW.rex,
  },
  joy: {
    run: [
      (runs, { distance, time, pace }) =>
        `上週你跑了${runs}次，${list(distance && `總共${distance}`, `花了${time}`, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `你上週出門跑了${runs}次：${list(distance, `花了${time}`, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `上週的你跑步${runs}次，${list(distance && `累積${distance}`, `用時${time}`, pace && `平均配速${pace}`)}。`,
    ],
    usual: [
      ({ distance, share }) => `比你平常一週的${distance}少${share}。`,
      ({ distance, share }) => `你平常一週是${distance}，這次少${share}。`,
      ({ distance, share }) => `和你平常一週的${distance}相比，少${share}。`,
    ],
    grown: [
      ({ distance, share }) => `比你前幾週最多的${distance}還多${share ?? '很多'}。`,
      ({ distance, share }) => `你前幾週最多是${distance}，這次多了${share ?? '很多'}。`,
      ({ distance, share }) => `和你前幾週最多的${distance}相比，多了${share ?? '很多'}。`,
    ],
    longer: {
      some: [
        ({ day, share, days }) =>
          `${day}你跑得比前${days}任何一次都遠，多了${share ?? '很多'}！先維持這個長度就很好。`,
        ({ day, share, days }) =>
          `你${day}那次比前${days}最長的還長${share ?? '很多'}！照樣再跑一次，再慢慢往上加吧。`,
        ({ day, share, days }) =>
          `前${days}你都沒跑過${day}這麼遠，多了${share ?? '很多'}！這陣子的長跑就到這裡吧。`,
      ],
      far: [
        ({ day, share, days }) =>
          `${day}你跑得比前${days}任何一次都遠，多了${share ?? '很多'}。很勇敢，但一次多了不少，接下來請跑短一點。`,
        ({ day, share, days }) =>
          `你${day}那次比前${days}最長的還長${share ?? '很多'}。疼惜一下雙腿，下次長跑縮短一些吧。`,
        ({ day, share, days }) =>
          `前${days}沒有一次接近你${day}的長度，長了${share ?? '很多'}。跨了大步，接著走小步就好。`,
      ],
    },
    longest: [
      ({ distance, day }) => `最長的一次是${day}的${distance}。`,
      ({ distance, day }) => `${day}你跑得最遠，有${distance}。`,
      ({ distance, day }) => `其中最長的是${distance}，在${day}。`,
    ],
    fastest: [
      ({ pace, day }) => `最快的一次是${day}，配速${pace}。`,
      ({ pace, day }) => `${day}你跑得最快，配速${pace}。`,
      ({ pace, day }) => `其中最快的在${day}，配速${pace}。`,
    ],
    others: [
      (number, time) => `此外你還做了${number}次其他訓練，總共${time}。`,
      (number, time) => `你也完成了${number}次其他訓練，總共${time}。`,
      (number, time) => `另外還有${number}次其他訓練，總共${time}。`,
    ],
    only_others: [
      (number, time) => `上週你做了${number}次訓練，總共${time}，沒有跑步。`,
      (number, time) => `上週雖然沒有跑步，你仍做了${number}次訓練，總共${time}。`,
      (number, time) => `上週你讓跑步休息，做了${number}次訓練，總共${time}。`,
    ],
    race: [
      (days) => `離你的比賽還有${days}！`,
      (days) => `再過${days}就是你的比賽了！`,
      (days) => `你的比賽就在${days}後！`,
    ],
    race_today: ['今天就是比賽日，加油！', '比賽日到了，好好享受！', '終於等到今天的比賽，加油！'],
    score: {
      alone: [
        ({ now }) => `你的跑者分數是${now}。`,
        ({ now }) => `你目前的跑者分數是${now}。`,
        ({ now }) => `至於跑者分數，你有${now}。`,
      ],
      stayed: [
        ({ now }) => `你的跑者分數是${now}，和前一週一樣。`,
        ({ now }) => `你的跑者分數維持在${now}。`,
        ({ now }) => `你的跑者分數穩穩地停在${now}。`,
      ],
      rose: [
        ({ now, before }, why) => `你的跑者分數從${before}升到${now}，因為${why}！`,
        ({ now, before }, why) => `你的跑者分數升到${now}，前一週是${before}。真好，${why}！`,
        ({ now, before }, why) => `跑者分數由${before}進步到${now}，看得出${why}！`,
      ],
      fell: [
        ({ now, before }, why) => `你的跑者分數從${before}變成${now}，因為${why}。這很正常，之後可以再累積。`,
        ({ now, before }, why) => `你的跑者分數是${now}，前一週是${before}：${why}。這只是數字，還會再變的。`,
        ({ now, before }, why) => `跑者分數由${before}降到${now}，因為${why}。對自己溫柔一點吧。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `不過你的跑者分數從${before}變成${now}，因為${why}。它看的是許多週，別放在心上。`,
        ({ now, before }, why) =>
          `儘管如此，你的跑者分數是${now}，前一週是${before}：${why}。要拉高它，需要的不只這一週。`,
        ({ now, before }, why) => `但跑者分數由${before}降到${now}，因為${why}。這不影響你這一週的好。`,
      ],
      fell_resting: [
        ({ now, before }) => `你的跑者分數從${before}變成${now}，比賽前後這樣正好。`,
        ({ now, before }) => `你的跑者分數是${now}，前一週是${before}：這是為比賽好好休息的結果。`,
        ({ now, before }) => `跑者分數由${before}降到${now}，比賽前後都會這樣，別放在心上。`,
      ],
    },
    kinds: KINDS_ZH_TW.joy,
  },
};
