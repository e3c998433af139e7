import { useId } from 'react';
import field from './field.module.css';

/** One of many, in the list that the device itself shows. */
export function Choose<Value extends string>(props: {
  readonly label: string;
  readonly labelIsSpoken?: boolean;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly isDisabled?: boolean;
  readonly onChange: (value: Value) => void;
}) {
  const { label, labelIsSpoken = false, options, value, isDisabled = false, onChange } = props;
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id} className={labelIsSpoken ? 'spoken' : field.label}>
        {label}
      </label>
      <select
        id={id}
        className={field.input}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
