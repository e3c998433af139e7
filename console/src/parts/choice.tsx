import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import style from './choice.module.css';

/** One of a few, side by side. */
export function Choice<Value extends string>(props: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const { label, options, value, onChange } = props;
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={style.choice ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as Value);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className={style.option ?? ''}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
