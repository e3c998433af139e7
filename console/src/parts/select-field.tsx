import { Check, ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import field from './field.module.css';
import menu from './menu.module.css';
import style from './select-field.module.css';

export type Option<Value extends string> = { readonly value: Value; readonly label: string };

/** One of several, in a list that opens. */
export function SelectField<Value extends string>(props: {
  readonly label: string;
  readonly labelIsSpoken?: boolean;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
}) {
  const { label, labelIsSpoken = false, options, value, onChange, isDisabled = false } = props;
  return (
    <Select
      className={field.field ?? ''}
      selectedKey={value}
      isDisabled={isDisabled}
      onSelectionChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <Label className={labelIsSpoken ? 'spoken' : (field.label ?? '')}>{label}</Label>
      <Button className={style.button ?? ''}>
        <SelectValue className={style.value ?? ''} />
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Popover className={`${menu.popover} ${style.popover}`}>
        <ListBox className={menu.menu ?? ''}>
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              className={menu.item ?? ''}
            >
              {({ isSelected }) => (
                <>
                  <span className={style.option}>{option.label}</span>
                  {isSelected && <Check size={14} strokeWidth={2} aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
