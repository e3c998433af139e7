import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useSay } from '../say.tsx';
import { Button } from './button.tsx';
import style from './copy-text.module.css';

/** A text to take along, such as a secret or an address, and a button that copies it. */
export function CopyText(props: {
  readonly text: string;
  readonly label: string;
  /** Whether the text is marked at once, where it came in the place of what one was at. */
  readonly isFocused?: boolean;
}) {
  const { text, label, isFocused = false } = props;
  const say = useSay();
  const [state, setState] = useState<'shown' | 'copied' | 'refused'>('shown');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Without https there is no clipboard: the text is there to be marked by hand.
      setState('refused');
    }
  };
  return (
    <div className={style.row}>
      {/* A field, so that it can be reached, read and marked by keyboard. */}
      <input
        // biome-ignore lint/a11y/noAutofocus: only where the caller says so
        autoFocus={isFocused}
        className={style.text}
        readOnly
        value={text}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <Button look="main" onPress={() => void copy()}>
        {state === 'copied' ? (
          <Check size={16} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
        )}
        {state === 'copied' ? say('shell.copied') : say('shell.copy')}
      </Button>
      <p className="spoken" role="status">
        {state === 'copied' ? say('shell.copied') : ''}
      </p>
      {state === 'refused' && <p className={`small second ${style.refused}`}>{say('shell.copy.refused')}</p>}
    </div>
  );
}
