import type { SpokenWeek } from '../spoken-week.ts';
import type { WeekPersonas } from './week-phrases.ts';

const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('、');
const amount = ({ share, is_more }: NonNullable<SpokenWeek['usual']>): string =>
  share === undefined ? '大幅に多い' : `${share}${is_more ? '多い' : '少ない'}`;

export const WEEK_JA: WeekPersonas = {
  because: {
    rose: {
      fitness: '体力が上がった',
      consistency: '最近は規則的に走れている',
      progress: '最近の体力の伸びが以前より大きい',
    },
    fell: {
      fitness: '最近は走る量が減り、体力が少し落ちた',
      consistency: '最近はランの間隔が空きがちだった',
      progress: '最近の体力の伸びが以前より小さくなった',
    },
  },
  rex: {
    run: [
      (runs, { distance, time, pace }) =>
        `先週のランは${runs}回、${list(distance, time, pace && `平均${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `先週：ラン${runs}回、${list(distance, time, pace && `平均${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `先週は${runs}回走った。${list(distance, time, pace && `平均${pace}`)}。`,
    ],
    usual: [
      (usual) => `普段の${usual.distance}より${amount(usual)}。`,
      (usual) => `普段は${usual.distance}。それより${amount(usual)}。`,
      (usual) => `普段の${usual.distance}と比べて${amount(usual)}。`,
    ],
    longest: [
      ({ distance, day }) => `最長は${day}の${distance}。`,
      ({ distance, day }) => `${day}が最長、${distance}。`,
      ({ distance, day }) => `最長のラン：${day}、${distance}。`,
    ],
    fastest: [
      ({ pace, day }) => `最速は${day}の${pace}。`,
      ({ pace, day }) => `${day}が最速、${pace}。`,
      ({ pace, day }) => `最速のラン：${day}、${pace}。`,
    ],
    others: [
      (number, time) => `ほかのトレーニングは${number}回、計${time}。`,
      (number, time) => `ほかに${number}回のトレーニング、計${time}。`,
      (number, time) => `加えてトレーニング${number}回、計${time}。`,
    ],
    only_others: [
      (number, time) => `先週のトレーニングは${number}回、計${time}。ランはなし。`,
      (number, time) => `先週はランなし。トレーニングは${number}回、計${time}。`,
      (number, time) => `先週：トレーニング${number}回、計${time}、ランはなし。`,
    ],
    race: [
      (days) => `レースまであと${days}。`,
      (days) => `レースは${days}後。`,
      (days) => `レースまで残り${days}。`,
    ],
    race_today: ['今日がレース。', 'レースは今日。', 'レース当日。'],
    score: {
      alone: [
        ({ now }) => `ランナースコアは${now}。`,
        ({ now }) => `ランナースコア：${now}。`,
        ({ now }) => `現在のランナースコアは${now}。`,
      ],
      stayed: [
        ({ now }) => `ランナースコアは${now}、前の週と同じ。`,
        ({ now }) => `ランナースコアは${now}のまま。`,
        ({ now }) => `ランナースコアは変わらず${now}。`,
      ],
      rose: [
        ({ now, before }, why) => `ランナースコアは${now}、前の週の${before}から上昇。${why}ためだ。`,
        ({ now, before }, why) => `ランナースコアは${before}から${now}に上がった。理由：${why}。`,
        ({ now, before }, why) => `${why}ので、ランナースコアは${before}から${now}に上昇。`,
      ],
      fell: [
        ({ now, before }, why) =>
          `ランナースコアは${now}、前の週の${before}から下降。理由：${why}。評価ではなく数字だ。`,
        ({ now, before }, why) => `${why}ため、ランナースコアは${before}から${now}に下がった。また変わる。`,
        ({ now, before }, why) => `ランナースコアは${before}から${now}へ。${why}。いつも通り続ければいい。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `それでもランナースコアは${now}、前の週の${before}から下降。理由：${why}。この週だけでなく、長い期間を見る数字だ。`,
        ({ now, before }, why) =>
          `とはいえ、${why}ため、ランナースコアは${before}から${now}に下がった。長い目で見る数字だ。`,
        ({ now, before }, why) =>
          `ただしランナースコアは${before}から${now}へ。${why}。この週だけでは上がらない。`,
      ],
    },
    kinds: {
      nothing: [
        '先週のトレーニングはなし。次のランを予定に入れること。短くていい。',
        '先週は休み。今週は短く楽なランから始めること。',
        '先週は練習なし。日を決めて、短く走ること。',
      ],
      no_run: [
        'それも力になる。軽いランも加えたい。',
        'よくやった。今週は軽いランを加えること。',
        'これもトレーニング。次は軽いランを入れること。',
      ],
      begun: [
        'まずはスタート。今週も同じだけやればいい。増やさないこと。',
        '始まった。今週は同じことを繰り返せばいい。',
        '出だしは良し。今週も同じ量で足りる。',
      ],
      too_fast: [
        '増やし方が急すぎる。ここで止めて、今週は軽めに。',
        '急に増えすぎた。今週は減らすこと。',
        '増え方が大きすぎる。体が追いつくまで、今週は控えめに。',
      ],
      more: [
        '一段上がった。睡眠と食事も合わせること。',
        '普段より多い。練習した分だけ休むこと。',
        '上向きだ。睡眠と食事をおろそかにしないこと。',
      ],
      steady: [
        'いつも通りの量。続けることが力になる。',
        '普段通りの週。この積み重ねでいい。',
        '派手さはないが、どれも効く。続けること。',
      ],
      less: [
        '普段より少ない。一度なら休養、癖にはしないこと。',
        '軽めの週。今週はいつもの量に戻すこと。',
        'いつもを下回った。休んだら、また積むこと。',
      ],
      before_race: [
        '普段より少ない。レース前はこれでいい。',
        '量を落とした。レースに向けて正しい。',
        'レース前の調整。ねらい通りだ。',
      ],
    },
  },
  joy: {
    run: [
      (runs, { distance, time, pace }) =>
        `先週は${runs}回走り、${list(distance && `合計${distance}`, time, pace && `平均${pace}`)}でした。`,
      (runs, { distance, time, pace }) =>
        `先週のランは${runs}回でしたね。${list(distance && `合計${distance}`, time, pace && `平均${pace}`)}です。`,
      (runs, { distance, time, pace }) =>
        `先週は${list(`${runs}回のラン`, distance && `合わせて${distance}`, time, pace && `平均${pace}`)}でした。`,
    ],
    usual: [
      (usual) => `いつもの週の${usual.distance}より${amount(usual)}ですね。`,
      (usual) => `いつもの週は${usual.distance}なので、それより${amount(usual)}です。`,
      (usual) => `いつもの${usual.distance}と比べると${amount(usual)}週でした。`,
    ],
    longest: [
      ({ distance, day }) => `一番長かったのは${day}の${distance}です。`,
      ({ distance, day }) => `${day}には最長の${distance}を走りました。`,
      ({ distance, day }) => `最長のランは${day}、${distance}でした。`,
    ],
    fastest: [
      ({ pace, day }) => `一番速かったのは${day}の${pace}です。`,
      ({ pace, day }) => `${day}には最速の${pace}で走りました。`,
      ({ pace, day }) => `最速のランは${day}、${pace}でした。`,
    ],
    others: [
      (number, time) => `ほかにも${number}回、合計${time}のトレーニングをしました。`,
      (number, time) => `さらにトレーニングを${number}回、合計${time}しましたね。`,
      (number, time) => `そのほかのトレーニングは${number}回、合計${time}でした。`,
    ],
    only_others: [
      (number, time) => `先週は${number}回、合計${time}のトレーニングをしました。ランはお休みでしたね。`,
      (number, time) => `先週はランをお休みして、${number}回、合計${time}のトレーニングをしましたね。`,
      (number, time) => `ランのない先週も、トレーニングは${number}回、合計${time}でした。`,
    ],
    race: [
      (days) => `レースまであと${days}です！`,
      (days) => `レースは${days}後ですね！`,
      (days) => `あと${days}でレースですね！`,
    ],
    race_today: ['いよいよ今日がレースです！', '今日はレースですね、楽しんで！', 'ついにレース当日です！'],
    score: {
      alone: [
        ({ now }) => `ランナースコアは${now}です。`,
        ({ now }) => `あなたのランナースコアは${now}です。`,
        ({ now }) => `今のランナースコアは${now}ですね。`,
      ],
      stayed: [
        ({ now }) => `ランナースコアは前の週と同じ${now}です。`,
        ({ now }) => `ランナースコアは${now}を保っています。`,
        ({ now }) => `ランナースコアは${now}のまま、安定していますね。`,
      ],
      rose: [
        ({ now, before }, why) => `ランナースコアは${before}から${now}に上がりました。${why}からですね！`,
        ({ now, before }, why) =>
          `ランナースコアは前の週の${before}から上がって${now}です。${why}おかげです！`,
        ({ now, before }, why) => `${why}ので、ランナースコアが${before}から${now}に上がりました！`,
      ],
      fell: [
        ({ now, before }, why) =>
          `ランナースコアは${before}から${now}になりました。${why}からです。よくあることですし、また積み上げられます。`,
        ({ now, before }, why) =>
          `ランナースコアは前の週の${before}から下がって${now}です。${why}からですが、ただの数字です。また変わりますよ。`,
        ({ now, before }, why) =>
          `${why}ため、ランナースコアが${before}から${now}に下がりました。自分に優しくしてくださいね。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `それでもランナースコアは${before}から${now}になりました。${why}からです。長い期間を見る数字なので、気にしないでくださいね。`,
        ({ now, before }, why) =>
          `とはいえランナースコアは前の週の${before}から下がって${now}です。${why}からです。この週だけでは動きにくい数字です。`,
        ({ now, before }, why) =>
          `ただ、${why}ため、ランナースコアは${before}から${now}に下がりました。この週の良さは変わりません。`,
      ],
    },
    kinds: {
      nothing: [
        '先週はトレーニングがありませんでしたが、大丈夫です。短くて軽いランから戻ってきましょう。',
        '先週はお休みでしたね。それも大切です。今週は短いランからいかがですか。',
        '先週はお休みでも問題ありません。走りたくなったら、少しだけ走ってみましょう。',
      ],
      no_run: [
        '体を動かせたのは素晴らしいことです。軽いランも加えてみましょう。',
        '動き続けていて素敵です！今週は軽いランもいかがですか。',
        '体に良い時間でしたね！軽いランが加わるともっと良くなります。',
      ],
      begun: [
        '素敵なスタートです！今週も同じくらいでちょうどいいですよ。',
        '一番難しい一歩を踏み出しましたね！今週も同じように走ってみましょう。',
        '良い始まりです！今週も同じ量を楽しんでください。',
      ],
      too_fast: [
        '素晴らしい意気込みです！体が追いつけるように、今週は軽めにしましょう。',
        'とても意欲的でしたね！今週は優しく走って、体になじませましょう。',
        '元気いっぱいでしたね！今週はゆっくり走って、力に変えていきましょう。',
      ],
      more: [
        '順調に積み上げていますね。睡眠と食事も大切にしてください。',
        'いつもより多く走れました、お見事です！休息と食事もしっかりとりましょう。',
        '力がついてきましたね！よく眠れば、練習が身になります。',
      ],
      steady: [
        'いつも通りの量です。この継続があなたを強くします。',
        'いつもの週を今回も走れましたね。どの週も力になります！',
        '着実に続けていますね。ランナーはこうして伸びていきます！',
      ],
      less: [
        'たまには少なめの週も体に良いものです。軽くなった脚で今週を始めましょう。',
        '軽めの週も良いものです！休めた体で今週を迎えられます。',
        'いつもより少なくても大丈夫です。今週また走り出しましょう。',
      ],
      before_race: [
        'レース前は少なめがちょうどいいですね。積み上げてきたものを信じましょう。',
        'レース前に抑えられたのは賢い選択です！準備は整っています。',
        'レース前の休息も準備のうちです。楽しみに待ちましょう。',
      ],
    },
  },
};
