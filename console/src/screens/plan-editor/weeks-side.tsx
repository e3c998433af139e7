import { useMemo } from 'react';
import { useSay } from '../../say.tsx';
import { Checks } from './checks.tsx';
import style from './plan-editor.module.css';
import { isStreamed, isWhole } from './plan-state.ts';
import type { Bench } from './use-bench.ts';
import type { Editing } from './use-editing.ts';
import { WeekList } from './weeks.tsx';

/** The weeks of the draft as they come, and what was checked of them. */
export function WeeksSide(props: {
  readonly editing: Editing;
  readonly bench: Bench;
  readonly name: string | null;
}) {
  const { editing, bench, name } = props;
  const say = useSay();
  const { draft, task, isRunning } = editing;
  const { findings } = draft.said;
  const marked = useMemo(() => new Set(findings.flatMap(({ date }) => date ?? [])), [findings]);
  const { hasWeeks, here } = bench;
  return (
    <section className={style.right} aria-label={say('plan-editor.weeks')}>
      <WeeksCaption editing={editing} />
      <div className={style.scroller}>
        {!hasWeeks && !isRunning && <p className={`second ${style.noWeeks}`}>{say('plan-editor.noWeeks')}</p>}
        <WeekList
          weeks={bench.weeks}
          count={bench.count}
          days={bench.days}
          task={task}
          active={{ week: here?.week ?? null, date: here?.date ?? null }}
          marked={marked}
          mayBeAnew={bench.mayMake}
          onChoose={bench.goToDay}
          onAnew={editing.makeWeekAnew}
        />
      </div>
      {hasWeeks && <Checks draft={draft} name={name} isWhole={isWhole(draft)} onGoTo={bench.goToDay} />}
    </section>
  );
}

function WeeksCaption({ editing }: { readonly editing: Editing }) {
  const say = useSay();
  const { draft, task } = editing;
  const sessions = Object.values(draft.weeks).reduce((sum, { workouts }) => sum + workouts.length, 0);
  return (
    <div className={style.caption}>
      <h2>{say('plan-editor.weeks')}</h2>
      {isStreamed(task) ? (
        <>
          <span className="small third">
            {task.isLost
              ? say('plan-editor.lost')
              : task.what === 'plan' && task.total !== null
                ? say('plan-editor.progress', { count: task.count, total: task.total })
                : task.message}
          </span>
          <progress
            className={style.bar}
            max={100}
            value={task.progress}
            aria-label={say('plan-editor.progressBar')}
          />
        </>
      ) : (
        sessions > 0 && (
          <span className="small third">
            {isWhole(draft)
              ? say('plan-editor.sessions', { count: sessions })
              : draft.text_of_weeks === null
                ? say('plan-editor.notAll')
                : say('plan-editor.changedSince')}
          </span>
        )
      )}
      {draft.said.engine !== null && draft.said.engine !== 'rules' && (
        <span className={`small third ${style.engine}`}>
          {say('plan-editor.engine', { engine: draft.said.engine })}
        </span>
      )}
    </div>
  );
}
