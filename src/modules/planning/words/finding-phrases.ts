import type { InEachLanguage } from '../../../shared/languages.ts';
import type { FindingCode } from '../../../training/planning/findings.ts';

/** Where it is, what was found and what is allowed, as words; empty where a finding has none. */
type Parts = { readonly where: string; readonly found: string; readonly allowed: string };
type Sentence = (parts: Parts) => string;

type Texts = {
  readonly week: (number: number) => string;
  readonly plan: string;
  readonly days: (count: number) => string;
  readonly sentences: Readonly<Record<FindingCode, Sentence>>;
};

export const FINDING_TEXTS: InEachLanguage<Texts> = {
  en: {
    week: (number) => `Week ${number}`,
    plan: 'The plan',
    days: (count) => (count === 1 ? '1 day' : `${count} days`),
    sentences: {
      week_missing: ({ where }) => `${where} is missing. Every week needs its workouts.`,
      week_unknown: ({ where }) => `${where} is not a week of the plan. Leave it out.`,
      workout_missing: ({ where }) => `${where} is a training day without a workout. Give it one.`,
      workout_twice: ({ where }) => `${where} has more than one workout. Keep one a day.`,
      id_repeated: ({ where }) =>
        `Two workouts have the same id, one of them on ${where}. Give each its own.`,
      order_wrong: ({ where }) => `The workout of ${where} is out of order. Sort workouts by date.`,
      day_not_allowed: ({ where }) => `${where} is not a training day. Move its workout to one.`,
      date_wrong: ({ where }) => `The date of ${where} does not go with its week and weekday. Set it right.`,
      segment_shape: ({ where }) =>
        `A segment of ${where} must be by time or by distance, or repeat others, and only one of these.`,
      sum_wrong: ({ where }) => `The distance of ${where} is not that of its segments. Add it up anew.`,
      time_sum_wrong: ({ where }) => `The time of ${where} is not that of its segments. Add it up anew.`,
      number_implausible: ({ where }) => `A number of ${where} cannot be. Check distances, times and counts.`,
      weekly_info_wrong: ({ where }) =>
        `The totals of ${where} are not those of its workouts. Add them up anew.`,
      growth: ({ where, found, allowed }) =>
        `${where} grows too fast: ${found}, where at most ${allowed} is safe. Plan less for it.`,
      long_run_growth: ({ where, found, allowed }) =>
        `The long run of ${where} grows too fast: ${found}, where at most ${allowed} is safe. Shorten it.`,
      no_recovery_week: ({ where, found, allowed }) =>
        `${where} must be a lighter one after three that build: ${found} is planned, at most ${allowed} is right.`,
      long_run_time: ({ where, found, allowed }) =>
        `The long run of ${where} takes ${found}, at most ${allowed} is right. Shorten it.`,
      hard_days: ({ where, found, allowed }) =>
        `${where} has ${found} hard days, at most ${allowed} are right. Make the others easy.`,
      hard_days_too_close: ({ where, found, allowed }) =>
        `Hard days of ${where} are too close: ${found} from one to the next, at least ${allowed} are needed. Put an easy day between.`,
      hard_share: ({ where, found, allowed }) =>
        `${where} has ${found} of hard running, at most ${allowed} is right. Make more of it easy.`,
      session_cap: ({ where, found, allowed }) =>
        `The session of ${where} has ${found} at its intensity, at most ${allowed} is right. Take some away.`,
      taper_shallow: ({ where, found, allowed }) =>
        `${where} leads to the race and is too much: ${found}, where at most ${allowed} is right. Plan less for it.`,
      long_run_before_race: ({ where, found, allowed }) =>
        `The long run of ${where} is ${found} before the race, at least ${allowed} are needed. Move it or shorten it.`,
      race_recovery: ({ where, found, allowed }) =>
        `${where} comes too soon after the race for so much: ${found}, where the rule says ${allowed}. Rest first.`,
      race_missing: ({ where }) => `${where} has no race on the day of the race. Put it there.`,
      pace_target: ({ where }) =>
        `A pace of ${where} is not the runner’s own for that intensity. Keep to the zone.`,
      heart_rate_target: ({ where }) =>
        `A heart rate of ${where} is not the runner’s own for that intensity. Keep to the zone.`,
      effort_target: ({ where }) => `An effort of ${where} is not that of its intensity. Keep to the zone.`,
    },
  },
  'zh-TW': {
    week: (number) => `第 ${number} 週`,
    plan: '整份課表',
    days: (count) => `${count} 天`,
    sentences: {
      week_missing: ({ where }) => `缺少${where}，每一週都要有訓練內容。`,
      week_unknown: ({ where }) => `${where}不在課表的週數內，請刪除。`,
      workout_missing: ({ where }) => `${where}是訓練日卻沒有訓練，請補上。`,
      workout_twice: ({ where }) => `${where}有不只一項訓練，一天請只保留一項。`,
      id_repeated: ({ where }) => `有兩項訓練的識別碼相同，其中一項在${where}。請各用不同的識別碼。`,
      order_wrong: ({ where }) => `${where}的訓練順序不對，請依日期排列。`,
      day_not_allowed: ({ where }) => `${where}不是訓練日，請把訓練移到訓練日。`,
      date_wrong: ({ where }) => `${where}的日期與週次、星期不符，請更正。`,
      segment_shape: ({ where }) => `${where}有一段訓練的格式不對：只能以時間、距離或重複其中一種方式設定。`,
      sum_wrong: ({ where }) => `${where}的距離與各段加總不符，請重新計算。`,
      time_sum_wrong: ({ where }) => `${where}的時間與各段加總不符，請重新計算。`,
      number_implausible: ({ where }) => `${where}有不合理的數字，請檢查距離、時間與次數。`,
      weekly_info_wrong: ({ where }) => `${where}的總計與各項訓練加總不符，請重新計算。`,
      growth: ({ where, found, allowed }) =>
        `${where}增加得太快：安排了 ${found}，安全上限是 ${allowed}，請減量。`,
      long_run_growth: ({ where, found, allowed }) =>
        `${where}的長跑增加得太快：${found}，安全上限是 ${allowed}，請縮短。`,
      no_recovery_week: ({ where, found, allowed }) =>
        `連續增量三週後，${where}應該減量：安排了 ${found}，上限是 ${allowed}。`,
      long_run_time: ({ where, found, allowed }) =>
        `${where}的長跑需要 ${found}，上限是 ${allowed}，請縮短。`,
      hard_days: ({ where, found, allowed }) =>
        `${where}有 ${found} 個高強度日，上限是 ${allowed} 個，其餘請改為輕鬆跑。`,
      hard_days_too_close: ({ where, found, allowed }) =>
        `${where}的高強度日太接近：只隔 ${found}，至少要隔 ${allowed}，中間請排輕鬆日。`,
      hard_share: ({ where, found, allowed }) =>
        `${where}的高強度跑步時間有 ${found}，上限是 ${allowed}，請多安排輕鬆跑。`,
      session_cap: ({ where, found, allowed }) =>
        `${where}的主課表在該強度有 ${found}，上限是 ${allowed}，請減量。`,
      taper_shallow: ({ where, found, allowed }) =>
        `${where}是賽前減量期，卻安排了 ${found}，上限是 ${allowed}，請減量。`,
      long_run_before_race: ({ where, found, allowed }) =>
        `${where}的長跑離比賽只有 ${found}，至少要隔 ${allowed}，請改期或縮短。`,
      race_recovery: ({ where, found, allowed }) =>
        `${where}離比賽太近，還不能這樣練：安排為 ${found}，規則是 ${allowed}，請先恢復。`,
      race_missing: ({ where }) => `${where}在比賽日沒有安排比賽，請補上。`,
      pace_target: ({ where }) => `${where}有一個配速不符合該跑者在該強度的配速，請依照訓練區間。`,
      heart_rate_target: ({ where }) => `${where}有一個心率不符合該跑者在該強度的心率，請依照訓練區間。`,
      effort_target: ({ where }) => `${where}有一個自覺強度不符合該訓練強度，請依照訓練區間。`,
    },
  },
  ja: {
    week: (number) => `第 ${number} 週`,
    plan: 'プラン全体',
    days: (count) => `${count} 日`,
    sentences: {
      week_missing: ({ where }) => `${where}がありません。すべての週に練習を入れてください。`,
      week_unknown: ({ where }) => `${where}はプランの範囲外です。削除してください。`,
      workout_missing: ({ where }) => `${where}は練習日ですが、練習がありません。追加してください。`,
      workout_twice: ({ where }) => `${where}に練習が 2 つ以上あります。1 日 1 つにしてください。`,
      id_repeated: ({ where }) =>
        `同じ ID の練習が 2 つあり、1 つは${where}です。それぞれ別の ID にしてください。`,
      order_wrong: ({ where }) => `${where}の練習の順序が正しくありません。日付順に並べてください。`,
      day_not_allowed: ({ where }) => `${where}は練習日ではありません。練習日に移してください。`,
      date_wrong: ({ where }) => `${where}の日付が、週や曜日と合っていません。修正してください。`,
      segment_shape: ({ where }) =>
        `${where}の区間の指定が正しくありません。時間、距離、繰り返しのいずれか 1 つで指定してください。`,
      sum_wrong: ({ where }) => `${where}の距離が、各区間の合計と一致しません。計算し直してください。`,
      time_sum_wrong: ({ where }) => `${where}の時間が、各区間の合計と一致しません。計算し直してください。`,
      number_implausible: ({ where }) =>
        `${where}にあり得ない数値があります。距離、時間、回数を確認してください。`,
      weekly_info_wrong: ({ where }) =>
        `${where}の合計が、各練習の合計と一致しません。計算し直してください。`,
      growth: ({ where, found, allowed }) =>
        `${where}の増え方が急すぎます。${found} ですが、安全なのは ${allowed} までです。減らしてください。`,
      long_run_growth: ({ where, found, allowed }) =>
        `${where}のロング走の増え方が急すぎます。${found} ですが、安全なのは ${allowed} までです。短くしてください。`,
      no_recovery_week: ({ where, found, allowed }) =>
        `3 週続けて増やした後の${where}は軽くする必要があります。${found} ですが、${allowed} までにしてください。`,
      long_run_time: ({ where, found, allowed }) =>
        `${where}のロング走は ${found} かかります。${allowed} までに短くしてください。`,
      hard_days: ({ where, found, allowed }) =>
        `${where}に強度の高い日が ${found} 日あります。${allowed} 日までにし、残りは楽な日にしてください。`,
      hard_days_too_close: ({ where, found, allowed }) =>
        `${where}の強度の高い日の間隔が ${found} しかありません。${allowed} 以上あけて、間に楽な日を入れてください。`,
      hard_share: ({ where, found, allowed }) =>
        `${where}の高強度の走りが ${found} あります。${allowed} までに減らし、楽なランを増やしてください。`,
      session_cap: ({ where, found, allowed }) =>
        `${where}のメイン練習は、その強度で ${found} あります。${allowed} までに減らしてください。`,
      taper_shallow: ({ where, found, allowed }) =>
        `${where}はレース前の調整期間ですが、${found} と多すぎます。${allowed} までに減らしてください。`,
      long_run_before_race: ({ where, found, allowed }) =>
        `${where}のロング走はレースの ${found}前です。${allowed}以上前に移すか、短くしてください。`,
      race_recovery: ({ where, found, allowed }) =>
        `${where}はレースから間がなく、負担が大きすぎます。${found} ですが、基準は ${allowed} です。まず回復させてください。`,
      race_missing: ({ where }) => `${where}のレース当日にレースがありません。追加してください。`,
      pace_target: ({ where }) =>
        `${where}に、その強度での本人のペースと合わない指定があります。ゾーンに合わせてください。`,
      heart_rate_target: ({ where }) =>
        `${where}に、その強度での本人の心拍数と合わない指定があります。ゾーンに合わせてください。`,
      effort_target: ({ where }) =>
        `${where}に、その強度と合わない運動強度の指定があります。ゾーンに合わせてください。`,
    },
  },
};
