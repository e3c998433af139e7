import { useEffect, useRef, useState } from 'react';
import { useSay } from '../../say.tsx';
import { isStreamed, isWhole } from './plan-state.ts';
import type { Editing } from './use-editing.ts';

const SAID_EVERY_MS = 5_000;

/** Weeks are announced as they come, at most one every five seconds, and the end; single sessions are not. */
export function Announced({ editing }: { readonly editing: Editing }) {
  const say = useSay();
  const { task, draft, state } = editing;
  const [shown, setShown] = useState('');
  const last = useRef(0);
  const ready = isStreamed(task) ? Object.values(task.coming).filter(({ info }) => info !== null).length : 0;
  const said = isStreamed(task)
    ? task.what === 'draft'
      ? say('plan-editor.writingDraft')
      : ready === 0
        ? ''
        : say('plan-editor.said.week', { number: ready })
    : state.refusal !== null
      ? ''
      : isWhole(draft)
        ? say('plan-editor.said.all', { count: Object.keys(draft.weeks).length })
        : '';
  useEffect(() => {
    if (said === '') return;
    const wait_ms = Math.max(0, last.current + SAID_EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setShown(said);
    }, wait_ms);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p className="spoken" role="status">
      {shown}
    </p>
  );
}
