import { MoreHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import button from './button.module.css';
import style from './menu-button.module.css';

export type MenuAction = { readonly id: string; readonly label: string; readonly act: () => void };

/** Things to do, or things of which some are chosen. */
export type MenuSection = {
  readonly title?: string;
  readonly actions: readonly MenuAction[];
  /** Which are chosen already; left out where nothing is. */
  readonly chosen?: Iterable<string>;
  /** Several can be chosen, and the menu stays open meanwhile. */
  readonly takesSeveral?: boolean;
};

export type Placement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

// React Aria's menus would be a seventh of what the first screens need, and nobody opens one before its screen is there.
const OpenMenu = lazy(async () => ({ default: (await import('./open-menu.tsx')).OpenMenu }));

/** A button and the menu that it opens. */
export function MenuButton(props: {
  /** What is read aloud of the menu, and of the button where that has no words of its own. */
  readonly label: string;
  /** Worked out when the menu is opened. */
  readonly sections: () => readonly MenuSection[];
  readonly children: ReactNode;
  readonly hasOwnWords?: boolean;
  readonly look?: 'plain' | 'main' | 'quiet';
  readonly size?: 'usual' | 'small';
  /** Instead of the look of a button. */
  readonly className?: string | undefined;
  readonly placement?: Placement;
  readonly shortcut?: string;
  readonly isDisabled?: boolean;
  readonly isTabStop?: boolean;
  /** Where others open the menu too. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** What is said where there is nothing to choose. */
  readonly none?: string;
}) {
  const { label, hasOwnWords = false, look = 'plain', size = 'usual', isDisabled = false } = props;
  const { isTabStop = true, shortcut, placement = 'bottom end', onOpenChange } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpened, setOpened] = useState<'by-pointer' | 'by-keys' | null>(null);
  const isOpen = props.isOpen ?? isOpened !== null;
  const change = (by: typeof isOpened): void => {
    setOpened(by);
    onOpenChange?.(by !== null);
  };
  const open = (by: NonNullable<typeof isOpened>): void => {
    // Where the menu gives the focus back to; not every browser gives it to a button that is clicked.
    trigger.current?.focus({ preventScroll: true });
    change(by);
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={props.className ?? button.button}
        data-look={look}
        data-size={size}
        data-disabled={isDisabled || undefined}
        disabled={isDisabled}
        aria-label={hasOwnWords ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-keyshortcuts={shortcut}
        tabIndex={isTabStop ? undefined : -1}
        onClick={(event) => open(event.detail === 0 ? 'by-keys' : 'by-pointer')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open('by-keys');
        }}
      >
        {props.children}
      </button>
      {isOpen && (
        <Suspense>
          <OpenMenu
            trigger={trigger}
            label={label}
            sections={props.sections()}
            placement={placement}
            isFirstFocused={isOpened !== 'by-pointer'}
            none={props.none}
            onClose={() => change(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What can be done with a row, behind three dots. */
export function RowMenu(props: { readonly label: string; readonly actions: readonly MenuAction[] }) {
  const { label, actions } = props;
  return (
    <MenuButton label={label} className={style.button} sections={() => [{ actions }]}>
      <MoreHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
    </MenuButton>
  );
}
