import { type ReactNode, useEffect, useRef } from 'react';
import style from './page-head.module.css';

/** The head of a screen: its title, which also names the tab, what stands beside it, and its actions at the end. */
export function PageHead(props: {
  readonly title: string;
  readonly before?: ReactNode;
  readonly beside?: ReactNode;
  /** A line above the title: whose it is, and when. */
  readonly above?: ReactNode;
  /** A line below the title: what one should know of whom or what it names. */
  readonly below?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { title, before, beside, above, below, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Ekiden`;
  }, [title]);
  // Whoever comes by a link or a key is at the beginning of the page, also with a screen reader.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) heading.current?.focus();
  }, []);
  return (
    <header className={style.head}>
      {before}
      <div className={style.titles}>
        {above !== undefined && <p className={`third ${style.above}`}>{above}</p>}
        <h1 ref={heading} tabIndex={-1} className={style.title}>
          {title}
        </h1>
        {below}
      </div>
      {beside !== undefined && <span className={`third ${style.beside}`}>{beside}</span>}
      <div className={style.actions}>{children}</div>
    </header>
  );
}
