import type { RefObject } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useFormat } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { useSay } from '../say.tsx';
import { daysText, type Target } from './orders.ts';
import style from './type-workout.module.css';
import { TypeWorkout } from './type-workout.tsx';
import type { useCommands } from './use-commands.ts';

/** The line to type a workout on, beside the days that it is for. */
export function TypeLine(props: {
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
