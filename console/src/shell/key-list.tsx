import { useKeyList, writeKey } from '../keys/keys.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../say.tsx';
import style from './key-list.module.css';

/** What `?` shows: every key that acts on this page, and a switch for those of one letter. */
export function KeyList({ close }: { readonly close: () => void }) {
  const say = useSay();
  const { listBindings, singleKeysOff, turnSingleKeys } = useKeyList();
  const unique = [...new Map(listBindings().map((one) => [one.key, one])).values()];
  return (
    <Dialog title={say('shell.keys.title')} isOpen onClose={close}>
      <dl className={style.list}>
        {unique.map(({ key, does }) => (
          <div key={key} className={style.row}>
            <dt>
              <kbd>{writeKey(key)}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={style.switch}>
        <input
          type="checkbox"
          checked={!singleKeysOff}
          onChange={({ target }) => turnSingleKeys(!target.checked)}
        />
        {say('shell.keys.single')}
      </label>
    </Dialog>
  );
}
