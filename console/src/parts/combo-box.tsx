import { useMemo, useState } from 'react';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { fold } from '../fold.ts';
import type { Choosable, ComboFieldProps } from './combo-field.tsx';
import style from './field.module.css';
import menu from './menu.module.css';

/** So many of ten thousand are enough to see that one has to type on. */
const SHOWN = 40;

/** The field itself, with its list. */
export function ComboBox(props: ComboFieldProps) {
  const { label, items, onChoose, chosen, placeholder, hint, fault, none } = props;
  const [typed, setTyped] = useState<string | null>(null);
  /** A choice begins anew with a list that is closed. */
  const [round, setRound] = useState(0);
  const found = useMemo(() => find(items, typed ?? ''), [items, typed]);
  return (
    <AriaComboBox
      key={round}
      className={style.field ?? ''}
      inputValue={typed ?? chosen ?? ''}
      onInputChange={(text) => {
        setTyped(text);
        props.onTyped?.(text);
      }}
      selectedKey={null}
      items={found}
      isInvalid={fault !== undefined}
      isDisabled={props.isDisabled ?? false}
      autoFocus={round > 0 || (props.autoFocus ?? false)}
      allowsEmptyCollection
      menuTrigger="input"
      onSelectionChange={(key) => {
        const item = found.find(({ id }) => id === key);
        if (item === undefined) return;
        setTyped(null);
        setRound(round + 1);
        onChoose(item);
      }}
      onBlur={() => setTyped(null)}
    >
      <Label className={style.label ?? ''}>{label}</Label>
      <Input className={style.input ?? ''} {...(placeholder === undefined ? {} : { placeholder })} />
      {hint !== undefined && (
        <Text slot="description" className={style.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={style.fault ?? ''}>{fault}</FieldError>
      <Popover className={menu.popover ?? ''}>
        <ListBox<Choosable>
          className={menu.menu ?? ''}
          renderEmptyState={() => <p className={`${menu.item} second`}>{none}</p>}
        >
          {({ id, name, beside }) => (
            <ListBoxItem id={id} textValue={name} className={menu.item ?? ''}>
              <span>{name}</span>
              {beside !== undefined && <span className="third small">{beside}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

function find(items: readonly Choosable[], typed: string): Choosable[] {
  const wanted = fold(typed);
  const found: Choosable[] = [];
  for (const item of items) {
    if (fold(item.name).includes(wanted) || fold(item.beside ?? '').includes(wanted)) found.push(item);
    if (found.length === SHOWN) break;
  }
  return found;
}
