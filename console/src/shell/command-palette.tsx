import { useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRosterNames } from '../client/roster-names.ts';
import { fold } from '../fold.ts';
import { useKeyList, writeKey } from '../keys/keys.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../say.tsx';
import style from './command-palette.module.css';
import type { Place } from './places.ts';
import { useRole } from './role.ts';

type Command = {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly act: () => void;
};
const SHOWN = 12;

/** `⌘K`: goes to a place or an athlete, or does what a key does. Typing narrows; Enter takes the marked one. */
export function CommandPalette(props: { readonly places: readonly Place[]; readonly close: () => void }) {
  const say = useSay();
  return (
    <Dialog title={say('shell.palette.open')} isOpen onClose={props.close}>
      <Commands {...props} />
    </Dialog>
  );
}

function Commands({ places, close }: { readonly places: readonly Place[]; readonly close: () => void }) {
  const say = useSay();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const commands = useCommands(places, typed);
  const current = commands[Math.min(marked, commands.length - 1)];
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    command.act();
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it
        autoFocus
        className={style.input}
        role="combobox"
        aria-label={say('shell.palette.open')}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={current === undefined ? undefined : `${list}-${current.id}`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMarked(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            setMarked((before) => Math.max(0, Math.min(commands.length - 1, before + step)));
          }
          if (event.key === 'Enter') run(current);
        }}
      />
      {/* The field keeps the focus, and says which option is marked. */}
      <div id={list} role="listbox" aria-label={say('shell.palette.open')} className={style.list}>
        {commands.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
          <div
            key={command.id}
            id={`${list}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === current}
            className={style.option}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            <span className="third">{command.hint}</span>
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className="second">{say('shell.palette.none', { typed })}</p>}
    </>
  );
}

function useCommands(places: readonly Place[], typed: string): readonly Command[] {
  const say = useSay();
  const navigate = useNavigate();
  const { listBindings } = useKeyList();
  const { coaches } = useRole();
  const { athletes } = useRosterNames(coaches?.org_id ?? null);
  return useMemo(() => {
    const wanted = fold(typed);
    const all: Command[] = [
      ...places.map(({ name, path, key }) => ({
        id: `go-${key}`,
        label: say(name),
        hint: writeKey(`g ${key}`),
        act: () => void navigate(path),
      })),
      ...athletes.map(({ user_id, name }) => ({
        id: user_id,
        label: name,
        hint: say('shell.palette.athlete'),
        act: () => void navigate(`/o/${coaches?.org_id}/athletes/${user_id}/overview`),
      })),
      ...listBindings()
        .filter(({ key }) => !key.startsWith('g ') && key !== 'mod+k')
        .map(({ key, does, act }) => ({
          id: `do-${key.replaceAll(/\W/g, '_')}`,
          label: does,
          hint: writeKey(key),
          act: () => act(new KeyboardEvent('keydown')),
        })),
    ];
    return all.filter(({ label }) => fold(label).includes(wanted)).slice(0, SHOWN);
  }, [typed, places, athletes, listBindings, coaches, navigate, say]);
}
