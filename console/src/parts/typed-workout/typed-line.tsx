import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { Field } from '../field.tsx';
import { kindOf } from '../kinds.ts';
import { reasonOf } from '../states.tsx';
import { WorkoutProfile } from '../workout-profile.tsx';
import style from './typed-line.module.css';
import type { Typed } from './use-typed-workout.ts';

/** The line on which a workout is typed: what was understood is drawn, what was not is marked. */
export function TypedLine(props: {
  readonly typed: Typed;
  readonly onEnter: () => void;
  readonly autoFocus?: boolean;
  /** What stands below the drawing. */
  readonly children?: ReactNode;
}) {
  const { typed, onEnter, autoFocus = false, children } = props;
  const { text, setText, readText, read, isRead, error } = typed;
  const say = useSay();
  // Fingers are faster than an answer: what is asked for meanwhile is done once the line is read.
  const [isAsked, setAsked] = useState(false);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setAsked(true);
  };
  useEffect(() => {
    if (!isAsked || (!isRead && error === null)) return;
    setAsked(false);
    onEnter();
  });
  const drawn = read?.workout ?? null;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the field's Enter */}
      <div onKeyDown={press} className={style.field}>
        <Field
          label={say('typed.label')}
          labelIsSpoken
          placeholder={say('typed.example')}
          value={text}
          onChange={(text) => {
            setText(text);
            setAsked(false);
          }}
          autoFocus={autoFocus}
          {...(error !== null && { fault: `${say('typed.failed')} ${reasonOf(error, say)}` })}
        />
      </div>
      <div aria-live="polite" className={style.read}>
        {read !== undefined && read.unread.length > 0 && <Unread text={readText} unread={read.unread} />}
        {read?.is_rest === true && <p className="second">{say('typed.rest')}</p>}
        {drawn !== null && (
          <>
            <WorkoutProfile
              segments={drawn.segments}
              kind={kindOf(drawn.workout_type)}
              width={448}
              height={44}
            />
            {children}
          </>
        )}
      </div>
    </>
  );
}

/** What was not understood, marked where it stands. Nothing is dropped. */
function Unread(props: {
  readonly text: string;
  readonly unread: Schemas['TypedWorkoutAnswer']['data']['unread'];
}) {
  const { text, unread } = props;
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
    say('typed.part', { text: part.text, why: say(`typed.why.${part.reason}`) }),
  );
  return (
    <div>
      <p className={style.echo} aria-hidden="true">
        {pieces.map((piece) => {
          const Tag = piece.isUnread ? 'mark' : 'span';
          return <Tag key={`${piece.from}${piece.isUnread}`}>{piece.text}</Tag>;
        })}
      </p>
      <p className="small second">{say('typed.unread', { parts: format.list(parts) })}</p>
    </div>
  );
}
