/** What the model says of answers that are put together of all that coaches see. */
import { dataOf, NOT_FOUND, type ToldAsk, type ToldPrediction } from './ask-told.ts';
import type { ClubView } from './club-view.ts';

type Json = Readonly<Record<string, unknown>>;

type Overview = Extract<
  ToldAsk,
  { to: 'constraints' | 'calendar' | 'evidence' | 'review' | 'team' | 'weeks' | 'triage' }
>;

/**
 * What is put together of all that coaches see: of it is foreseen of whom it is, and what it says that it withholds. That it rests on
 * nothing else is found by changing what they do not see.
 */
export function predictOverview(view: ClubView, ask: Overview): ToldPrediction {
  const everybody = view.athletes.map(({ id }) => String(id)).sort();
  switch (ask.to) {
    case 'review': {
      const own = view.activities.get(ask.athlete_id.toLowerCase());
      const activity = own?.find(({ id }) => id === ask.id.toLowerCase());
      return activity === undefined
        ? NOT_FOUND
        : { status: 200, body: activity, seen: (body) => dataOf(body).activity };
    }
    case 'constraints': {
      const told = view.coaches.told.get(ask.id.toLowerCase());
      if (told === undefined) return NOT_FOUND;
      // Of hidden races it says so as well, by a name of its own.
      const hidden = told.days_hidden.filter((name) => name !== 'availability_reason');
      const named = (body: Json) =>
        dataOf(body).privacy_filtered.filter((name: string) => ['availability', 'injuries'].includes(name));
      return { status: 200, body: hidden, seen: named };
    }
    case 'calendar': {
      const id = ask.id.toLowerCase();
      if (!view.told.has(id)) return NOT_FOUND;
      return {
        status: 200,
        body: besideHidden(view, id),
        seen: (body) => besideNamed(dataOf(body).privacy_filtered),
      };
    }
    case 'team':
      return {
        status: 200,
        body: everybody.map((id) => [id, besideHidden(view, id)]),
        seen: (body) =>
          dataOf(body)
            .athletes.map((one: Json) => [one.user_id, besideNamed(one.privacy_filtered as string[])])
            .sort(),
      };
    case 'weeks':
      return {
        status: 200,
        body: everybody,
        seen: (body) =>
          dataOf(body)
            .athletes.map(({ user_id }: Json) => user_id)
            .sort(),
      };
    case 'evidence': {
      const id = ask.id.toLowerCase();
      if (!view.told.has(id)) return NOT_FOUND;
      return {
        status: 200,
        body: triageOf(view, id),
        seen: (body) => triageSeen(view)(dataOf(body).athlete),
      };
    }
    case 'triage': {
      const all = everybody.map((id) => triageOf(view, id));
      return { status: 200, body: all, seen: (body) => triageListSeen(view, dataOf(body), all) };
    }
  }
}

const BESIDE = /^days\.(?:activities|availability|injuries|races)/;
const besideNamed = (names: readonly string[]): string[] => names.filter((name) => BESIDE.test(name)).sort();

function besideHidden(view: ClubView, id: string): string[] {
  const days = view.coaches.told.get(id)?.days_hidden ?? [];
  const races = view.coaches.races.get(id)?.hidden ?? [];
  return [
    ...(sharesActivities(view, id) ? [] : ['days.activities']),
    ...(days.includes('availability') ? ['days.availability'] : []),
    ...(days.includes('injuries') ? ['days.injuries'] : []),
    ...(races.includes('past') ? ['days.races.past'] : []),
    ...(races.includes('upcoming') ? ['days.races.target_time_s', 'days.races.upcoming'] : []),
  ].sort();
}

const sharesActivities = (view: ClubView, id: string): boolean =>
  view.coaches.told.get(id)?.feedback_hidden.includes('activities') === false;

/** What is private is no evidence, and its absence no accusation. */
function triageOf(view: ClubView, id: string): Json {
  const told = view.coaches.told.get(id);
  const sharesDone = sharesActivities(view, id);
  const athlete = view.athletes.find((one) => one.id === id);
  const sharesSums = athlete !== undefined && 'zones' in athlete;
  const hidden = [
    ...(sharesDone ? [] : ['key_session_missed', 'load_rising', 'long_run_jump', 'silent']),
    ...(sharesDone && sharesSums ? [] : ['volume_above_plan', 'volume_below_plan']),
    ...(told?.feedback_hidden.includes('pain') ? ['pain_reported'] : []),
    // Days on which they cannot train follow from what they said of their days, and from injuries.
    ...(told?.days_hidden.includes('availability') && told.days_hidden.includes('injuries')
      ? ['low_availability']
      : []),
  ];
  return {
    user_id: id,
    privacy_filtered: hidden.map((code) => `reasons.${code}`).sort(),
    evidence_of_what_is_private: [],
    accusations: [],
    is_placed_rightly: true,
  };
}

/** Who changed at this very moment is left out until they have been looked at, and counted. */
function triageListSeen(
  view: ClubView,
  { athletes, pending_athletes }: { athletes: readonly Triaged[]; pending_athletes: number },
  all: readonly Json[],
): Json[] {
  const listed = new Map(athletes.map((one) => [one.user_id, triageSeen(view)(one)]));
  const pending = all.filter(({ user_id }) => !listed.has(String(user_id)));
  const left_out = pending.length === pending_athletes ? pending : [];
  return [...listed.values(), ...left_out].toSorted((a, b) =>
    String(a.user_id) < String(b.user_id) ? -1 : 1,
  );
}

/** Nothing is missed, and nobody is silent, of whom something that was done may be hidden. */
const ACCUSING = ['reasons.key_session_missed', 'reasons.volume_below_plan', 'reasons.silent'];

function showsAllDone(view: ClubView, id: string): boolean {
  const connected = view.athletes.find((one) => one.id === id)?.connected_providers as string[] | undefined;
  return sharesActivities(view, id) && !connected?.some((source) => view.sources_unseen.includes(source));
}

type Triaged = {
  readonly user_id: string;
  readonly section: string;
  readonly reasons: readonly { readonly code: string }[];
  readonly privacy_filtered: readonly string[];
};

/** In the section `private` is who has no reason and shares nothing of what they do, and nobody else. */
const triageSeen =
  (view: ClubView) =>
  ({ user_id, section, reasons, privacy_filtered }: Triaged): Json => {
    const codes = reasons.map(({ code }) => `reasons.${code}`);
    const isPrivate = reasons.length === 0 && !sharesActivities(view, user_id);
    return {
      user_id,
      privacy_filtered,
      evidence_of_what_is_private: codes.filter((code) => privacy_filtered.includes(code)),
      accusations: codes.filter((code) => ACCUSING.includes(code) && !showsAllDone(view, user_id)),
      is_placed_rightly: (section === 'private') === isPrivate,
    };
  };
