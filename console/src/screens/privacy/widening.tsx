import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { Said, useSay } from '../../say.tsx';
import { AUDIENCES, type RowName, rowsOf, type SeeingAudience, viewFor } from './seen-rows.ts';
import type { Setting } from './switches.ts';
import { type Proposal, usePreview } from './use-preview.ts';

/** Says before something is opened what others will see from then on. */
export function Widening(props: {
  readonly setting: Setting | null;
  readonly now: Proposal;
  readonly then: Proposal;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const { setting, now, then, onOpen, onClose } = props;
  const say = useSay();
  return (
    <Dialog
      title={setting === null ? '' : say('privacy.widen.title', { what: say(`privacy.switch.${setting}`) })}
      isOpen={setting !== null}
      onClose={onClose}
    >
      {setting !== null && (
        <>
          <WillSee setting={setting} now={now} then={then} />
          <DialogButtons>
            <Button look="quiet" onPress={onClose}>
              {say('shell.cancel')}
            </Button>
            <Button look="main" autoFocus onPress={onOpen}>
              {say('privacy.widen.open')}
            </Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  );
}

function WillSee(props: { readonly setting: Setting; readonly now: Proposal; readonly then: Proposal }) {
  const { setting, now, then } = props;
  const say = useSay();
  const format = useFormat();
  const [before, after] = [usePreview(now), usePreview(then)];
  if (before.isError || after.isError)
    return <Failure error={before.error ?? after.error} what={say('privacy.seen.failed')} />;
  if (before.data === undefined || after.data === undefined || after.isPlaceholderData)
    return <Waiting rows={3} height={28} />;
  const words = { say, format };
  const opened = (audience: SeeingAudience): readonly RowName[] => {
    const hidden = viewFor(before.data.views, audience, now.org_id);
    const shown = viewFor(after.data.views, audience, now.org_id);
    if (hidden === undefined || shown === undefined) return [];
    const isHidden = new Set(
      rowsOf(hidden, words)
        .filter(({ causes }) => causes !== null)
        .map(({ name }) => name),
    );
    return rowsOf(shown, words)
      .filter(({ name, causes }) => causes === null && isHidden.has(name))
      .map(({ name }) => name);
  };
  const gains = AUDIENCES.map((audience) => ({ audience, names: opened(audience) })).filter(
    ({ names }) => names.length > 0,
  );
  return (
    <div style={{ display: 'grid', gap: '0.5rem' }} className="second">
      {gains.length === 0 && (
        <>
          <p>{say(`privacy.with.${setting}`)}</p>
          <p>{say('privacy.widen.nothing')}</p>
        </>
      )}
      <ul style={{ display: 'grid', gap: '0.5rem' }}>
        {gains.map(({ audience, names }) => (
          <li key={audience}>
            <Said
              text="privacy.widen.sees"
              values={{
                who: say(`privacy.audience.${audience}`),
                what: format.list(names.map((name) => say(`privacy.row.${name}`))),
              }}
            />
          </li>
        ))}
      </ul>
      <p>{say('privacy.widen.old')}</p>
    </div>
  );
}
