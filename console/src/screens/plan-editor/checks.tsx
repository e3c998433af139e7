import { Check, TriangleAlert } from 'lucide-react';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Said as Phrase, useSay } from '../../say.tsx';
import style from './plan-editor.module.css';
import type { Draft, Finding } from './plan-state.ts';

/** What was checked of the weeks, each judgement with the numbers that it rests on, and whether the plan is advised at all. */
export function Checks(props: {
  readonly draft: Draft;
  readonly name: string | null;
  /** Whether all weeks are there. */
  readonly isWhole: boolean;
  readonly onGoTo: (week: number, date: string | null) => void;
}) {
  const { draft, name, isWhole, onGoTo } = props;
  const say = useSay();
  const format = useFormat();
  const { said, weeks } = draft;
  const runs = Object.values(weeks).flatMap(({ workouts }) =>
    workouts.filter(({ workout_type }) => workout_type !== 'race'),
  );
  const longest_m = Math.max(0, ...runs.map(({ distance_m = 0 }) => distance_m));
  const warnings = said.findings.length;
  return (
    <section className={style.checks} aria-label={say('plan-editor.checks')}>
      <ul className={style.checked}>
        {isWhole && <Checked>{say('plan-editor.checks.sums')}</Checked>}
        {said.paces_from !== null && (
          <Checked>
            {name === null
              ? say(`plan-editor.paces.${said.paces_from}`)
              : say('plan-editor.paces.of', { name, from: say(`plan-editor.paces.${said.paces_from}`) })}
          </Checked>
        )}
        {isWhole && warnings === 0 && <Checked>{say('plan-editor.checks.rules')}</Checked>}
        {longest_m > 0 && (
          <li className={style.longest}>
            {say('plan-editor.checks.longest', {
              distance: format.distance(Math.round(longest_m / 100) * 100),
            })}
          </li>
        )}
      </ul>
      {said.readiness !== null && <Readiness readiness={said.readiness} />}
      {warnings > 0 && (
        <ul className={style.findings} aria-label={say('plan-editor.findings')}>
          {said.findings.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no other name, and come anew all at once
            <FindingRow key={index} finding={finding} onGoTo={onGoTo} />
          ))}
        </ul>
      )}
      {said.adjusted_weeks.map(({ week_number, reason }) => (
        <p key={week_number} className="small second">
          {say(`plan-editor.adjusted.${reason}`, { week: week_number })}
        </p>
      ))}
    </section>
  );
}

function Checked({ children }: { readonly children: string }) {
  return (
    <li>
      <Check size={15} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </li>
  );
}

function FindingRow(props: {
  readonly finding: Finding;
  readonly onGoTo: (week: number, date: string | null) => void;
}) {
  const { finding, onGoTo } = props;
  const say = useSay();
  const { week, date, text, source } = finding;
  return (
    <li className={style.finding}>
      <TriangleAlert size={15} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {text}
        {source !== '' && <span className="third"> ({source})</span>}
      </span>
      {week !== undefined && (
        <Button look="quiet" size="small" onPress={() => onGoTo(week, date ?? null)}>
          {say('plan-editor.week', { number: week })}
        </Button>
      )}
    </li>
  );
}

function Readiness({ readiness }: { readonly readiness: NonNullable<Draft['said']['readiness']> }) {
  const say = useSay();
  const format = useFormat();
  const { level, reasons, earliest_date, nearest_event } = readiness;
  return (
    <div className="small">
      <p>
        {level === 'ready' ? (
          say('plan-editor.readiness.ready')
        ) : (
          <Phrase text={`plan-editor.readiness.${level}`} />
        )}
        {earliest_date !== null &&
          ` ${say('plan-editor.readiness.earliest', { day: format.day(earliest_date, 'year') })}`}
        {nearest_event !== null &&
          ` ${say('plan-editor.readiness.nearest', { event: say(`plan-editor.event.${nearest_event}`) })}`}
      </p>
      {reasons.length > 0 && (
        <ul className="second">
          {reasons.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
