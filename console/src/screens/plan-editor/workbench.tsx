import { Square } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useSay } from '../../say.tsx';
import { Announced } from './announced.tsx';
import { ChangeAsked } from './change-asked.tsx';
import { DraftSide } from './draft-side.tsx';
import { Conflict, KeptLine } from './kept-line.tsx';
import style from './plan-editor.module.css';
import { isWhole } from './plan-state.ts';
import { SaveDialog } from './save-dialog.tsx';
import { useAthleteName } from './use-athlete-name.ts';
import { type Bench, useBench } from './use-bench.ts';
import type { Editing } from './use-editing.ts';
import { WeeksSide } from './weeks-side.tsx';

type Open = 'save' | 'form' | null;

/** The draft as text and its weeks beside it; on a narrow screen one of both. */
export function Workbench({ editing }: { readonly editing: Editing }) {
  const say = useSay();
  const { draft, keeping } = editing;
  const bench = useBench(editing);
  const { isWide, side, setSide } = bench;
  const [open, setOpen] = useState<Open>(null);
  const name = useAthleteName(draft.athlete);
  useBenchKeys(editing, bench, open !== null);
  return (
    <>
      <Head editing={editing} bench={bench} name={name} setOpen={setOpen} />
      <Conflict keeping={keeping} />
      {open === 'form' && <ChangeAsked editing={editing} name={name} onClose={() => setOpen(null)} />}
      {!isWide && open !== 'form' && (
        <div className={style.tabs}>
          <Choice
            label={say('plan-editor.sides')}
            options={[
              { value: 'draft', label: say('plan-editor.draft') },
              { value: 'weeks', label: say('plan-editor.weeks') },
            ]}
            value={side}
            onChange={setSide}
          />
        </div>
      )}
      {open !== 'form' && (
        <div className={style.split}>
          {(isWide || side === 'draft') && (
            <DraftSide editing={editing} bench={bench} onForm={() => setOpen('form')} />
          )}
          {(isWide || side === 'weeks') && <WeeksSide editing={editing} bench={bench} name={name} />}
        </div>
      )}
      <Announced editing={editing} />
      <p className="spoken" role="status">
        {bench.moved}
      </p>
      {open === 'save' && (
        <SaveDialog
          draft={draft}
          name={name}
          goal={draft.said.goal ?? editing.request.goal ?? null}
          onClose={() => setOpen(null)}
          onSaved={keeping.forget}
        />
      )}
    </>
  );
}

function useBenchKeys(editing: Editing, { here, mayMake, move }: Bench, isDialogOpen: boolean): void {
  const say = useSay();
  const { isRunning, keeping, undo, stop } = editing;
  const week = here?.week ?? null;
  const keys = [
    { key: 'mod+Enter', does: say('plan-editor.makeWeeks'), act: () => mayMake && editing.makeWeeks() },
    {
      key: 'mod+shift+Enter',
      does: say('plan-editor.anewHere'),
      act: () => mayMake && week !== null && editing.makeWeekAnew(week),
    },
    { key: 'mod+s', does: say('plan-editor.keep'), act: () => void keeping.keepNow() },
    { key: 'alt+ArrowUp', does: say('plan-editor.earlier'), act: () => move(-1) },
    { key: 'alt+ArrowDown', does: say('plan-editor.later'), act: () => move(1) },
    { key: 'mod+z', does: say('shell.keys.undo'), act: () => undo(-1) },
    { key: 'mod+shift+z', does: say('plan-editor.redo'), act: () => undo(1) },
    ...(isRunning ? [{ key: 'Escape', does: say('plan-editor.stop'), act: stop }] : []),
  ];
  useKeys(isDialogOpen ? [] : keys);
}

function Head(props: {
  readonly editing: Editing;
  readonly bench: Bench;
  readonly name: string | null;
  readonly setOpen: (open: Open) => void;
}) {
  const { editing, bench, name, setOpen } = props;
  const say = useSay();
  const format = useFormat();
  const { draft, keeping, isRunning, stop } = editing;
  const about = { weeks: bench.count, day: format.day(draft.form.start_date, 'short') };
  const isSaveable = isWhole(draft) && !isRunning;
  return (
    <PageHead
      title={draft.title === '' ? say('plan-editor.new') : draft.title}
      above={name === null ? say('plan-editor.about', about) : say('plan-editor.aboutOf', { ...about, name })}
    >
      <KeptLine keeping={keeping.keeping} />
      <Button look="quiet" onPress={() => setOpen('form')}>
        {say('plan-editor.change')}
      </Button>
      {isRunning ? (
        <Button onPress={stop}>
          <Square size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('plan-editor.stop')} <KeyHint of="Escape" />
        </Button>
      ) : (
        <Button
          isDisabled={!bench.mayMake}
          look={isSaveable ? 'plain' : 'main'}
          onPress={() => editing.makeWeeks()}
        >
          {say('plan-editor.makeWeeks')} <KeyHint of="mod+Enter" />
        </Button>
      )}
      <Button
        look={isSaveable ? 'main' : 'plain'}
        isDisabled={!isSaveable || !bench.isOnline}
        onPress={() => setOpen('save')}
      >
        {say('plan-editor.savePlan')}
      </Button>
    </PageHead>
  );
}
