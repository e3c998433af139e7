import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { api, ask, type Schemas } from '../client/api.ts';
import { useFormat } from '../format.ts';
import { useNotices } from '../notices/notices.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { kindOf } from '../parts/kinds.ts';
import { reasonOf } from '../parts/states.tsx';
import { WorkoutProfile } from '../parts/workout-profile.tsx';
import { useLanguage, useSay } from '../say.tsx';
import { useOrgId } from '../shell/role.ts';
import { whyOf } from './calendar-actions.ts';
import { datesOf, inTheWay, type Target } from './orders.ts';
import { Paces } from './paces.tsx';
import style from './type-workout.module.css';

type Typed = Schemas['TypedWorkoutAnswer']['data'];
export type WorkoutToSet = NonNullable<Typed['workout']>;

const SETTLED_MS = 120;
/** As many as the server tells the paces of, and as many as it tries for at once. */
const MOST_READ = 200;
const MOST_TRIED = 50;

/** The line on which a workout is typed: what was understood is drawn, what was not is marked, and each athlete's paces stand below. */
export function TypeWorkout(props: {
  readonly target: Target;
  readonly onSet: (workout: WorkoutToSet) => void;
}) {
  const { target, onSet } = props;
  const say = useSay();
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  const reading = useReading(settled, target);
  const read = settled === '' ? undefined : reading.data;
  const workout = read?.workout ?? null;
  const isAnswered = reading.data !== undefined && !reading.isPlaceholderData;
  const isRead = settled === text.trim() && (settled === '' || isAnswered);
  const set = (): void => {
    if (workout !== null && isRead && read?.unread.length === 0) onSet(workout);
  };
  // Fingers are faster than an answer: what is asked for meanwhile is done once the line is read.
  const [isAsked, setAsked] = useState(false);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setAsked(true);
  };
  useEffect(() => {
    if (!isAsked || (!isRead && !reading.isError)) return;
    setAsked(false);
    set();
  });
  return (
    <div className={style.line}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the field's Enter */}
      <div onKeyDown={press} className={style.field}>
        <Field
          label={say('calendar.type.label')}
          labelIsSpoken
          placeholder={say('calendar.type.example')}
          value={text}
          onChange={(typed) => {
            setText(typed);
            setAsked(false);
          }}
          autoFocus
          {...(reading.isError && {
            fault: `${say('calendar.type.failed')} ${reasonOf(reading.error, say)}`,
          })}
        />
      </div>
      <div aria-live="polite" className={style.read}>
        {read !== undefined && read.unread.length > 0 && <Unread text={settled} unread={read.unread} />}
        {read?.is_rest === true && <p className="second">{say('calendar.type.rest')}</p>}
        {workout !== null && (
          <>
            <WorkoutProfile
              segments={workout.segments}
              kind={kindOf(workout.workout_type)}
              width={448}
              height={44}
            />
            <Paces athletes={read?.athletes ?? []} of={target.athletes} />
          </>
        )}
      </div>
      <div className={style.foot}>
        <Replaces target={target} workout={workout} />
        <Save workout={isRead ? workout : null} />
        <Button
          look="main"
          size="small"
          onPress={set}
          isDisabled={workout === null || (read?.unread.length ?? 0) > 0}
        >
          {say('calendar.type.set', { count: target.athletes.length })} <KeyHint of="Enter" />
        </Button>
      </div>
    </div>
  );
}

function useReading(text: string, { athletes }: Target) {
  const org_id = useOrgId();
  const language = useLanguage();
  const athlete_ids = athletes.slice(0, MOST_READ).map(({ user_id }) => user_id);
  return useQuery({
    queryKey: ['typed-workout', org_id, { text, language, athlete_ids }],
    enabled: text !== '',
    gcTime: 60_000,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await ask(
        api.POST('/organizations/{org_id}/typed-workouts', {
          signal,
          params: { path: { org_id } },
          body: { text, language, athlete_ids },
        }),
      );
      return data;
    },
  });
}

/** What was not understood, marked where it stands. Nothing is dropped. */
function Unread({ text, unread }: { readonly text: string; readonly unread: Typed['unread'] }) {
  const say = useSay();
  const format = useFormat();
  const pieces: { readonly from: number; readonly text: string; readonly isUnread: boolean }[] = [];
  let until = 0;
  for (const part of unread) {
    pieces.push({ from: until, text: text.slice(until, part.from), isUnread: false });
    pieces.push({ from: part.from, text: text.slice(part.from, part.until), isUnread: true });
    until = part.until;
  }
  pieces.push({ from: until, text: text.slice(until), isUnread: false });
  const parts = unread.map((part) =>
    say('calendar.type.part', { text: part.text, why: say(`calendar.type.why.${part.reason}`) }),
  );
  return (
    <div>
      <p className={style.echo} aria-hidden="true">
        {pieces.map((piece) => {
          const Tag = piece.isUnread ? 'mark' : 'span';
          return <Tag key={`${piece.from}${piece.isUnread}`}>{piece.text}</Tag>;
        })}
      </p>
      <p className="small second">{say('calendar.type.unread', { parts: format.list(parts) })}</p>
    </div>
  );
}

/** What setting it takes the place of, tried by the server where it can be; else counted on what is shown. */
function Replaces({ target, workout }: { readonly target: Target; readonly workout: WorkoutToSet | null }) {
  const say = useSay();
  const org_id = useOrgId();
  const athlete_ids = target.athletes.map(({ user_id }) => user_id);
  const dates = datesOf(target);
  const { data } = useQuery({
    queryKey: ['set-tried', org_id, { athlete_ids, dates }],
    enabled: workout !== null && athlete_ids.length <= MOST_TRIED,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { title, workout_type, segments } = workout as WorkoutToSet;
      const answer = await ask(
        api.POST('/organizations/{org_id}/calendar/actions', {
          signal,
          params: { path: { org_id } },
          body: {
            ...{ action: 'set', athlete_ids, dates, conflict: 'replace', dry_run: true },
            workout: { title, workout_type, segments },
          },
        }),
      );
      return 'changes' in answer.data ? answer.data : null;
    },
  });
  if (workout === null) return <span className={style.says} />;
  const count = data?.changes.filter(({ change }) => change === 'removed').length ?? inTheWay(target);
  const [first] = data?.refused ?? [];
  return (
    <span className={style.says} role="status">
      {say('calendar.type.replaces', { count })}
      {first !== undefined && (
        <span>
          {say('calendar.type.cannot', { count: data?.refused.length ?? 0, why: whyOf(first, say) })}
        </span>
      )}
    </span>
  );
}

function Save({ workout }: { readonly workout: WorkoutToSet | null }) {
  const say = useSay();
  const org_id = useOrgId();
  const { tell, tellFault } = useNotices();
  const save = async (): Promise<void> => {
    if (workout === null) return;
    const { title, workout_type, segments } = workout;
    try {
      await ask(
        api.POST('/organizations/{org_id}/workouts', {
          params: { path: { org_id } },
          body: { title, workout_type, segments },
        }),
      );
      tell(say('calendar.type.saved', { title }));
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
  };
  return (
    <Button size="small" onPress={() => void save()} isDisabled={workout === null}>
      {say('calendar.type.save')}
    </Button>
  );
}

/** What was typed, once the fingers rest. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
