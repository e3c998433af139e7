import { Fragment } from 'react';
import { Link } from 'react-router';
import { Said, useLanguage, useSay } from '../../say.tsx';
import style from './triage.module.css';
import type { Athlete } from './use-triage.ts';

const NAMED = 12;

/** Those who need nothing, in a sentence. */
export function Calm(props: {
  readonly section: 'well' | 'private';
  readonly athletes: readonly Athlete[];
  /** How many there are; null where nobody knows before the end of the list. */
  readonly count: number | null;
  readonly pathOf: (user_id: string) => string;
}) {
  const { section, athletes, count, pathOf } = props;
  const say = useSay();
  const heading = `triage-${section}`;
  const tags = { names: <Names athletes={athletes} count={count} pathOf={pathOf} /> };
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={style.heading}>
        {say(`triage.section.${section}`)} <span className="third">{count}</span>
      </h2>
      <p className={`small second ${style.calm}`}>
        {section === 'well' ? (
          <Said text="triage.well" tags={tags} />
        ) : (
          <Said text="triage.private" values={{ count: count ?? athletes.length }} tags={tags} />
        )}
      </p>
    </section>
  );
}

/** The first names as links, and how many others, with the words between that the language puts there. */
function Names({ athletes, count, pathOf }: Omit<Parameters<typeof Calm>[0], 'section'>) {
  const say = useSay();
  const language = useLanguage();
  const named = athletes.slice(0, NAMED);
  const others = count === null ? null : count - named.length;
  const last =
    others === null
      ? [say('triage.othersOpen')]
      : others > 0
        ? [say('triage.others', { count: others })]
        : [];
  const names = [...named.map(({ display_name }) => display_name), ...last];
  let index = -1;
  return new Intl.ListFormat(language, { type: 'conjunction' }).formatToParts(names).map((part, place) => {
    if (part.type === 'element') index += 1;
    const athlete = part.type === 'element' ? named[index] : undefined;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words between have no other name
      <Fragment key={place}>
        {athlete === undefined ? (
          part.value
        ) : (
          <Link className={style.named} to={pathOf(athlete.user_id)} dir="auto">
            {part.value}
          </Link>
        )}
      </Fragment>
    );
  });
}
