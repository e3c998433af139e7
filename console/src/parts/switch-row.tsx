import { useId } from 'react';
import { Switch } from 'react-aria-components/Switch';
import style from './switch-row.module.css';

/** Something that is on or off, with what goes with it. The whole row turns it. */
export function SwitchRow(props: {
  readonly label: string;
  /** What goes with it, or why it cannot be turned. */
  readonly hint?: string | undefined;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  /** Whether it was turned last. */
  readonly isMarked?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const { label, hint, isOn, isDisabled = false, isMarked = false, onChange } = props;
  const id = useId();
  return (
    <Switch
      className={style.row ?? ''}
      data-marked={isMarked || undefined}
      isSelected={isOn}
      isDisabled={isDisabled}
      onChange={onChange}
      {...(hint !== undefined && { 'aria-describedby': id })}
    >
      <span className={style.text}>
        <span className={style.label}>{label}</span>
        {hint !== undefined && (
          // Outside the name: it is read as the description.
          <span id={id} className={style.hint} aria-hidden="true">
            {hint}
          </span>
        )}
      </span>
      <span className={style.track} aria-hidden="true">
        <i />
      </span>
    </Switch>
  );
}
