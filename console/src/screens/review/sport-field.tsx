import { useId } from 'react';
import { type Sport, SportOptions } from '../../own/sports.tsx';
import { useSay } from '../../say.tsx';
import style from './review.module.css';

/** Chooses a sport; the browser's own list, which is searched by typing and works on every phone. */
export function SportField(props: { readonly value: Sport; readonly onChange: (sport: Sport) => void }) {
  const { value, onChange } = props;
  const say = useSay();
  const id = useId();
  return (
    <div className={style.selectField}>
      <label htmlFor={id}>{say('sports.label')}</label>
      <select
        id={id}
        className={style.select}
        value={value}
        onChange={({ target }) => onChange(target.value as Sport)}
      >
        <SportOptions />
      </select>
    </div>
  );
}
