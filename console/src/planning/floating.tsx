import type { RefObject } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useFormat } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogButtons } from '../parts/dialog.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { useSay } from '../say.tsx';
import { DayComments } from './day-comments.tsx';
import { EditWorkout } from './edit-workout.tsx';
import { daysText, type Target } from './orders.ts';
import style from './type-workout.module.css';
import { TypeWorkout } from './type-workout.tsx';
import type { useCommands } from './use-commands.ts';

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
    return <Line target={open.target} beside={props.beside} onClose={close} onSet={set} />;
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

function Line(props: {
  readonly target: Target;
  readonly beside: RefObject<Element | null> | null;
  readonly onClose: () => void;
  readonly onSet: ReturnType<typeof useCommands>['set'];
}) {
  const { target, beside, onClose, onSet } = props;
  const say = useSay();
  const format = useFormat();
  const title = say('calendar.type.title', {
    count: target.athletes.length,
    name: target.athletes[0]?.display_name ?? '',
    days: daysText(target, { say, format }),
  });
  const line = <TypeWorkout target={target} onSet={(workout) => onSet(target, workout)} />;
  if (beside === null)
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        {line}
      </Dialog>
    );
  return (
    <Popover
      className={style.popover ?? ''}
      triggerRef={beside}
      isOpen
      placement="end top"
      offset={12}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaDialog className={style.dialog ?? ''}>
        <div className={style.head}>
          <Heading slot="title" level={2} className={style.title ?? ''}>
            {title}
          </Heading>
          <Button look="quiet" size="small" onPress={onClose}>
            {say('shell.close')} <KeyHint of="Escape" />
          </Button>
        </div>
        {line}
      </AriaDialog>
    </Popover>
  );
}
