import { lazy, type RefObject, Suspense } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogButtons } from '../parts/dialog.tsx';
import { useSay } from '../say.tsx';
import { DayComments } from './day-comments.tsx';
import { EditWorkout } from './edit-workout.tsx';
import type { useCommands } from './use-commands.ts';

const TypeLine = lazy(async () => ({ default: (await import('./type-line.tsx')).TypeLine }));

/** What floats above the calendar: the line to type on, one workout, or the question whether to replace. */
export function Floating(props: {
  readonly of: ReturnType<typeof useCommands>;
  /** Where the line opens; on a phone it is a sheet. */
  readonly beside: RefObject<Element | null> | null;
  readonly onSaved: (said: string, tokens: readonly string[]) => void;
  /** Comments may have been read or written. */
  readonly onSaid: () => void;
}) {
  const say = useSay();
  const { open, close, run, set, clear } = props.of;
  if (open === null) return null;
  if (open.what === 'type')
    return (
      <Suspense>
        <TypeLine target={open.target} beside={props.beside} onClose={close} onSet={set} />
      </Suspense>
    );
  if (open.what === 'edit')
    return (
      <EditWorkout
        {...open.edited}
        onClose={close}
        onSaved={props.onSaved}
        onDelete={() => clear(open.edited)}
      />
    );
  if (open.what === 'comments')
    return (
      <DayComments athlete={open.athlete} day={open.day} onClose={props.of.close} onSaid={props.onSaid} />
    );
  return (
    <Dialog title={say('calendar.replace.title')} isOpen onClose={close}>
      <p>{say('calendar.replace.text', { count: open.count })}</p>
      <DialogButtons>
        <Button onPress={close}>{say('calendar.cancel')}</Button>
        <Button
          look="main"
          autoFocus
          onPress={() => {
            close();
            run(open.order);
          }}
        >
          {say('calendar.replace.do')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
