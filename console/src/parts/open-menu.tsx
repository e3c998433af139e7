import { type RefObject, useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useKeys } from '../keys/keys.tsx';
import { useSay } from '../say.tsx';
import style from './menu.module.css';
import type { Placement, MenuSection as Section } from './menu-button.tsx';

/** The menu itself. */
export function OpenMenu(props: {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly sections: readonly Section[];
  readonly placement: Placement;
  /** Else what is chosen has the focus, or the menu as a whole. */
  readonly isFirstFocused: boolean;
  readonly none: string | undefined;
  readonly onClose: () => void;
}) {
  const { trigger, label, sections, placement, isFirstFocused, none, onClose } = props;
  const say = useSay();
  const [before] = useState(() => document.activeElement);
  const close = (): void => {
    onClose();
    // What is around the menu takes no focus before it is gone.
    requestAnimationFrame(() => before instanceof HTMLElement && before.focus());
  };
  // The menu hears it itself once it has the focus, which on a slow machine comes a moment after it is seen.
  useKeys([{ key: 'Escape', does: say('shell.close'), act: close }]);
  const isChosen = sections.some(({ chosen = [] }) => [...chosen].length > 0);
  const [only] = sections;
  return (
    <Popover
      className={style.popover ?? ''}
      trigger="MenuTrigger"
      aria-label={label}
      placement={placement}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Menu
        className={style.menu ?? ''}
        aria-label={label}
        autoFocus={isFirstFocused && !isChosen ? 'first' : true}
        onClose={onClose}
        renderEmptyState={() => none !== undefined && <p className="small second">{none}</p>}
        {...(only !== undefined && sections.length === 1 && selectionOf(only))}
      >
        {only !== undefined && sections.length === 1
          ? itemsOf(only)
          : sections.map((section, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's sections are always the same
              <MenuSection key={index} {...selectionOf(section)}>
                {section.title !== undefined && (
                  <Header className={style.title ?? ''}>{section.title}</Header>
                )}
                {itemsOf(section)}
              </MenuSection>
            ))}
      </Menu>
    </Popover>
  );
}

/** What an item does is done whenever it is pressed, also where it is chosen already. */
const selectionOf = ({ chosen, takesSeveral = false }: Section) =>
  chosen === undefined
    ? {}
    : ({ selectionMode: takesSeveral ? 'multiple' : 'single', selectedKeys: chosen } as const);

const itemsOf = ({ actions, takesSeveral = false }: Section) =>
  actions.map(({ id, label, act }) => (
    <MenuItem key={id} id={id} className={style.item ?? ''} textValue={label} onAction={act}>
      {({ isSelected }) => (
        <>
          {takesSeveral && (
            <span className={style.tick} aria-hidden="true">
              {isSelected ? '✓' : ''}
            </span>
          )}
          {label}
        </>
      )}
    </MenuItem>
  ));
