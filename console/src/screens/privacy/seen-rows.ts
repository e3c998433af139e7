import type { Schemas } from '../../client/api.ts';
import type { Format } from '../../format.ts';
import type { Say } from '../../say.tsx';

type View = Schemas['AudienceView'];
type Cause = Schemas['CauseOfWithholding'];
export type Part = 'activity' | 'week' | 'profile' | 'health' | 'feedback' | 'availability';

/** What is told of each part, and which of the server's fields it stands for: none for all of the part. */
const ROWS = {
  activity: {
    distance: ['distance_m'],
    time: ['duration_s', 'moving_time_s'],
    pace: ['average_pace_s_per_km', 'average_speed_mps', 'max_speed_mps'],
    best: ['best_efforts', 'vdot'],
    heart: ['average_heart_rate_bpm', 'max_heart_rate_bpm'],
    power: ['average_power_w', 'calories_kcal'],
    laps: ['laps'],
    map: ['start_latlng', 'map_polyline'],
    load: ['training_load'],
  },
  week: { sums: [] },
  profile: {
    name: ['first_name', 'last_name'],
    about: ['bio', 'profile_image_url'],
    person: ['gender', 'birth_year', 'mbti'],
    zones: ['zones'],
    race: ['next_race'],
  },
  health: { sleep: ['sleep'], pulse: ['heart_rate'], hrv: ['hrv'], steps: ['activity'] },
  feedback: { effort: ['effort'], note: ['note'], skip: ['skip'], pain: ['pain'] },
  availability: { days: ['availability'], reason: ['availability_reason'], injuries: ['injuries'] },
} as const satisfies Record<Part, Record<string, readonly string[]>>;

export type RowName = { [P in Part]: keyof (typeof ROWS)[P] }[Part];

/** One line of what an audience sees. */
export type Row = {
  readonly part: Part;
  readonly name: RowName;
  /** What they see; null: there is nothing yet. */
  readonly value: string | null;
  /** Why they do not see it; null where they do. */
  readonly causes: readonly Cause[] | null;
};

export const PARTS = Object.keys(ROWS) as readonly Part[];

/** What an audience sees of each part, as the server says it; nothing is decided here. */
export function rowsOf(view: View, words: { readonly say: Say; readonly format: Format }): readonly Row[] {
  const values = { ...activityValues(view, words), ...profileValues(view), ...healthValues(view) };
  return PARTS.flatMap((part) => {
    const { value, withheld } = view[part];
    const all = withheld.find(({ field }) => field === '*');
    return Object.entries(ROWS[part]).map(([name, fields]: [string, readonly string[]]): Row => {
      const one = all ?? withheld.find(({ field }) => fields.includes(field));
      const own = values[name as keyof typeof values];
      const said = own === undefined ? words.say('privacy.seen.shown') : own;
      return {
        part,
        name: name as RowName,
        value: one === undefined && value !== null ? said : null,
        causes: one?.causes ?? null,
      };
    });
  });
}

/** Values of the run and of the week; what is not in the answer is null. */
function activityValues(view: View, { say, format }: { readonly say: Say; readonly format: Format }) {
  const run = view.activity.value;
  const week = view.week.value;
  const lapsAreLess = view.activity.withheld.some(({ field }) => field.startsWith('laps.'));
  const heart = run?.average_heart_rate_bpm;
  const time_s = run?.moving_time_s ?? run?.duration_s;
  return {
    distance: run?.distance_m == null ? null : format.distance(run.distance_m),
    time: time_s == null ? null : format.duration(time_s),
    pace: run?.average_pace_s_per_km == null ? null : format.pace(run.average_pace_s_per_km),
    best: isThere(run?.best_efforts) || run?.vdot != null ? say('privacy.seen.shown') : null,
    heart:
      heart == null
        ? null
        : say('privacy.seen.heart', {
            mean_bpm: format.number(heart),
            most_bpm: format.number(run?.max_heart_rate_bpm ?? heart),
          }),
    power: run?.average_power_w == null && run?.calories_kcal == null ? null : say('privacy.seen.shown'),
    laps: lapsOf(run?.laps.length ?? 0, lapsAreLess, say),
    map: run?.map_polyline == null && run?.start_latlng == null ? null : say('privacy.seen.shown'),
    load: run?.training_load == null ? null : format.number(run.training_load),
    sums:
      week === null || week.activities === 0
        ? null
        : say('privacy.seen.week', { distance: format.distance(week.distance_m), count: week.activities }),
  };
}

function lapsOf(count: number, areLess: boolean, say: Say): string | null {
  if (count === 0) return null;
  return areLess ? say('privacy.seen.lapsLess', { count }) : say('privacy.seen.laps', { count });
}

function profileValues({ profile: { value } }: View) {
  return {
    name: [value?.first_name, value?.last_name].filter(Boolean).join(' ') || null,
    ...(value?.next_race === null && { race: null }),
    ...(value?.bio == null && value?.profile_image_url == null && { about: null }),
    ...(value?.gender == null && value?.birth_year == null && value?.mbti == null && { person: null }),
    ...(value?.zones === undefined || Object.keys(value.zones).length === 0 ? { zones: null } : {}),
  };
}

/** Nothing is told of days of which nothing is known. */
function healthValues({ health: { value }, availability }: View) {
  const days = availability.value?.days.some(({ entries }) => entries.length > 0);
  const hasNoHealth = value === null || value.days.length === 0;
  return {
    ...(hasNoHealth && { sleep: null, pulse: null, hrv: null, steps: null }),
    ...(days !== true && { days: null, reason: null }),
    ...(availability.value?.injuries.length === 0 && { injuries: null }),
  };
}

const isThere = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;

/** The audiences that one can look as, each as it is for the club, or without one. */
export const AUDIENCES = ['coach', 'organization_api', 'export', 'ai', 'public'] as const;
export type SeeingAudience = (typeof AUDIENCES)[number];

export function viewFor(
  views: readonly View[],
  audience: SeeingAudience,
  org_id: string | undefined,
): View | undefined {
  const ofAudience = views.filter((view) => view.audience === audience);
  return ofAudience.find((view) => view.organization?.org_id === org_id) ?? ofAudience[0];
}

/** Why something is not shown, in words. Of several causes the first: all have to go. */
export function causeInWords(causes: readonly Cause[], club: string, say: Say): string {
  const [cause] = causes;
  if (cause === undefined) return '';
  const { code, setting, closed_in, source } = cause;
  if (setting !== null) {
    const what = say(`privacy.switch.${setting}`);
    return closed_in === 'organization'
      ? say('privacy.cause.closed', { what, club })
      : say('privacy.cause.switch', { what });
  }
  if (source !== null) return say('privacy.cause.source', { source: say(`privacy.source.${source}`) });
  if (code === 'private') return say('privacy.cause.private');
  if (code === 'not_offered') return say('privacy.cause.notOffered');
  return code === 'scope' ? say('privacy.cause.scope') : say('privacy.cause.audience');
}
