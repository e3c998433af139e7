import { Check, CloudOff, TriangleAlert } from 'lucide-react';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import type { Keeping } from './kept-draft.ts';
import style from './plan-editor.module.css';
import type { Editing } from './use-editing.ts';

/** Where the draft is kept, and since when. */
export function KeptLine({ keeping }: { readonly keeping: Keeping }) {
  const say = useSay();
  const format = useFormat();
  if (keeping.state === 'kept') {
    const time = format.time(keeping.at);
    const isThere = keeping.where === 'server';
    const Icon = isThere ? Check : CloudOff;
    return (
      <span className={`small second ${style.kept}`}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {isThere ? say('plan-editor.kept', { time }) : say('plan-editor.keptHere', { time })}
      </span>
    );
  }
  if (keeping.state !== 'refused') return null;
  return (
    <span className={`small ${style.kept}`}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      {say('plan-editor.notKept', { why: reasonOf(keeping.error, say) })}
    </span>
  );
}

/** Two have changed the draft: which of both stays is the coach's to say, and nothing is lost until then. */
export function Conflict({ keeping }: { readonly keeping: Editing['keeping'] }) {
  const say = useSay();
  const format = useFormat();
  if (keeping.keeping.state !== 'conflict') return null;
  const { current } = keeping.keeping;
  return (
    <div className={style.conflict} role="alert">
      <p>{say('plan-editor.conflict', { time: format.time(current.updated_at) })}</p>
      <Button size="small" onPress={() => keeping.takeOther(current)}>
        {say('plan-editor.conflict.theirs')}
      </Button>
      <Button size="small" onPress={() => void keeping.keepMine(current)}>
        {say('plan-editor.conflict.mine')}
      </Button>
    </div>
  );
}
