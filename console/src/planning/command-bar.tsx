import { KeyHint } from '../parts/key-hint.tsx';
import { useSay } from '../say.tsx';
import style from './command-bar.module.css';
import type { Command } from './use-commands.ts';

const SHOWN = [
  ...['Enter', 'mod+c', 'mod+x', 'mod+v', 'alt+ArrowLeft', 'alt+ArrowRight', 'w', 'n', 'd', 'c', 'Delete'],
];

/** What the keys do, as buttons for the pointer. */
export function CommandBar(props: { readonly commands: readonly Command[]; readonly onType: () => void }) {
  const say = useSay();
  return (
    <div className={style.commands} role="toolbar" aria-label={say('calendar.more')}>
      {SHOWN.flatMap((key) => {
        const command = props.commands.find((one) => one.key === key);
        return command === undefined
          ? []
          : [
              <button
                key={key}
                type="button"
                className={style.command}
                title={command.does}
                // The cell keeps the focus, so that the next key acts on it.
                onMouseDown={(event) => event.preventDefault()}
                onClick={key === 'Enter' ? props.onType : command.act}
              >
                <KeyHint of={key} /> {command.does}
              </button>,
            ];
      })}
    </div>
  );
}
