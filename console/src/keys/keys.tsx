import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { type DataRouter, useHref, useLocation } from 'react-router';

/** A key of the console: `j`, `?`, `Escape`, `mod+k` (⌘ on Apple's, Ctrl elsewhere), or two after each other: `g t`. */
export type Key = string;

/** What a key does, in the words of the list that `?` shows. */
export type Binding = {
  readonly key: Key;
  readonly does: string;
  readonly act: (event: KeyboardEvent) => void;
};

type Registry = {
  /** What acts at this moment, the newest first. */
  readonly listBindings: () => readonly Binding[];
  readonly register: (owner: object, bindings: readonly Binding[]) => void;
  readonly forget: (owner: object) => void;
  readonly singleKeysOff: boolean;
  readonly turnSingleKeys: (off: boolean) => void;
  /** Letters that wait for a screen act now, if it is the one at this path. */
  readonly screenIsThere: (path: string) => void;
};

/** Where the console goes, as far as keys ask. */
type Goes = Pick<DataRouter, 'state'>;

const KeysContext = createContext<Registry | null>(null);
const SINGLE_KEYS_OFF = 'ekiden.single-keys-off';
const SEQUENCE_MS = 1_000;
/** How long a letter waits for the screen that it is meant for. */
const HELD_MS = 3_000;
/** What a field for text does by itself. */
const OF_TEXT: ReadonlySet<Key> = new Set([
  ...['mod+z', 'mod+shift+z', 'mod+y'],
  ...['mod+a', 'mod+c', 'mod+x', 'mod+v'],
]);
export const IS_APPLE = /mac|iphone|ipad/i.test(navigator.platform);

/**
 * The one listener for keys. The newest owner of a key is asked first, so that a dialog goes before its page.
 *
 * @param router whose screens keys act on; one that is on its way gets the letters that are pressed meanwhile
 */
export function Keys({ router, children }: { readonly router?: Goes; readonly children: ReactNode }) {
  const [owners] = useState(() => new Map<object, readonly Binding[]>());
  const [held] = useState(() => createHeld(router));
  const [singleKeysOff, setSingleKeysOff] = useState(() => localStorage.getItem(SINGLE_KEYS_OFF) === 'yes');
  const registry = useMemo<Registry>(
    () => ({
      listBindings: () => [...owners.values()].toReversed().flat(),
      register: (owner, bindings) => void owners.set(owner, bindings),
      forget: (owner) => void owners.delete(owner),
      singleKeysOff,
      turnSingleKeys: (off) => {
        localStorage.setItem(SINGLE_KEYS_OFF, off ? 'yes' : 'no');
        setSingleKeysOff(off);
      },
      screenIsThere: held.release,
    }),
    [owners, singleKeysOff, held],
  );
  useListener(registry, held);
  return <KeysContext value={registry}>{children}</KeysContext>;
}

/** Letters that were pressed while the screen they are meant for was on its way: the one before does not take them. */
function createHeld(router: Goes | undefined) {
  let drawn: string | undefined;
  let events: KeyboardEvent[] = [];
  let hear: (event: KeyboardEvent) => void = () => undefined;
  // What stands behind the question mark changes the screen that is there: its keys go on acting.
  const isUnderWay = (): boolean =>
    router !== undefined && (router.state.navigation.location ?? router.state.location).pathname !== drawn;
  return {
    /** Says whether this one waits. */
    holds(event: KeyboardEvent): boolean {
      // Space presses what has the focus.
      const isMeant = event.key !== ' ' && isLetter(nameOf(event)) && !isTyping(event.target);
      if (!isMeant || !isUnderWay()) return false;
      events.push(event);
      return true;
    },
    release(path: string): void {
      drawn = path;
      if (isUnderWay()) return;
      const recent = events.filter(({ timeStamp }) => performance.now() - timeStamp < HELD_MS);
      events = [];
      for (const event of recent) {
        // What follows was meant for the field that has the focus by now, too early.
        if (isTyping(document.activeElement)) return;
        hear(event);
      }
    },
    onRelease(listener: (event: KeyboardEvent) => void): void {
      hear = listener;
    },
  };
}

function useListener(registry: Registry, held: ReturnType<typeof createHeld>): void {
  const press = useEffectEvent((event: KeyboardEvent, before: string) => {
    const pressed = nameOf(event);
    if (pressed === null || event.defaultPrevented) return '';
    const isSingle = isLetter(pressed);
    if (isSingle && (registry.singleKeysOff || isTyping(event.target))) return '';
    if (!isSingle && !pressed.startsWith('mod+') && isTyping(event.target) && pressed !== 'Escape') return '';
    if (OF_TEXT.has(pressed) && holdsText(event)) return '';
    const bindings = registry.listBindings();
    const wanted = before === '' ? [pressed] : [`${before} ${pressed}`, pressed];
    const binding = wanted
      .map((key) => bindings.find((one) => one.key === key))
      .find((found) => found !== undefined);
    if (binding !== undefined) {
      event.preventDefault();
      binding.act(event);
      return '';
    }
    return bindings.some(({ key }) => key.startsWith(`${pressed} `)) ? pressed : '';
  });
  useEffect(() => {
    let before = '';
    let since = 0;
    const hear = (event: KeyboardEvent): void => {
      if (event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      if (held.holds(event)) return;
      before = press(event, event.timeStamp - since < SEQUENCE_MS ? before : '');
      since = event.timeStamp;
    };
    held.onRelease(hear);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [held]);
}

const isLetter = (name: string | null): boolean => name?.length === 1;

/** `mod+shift+z`, `alt+ArrowLeft`, `j`; of a letter without ⌘ or Alt the shift is in the letter. */
function nameOf({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string | null {
  const mod = IS_APPLE ? metaKey : ctrlKey;
  if ((metaKey || ctrlKey) && !mod) return null;
  const isCharacter = key.length === 1;
  const name = isCharacter ? key.toLowerCase() : key;
  const shift = shiftKey && (mod || altKey || !isCharacter);
  return [mod && 'mod', altKey && 'alt', shift && 'shift', name].filter(Boolean).join('+');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}

/** Whether the browser itself undoes, copies and selects what is pressed there: in a list to choose from it does not. */
const holdsText = (event: KeyboardEvent): boolean =>
  isTyping(event.target) && !(event.target instanceof HTMLSelectElement);

function useRegistry(): Registry {
  const registry = useContext(KeysContext);
  if (registry === null) throw new Error('keys are used outside Keys');
  return registry;
}

/** Binds keys while the component is shown. */
export function useKeys(bindings: readonly Binding[]): void {
  const { register, forget } = useRegistry();
  const [owner] = useState(() => ({}));
  // At every drawing, since what the keys do holds on to what is drawn.
  useEffect(() => register(owner, bindings));
  useEffect(() => () => forget(owner), [forget, owner]);
}

/** Of what stands around every screen: letters that were pressed on the way to this one act once it is drawn. */
export function useScreenIsThere(): void {
  const { screenIsThere } = useRegistry();
  // With what the console's addresses begin with, as the router has it.
  const path = useHref(useLocation().pathname);
  // What a screen binds is bound before: effects of what is within come first.
  useEffect(() => screenIsThere(path), [screenIsThere, path]);
}

/** Whether keys of one letter act (WCAG 2.1.4), and the list of all that act now. */
export function useKeyList(): Pick<Registry, 'listBindings' | 'singleKeysOff' | 'turnSingleKeys'> {
  return useRegistry();
}

/** How a key is written on a button: ⌘K. */
export function writeKey(key: Key): string {
  const SIGNS: Readonly<Record<string, string>> = {
    mod: IS_APPLE ? '⌘' : 'Ctrl+',
    alt: IS_APPLE ? '⌥' : 'Alt+',
    shift: IS_APPLE ? '⇧' : 'Shift+',
    Escape: 'Esc',
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Delete: 'Del',
  };
  return key
    .split(' ')
    .map((step) =>
      step
        .split('+')
        .map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part))
        .join(''),
    )
    .join(' ');
}
