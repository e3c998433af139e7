import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import style from './plan.module.css';
import type { Finding } from './plan-changes.ts';

/** What training judgement says of the plan as it was just changed. The coach decides. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const say = useSay();
  const format = useFormat();
  if (findings.length === 0) return null;
  return (
    <section role="status">
      <h2>{say('plans.findings')}</h2>
      <ul className={style.findings}>
        {findings.map(({ code, week, date, text }) => (
          <li key={`${code} ${week} ${date}`}>
            {date !== undefined ? (
              <b>{format.day(date, 'dated')} </b>
            ) : (
              week !== undefined && <b>{say('plans.week', { week })} </b>
            )}
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
