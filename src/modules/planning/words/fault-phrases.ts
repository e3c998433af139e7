import type { InEachLanguage } from '../../../shared/languages.ts';
import type { ConstraintFault, FaultCode } from '../engine/faults.ts';

/** Values of a fault as words of the language, by the names of `FaultValues`. */
type Parts = (name: string) => string;

/** `value('finding')` is the whole finding, in its own words; a value that is not there is an empty text. */
export const FAULT_TEXTS: InEachLanguage<
  Readonly<Record<Exclude<FaultCode, ConstraintFault>, (value: Parts) => string>>
> = {
  en: {
    race_before_start: (value) =>
      `The race is on ${value('race_date')}, before the plan starts on ${value('start_date')}. Change one of the dates.`,
    race_too_soon: (value) =>
      `The race on ${value('race_date')} is too soon after the start to prepare for. Choose ${value('earliest')} or later, or start earlier.`,
    race_too_far: (value) =>
      `The race on ${value('race_date')} is too far from the start to plan for. Choose ${value('latest')} or earlier, start later, or leave the date out.`,
    race_without_event: (value) =>
      `There is a race on ${value('race_date')}, but not which. Give its distance as the event, or leave the date out.`,
    time_without_event: () =>
      'There is a target time, but no race it is for. Give the distance as the event, or leave the time out.',
    time_implausible: (value) =>
      `Nobody plans for ${value('target_time_s')} over this event (${value('event')}). Give a time between ${value('fastest_s')} and ${value('slowest_s')}.`,
    no_training_days: () =>
      'No day is left to train on. Give at least one training day, or fewer days off in the instructions.',
    draft_without_weeks: (value) =>
      `The draft has no weeks. Begin each of its ${value('weeks')} weeks with a heading such as “## Week 1: …”.`,
    draft_weeks_differ: (value) =>
      `The draft must have the weeks 1 to ${value('weeks')}.${value('missing') && ` Missing: ${value('missing')}.`}${value('unknown') && ` Too many: ${value('unknown')}.`} Change the headings “## Week N”, or the number of weeks.`,
    draft_week_repeated: (value) =>
      `Week ${value('week')} is in the draft more than once. Keep one heading “## Week ${value('week')}”.`,
    draft_weeks_out_of_order: (value) =>
      `Week ${value('week')} comes after week ${value('after')}. Put the weeks of the draft in order.`,
    draft_line: (value) =>
      `Line ${value('line')} of the draft cannot be read: “${value('text')}”. ${value('reason')}`,
    draft_days_differ: (value) =>
      `The draft trains on ${value('draft_days')}, and the training days are ${value('days')}. Change the draft or the training days, or leave those out.`,
    draft_dates_differ: (value) =>
      `By its dates the draft starts on ${value('draft_start')}, and the request on ${value('start_date')}. Change one of them, or leave the start out.`,
    draft_invalid: (value) => `The draft cannot be followed as it stands. ${value('finding')}`,
    library_lacks: (value) =>
      `The workout library has nothing for: ${value('types')}. Add such workouts, or allow generated ones.`,
    plan_unsafe: (value) => `No safe plan can be made from this request. ${value('finding')}`,
  },
  'zh-TW': {
    race_before_start: (value) =>
      `比賽日 ${value('race_date')} 早於課表開始日 ${value('start_date')}，請修改其中一個日期。`,
    race_too_soon: (value) =>
      `比賽日 ${value('race_date')} 離開始日太近，來不及準備。請選 ${value('earliest')} 以後的日期，或提早開始。`,
    race_too_far: (value) =>
      `比賽日 ${value('race_date')} 離開始日太遠，還無法安排。請選 ${value('latest')} 以前的日期、延後開始，或刪除比賽日。`,
    race_without_event: (value) =>
      `已設定比賽日 ${value('race_date')}，但沒有指定比賽項目。請指定項目，或刪除比賽日。`,
    time_without_event: () => '已設定目標時間，但沒有指定比賽項目。請指定項目，或刪除目標時間。',
    time_implausible: (value) =>
      `以 ${value('target_time_s')} 完成${value('event')}並不合理。請填寫介於 ${value('fastest_s')} 到 ${value('slowest_s')} 的時間。`,
    no_training_days: () => '沒有剩下任何可以訓練的日子。請至少指定一個訓練日，或減少指示中的休息日。',
    draft_without_weeks: (value) =>
      `草稿中沒有任何一週。課表共 ${value('weeks')} 週，每週請以「## Week 1: …」這樣的標題開頭。`,
    draft_weeks_differ: (value) =>
      `草稿必須包含第 1 到第 ${value('weeks')} 週。${value('missing') && `缺少：${value('missing')}。`}${value('unknown') && `多出：${value('unknown')}。`}請修改「## Week N」標題，或修改週數。`,
    draft_week_repeated: (value) =>
      `草稿中第 ${value('week')} 週出現不只一次，請只保留一個「## Week ${value('week')}」標題。`,
    draft_weeks_out_of_order: (value) =>
      `第 ${value('week')} 週排在第 ${value('after')} 週之後，請依週次排列草稿。`,
    draft_line: (value) => `草稿第 ${value('line')} 行無法讀取：「${value('text')}」。${value('reason')}`,
    draft_days_differ: (value) =>
      `草稿安排在${value('draft_days')}訓練，但訓練日是${value('days')}。請修改草稿或訓練日，或不填訓練日。`,
    draft_dates_differ: (value) =>
      `依草稿中的日期，課表從 ${value('draft_start')} 開始，但指定的開始日是 ${value('start_date')}。請修改其中一個，或不填開始日。`,
    draft_invalid: (value) => `無法照這份草稿制定課表。${value('finding')}`,
    library_lacks: (value) => `訓練庫中沒有：${value('types')}。請新增這類訓練，或允許產生新的訓練。`,
    plan_unsafe: (value) => `依這些條件無法制定安全的課表。${value('finding')}`,
  },
  ja: {
    race_before_start: (value) =>
      `レースの日（${value('race_date')}）が、プランの開始日（${value('start_date')}）より前です。どちらかの日付を変更してください。`,
    race_too_soon: (value) =>
      `レースの日（${value('race_date')}）が開始日に近すぎて、準備ができません。${value('earliest')} 以降の日にするか、開始日を早めてください。`,
    race_too_far: (value) =>
      `レースの日（${value('race_date')}）が開始日から遠すぎて、計画できません。${value('latest')} 以前の日にするか、開始日を遅らせるか、日付を外してください。`,
    race_without_event: (value) =>
      `レースの日（${value('race_date')}）が指定されていますが、種目がありません。種目を指定するか、日付を外してください。`,
    time_without_event: () =>
      '目標タイムが指定されていますが、種目がありません。種目を指定するか、タイムを外してください。',
    time_implausible: (value) =>
      `${value('event')}の目標タイム ${value('target_time_s')} は現実的ではありません。${value('fastest_s')} から ${value('slowest_s')} までの時間を指定してください。`,
    no_training_days: () =>
      '練習できる日が残っていません。練習日を 1 日以上指定するか、指示の休みの日を減らしてください。',
    draft_without_weeks: (value) =>
      `下書きに週がありません。全 ${value('weeks')} 週を、それぞれ「## Week 1: …」のような見出しで始めてください。`,
    draft_weeks_differ: (value) =>
      `下書きには第 1 週から第 ${value('weeks')} 週までが必要です。${value('missing') && `不足：${value('missing')}。`}${value('unknown') && `余分：${value('unknown')}。`}見出し「## Week N」か、週数を変更してください。`,
    draft_week_repeated: (value) =>
      `下書きに第 ${value('week')} 週が 2 つ以上あります。見出し「## Week ${value('week')}」は 1 つにしてください。`,
    draft_weeks_out_of_order: (value) =>
      `第 ${value('week')} 週が第 ${value('after')} 週の後にあります。下書きの週を順番に並べてください。`,
    draft_line: (value) =>
      `下書きの ${value('line')} 行目を読み取れません：「${value('text')}」。${value('reason')}`,
    draft_days_differ: (value) =>
      `下書きの練習日は${value('draft_days')}ですが、指定された練習日は${value('days')}です。下書きか練習日を変更するか、練習日を外してください。`,
    draft_dates_differ: (value) =>
      `下書きの日付では開始日が ${value('draft_start')} ですが、指定された開始日は ${value('start_date')} です。どちらかを変更するか、開始日を外してください。`,
    draft_invalid: (value) => `この下書きのままではプランを作れません。${value('finding')}`,
    library_lacks: (value) =>
      `練習ライブラリーに次の練習がありません：${value('types')}。追加するか、新しい練習の生成を許可してください。`,
    plan_unsafe: (value) => `この条件では安全なプランを作れません。${value('finding')}`,
  },
};
