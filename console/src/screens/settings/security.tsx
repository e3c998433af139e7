import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Empty, Waiting } from '../../parts/states.tsx';
import { Said, useSay } from '../../say.tsx';
import { FormEnd, useForm } from './form.tsx';
import { type ApiKey, type MadeKey, useApiKeys, useKeyWrites, wordOf } from './keys-data.ts';
import { NewKey } from './new-key.tsx';
import { useNameOf, useOrganization, useWhen } from './organization.ts';
import { Part, PartFailure, ReadOnly, WriteButton } from './part.tsx';
import style from './security.module.css';
import settings from './settings.module.css';

/** Shown as about to end so many days before. */
const ENDING_DAYS = 14;

/** The keys with which programs read what athletes share: what each may, until when, and whether it is used. */
export function Screen() {
  const say = useSay();
  const { data: keys, isPending, error, refetch } = useApiKeys();
  const features = useOrganization().data?.features;
  const [isMaking, setMaking] = useState(false);
  /** Shown once: it is gone with this component, and is nowhere else. */
  const [made, setMade] = useState<MadeKey | null>(null);
  const [replacing, setReplacing] = useState<ApiKey | null>(null);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const mayMake = keys !== undefined && error === null;
  useKeys(mayMake ? [{ key: 'n', does: say('security.new'), act: () => setMaking(true) }] : []);
  return (
    <Part
      title={say('security.title')}
      lead={say('security.lead')}
      actions={
        mayMake && (
          <WriteButton onPress={() => setMaking(true)} isDisabled={isMaking}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('security.new')} <KeyHint of="n" />
          </WriteButton>
        )
      }
    >
      {mayMake && features?.includes('developer_api') === false && (
        <ReadOnly>{say('security.noDeveloperApi')}</ReadOnly>
      )}
      {made !== null && <Made made={made} onClose={() => setMade(null)} />}
      {isPending && <Waiting rows={4} height={56} />}
      {error !== null && (
        <PartFailure
          error={error}
          what={say('security.failed')}
          whose={say('settings.whose.leaders')}
          retry={() => void refetch()}
        />
      )}
      {keys?.length === 0 && error === null && !isMaking && <Empty>{say('security.empty')}</Empty>}
      {keys !== undefined && error === null && keys.length > 0 && (
        <Keys keys={keys} replace={setReplacing} confirm={setAsked} />
      )}
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      )}
      <Dialog
        title={say('security.replace.title', { name: replacing?.name ?? '' })}
        isOpen={replacing !== null}
        onClose={() => setReplacing(null)}
      >
        {replacing !== null && (
          <Replace apiKey={replacing} onClose={() => setReplacing(null)} onMade={setMade} />
        )}
      </Dialog>
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </Part>
  );
}

function Made({ made, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const say = useSay();
  return (
    <section className={settings.made} aria-label={say('security.secret', { name: made.name })}>
      <div className={settings.madeHead}>
        <p role="status">
          <Said text="security.made" values={{ name: made.name }} />
        </p>
        <Button look="quiet" size="small" aria-label={say('shell.close')} onPress={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      <CopyText text={made.secret} label={say('security.secret', { name: made.name })} isFocused />
    </section>
  );
}

function Keys(props: {
  readonly keys: readonly ApiKey[];
  readonly replace: (key: ApiKey) => void;
  readonly confirm: (asked: Confirmation) => void;
}) {
  const say = useSay();
  const { revoke } = useKeyWrites();
  const nameOf = useNameOf();
  const when = useWhen();
  return (
    <table className={`${settings.table} ${style.keys}`}>
      <thead>
        <tr>
          {(['key', 'scopes', 'made', 'ends', 'used'] as const).map((column) => (
            <th key={column}>{say(`security.column.${column}`)}</th>
          ))}
          <th>
            <span className="spoken">{say('settings.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.keys.map((key) => (
          <tr key={key.id}>
            <td>
              <span className="strong">{key.name}</span>
              <span className={`third small ${settings.below}`}>{key.prefix}…</span>
            </td>
            <td data-label={say('security.column.scopes')}>
              {wordsOf(key.scopes).map((word) => (
                <span key={word} className={settings.tag}>
                  {say(word)}
                </span>
              ))}
            </td>
            <td className="second" data-label={say('security.column.made')}>
              {when.day(key.created_at)}
              <span className={`third small ${settings.below}`}>{nameOf(key.created_by)}</span>
            </td>
            <td data-label={say('security.column.ends')}>
              <Ends apiKey={key} />
            </td>
            <td className="second" data-label={say('security.column.used')}>
              <Used apiKey={key} />
            </td>
            <td className={settings.actions}>
              {key.replaced_by === null && (
                <WriteButton
                  look="quiet"
                  size="small"
                  aria-label={say('security.replace.of', { name: key.name })}
                  onPress={() => props.replace(key)}
                >
                  {say('security.replace')}
                </WriteButton>
              )}
              <WriteButton
                look="quiet"
                size="small"
                aria-label={say('security.revoke.of', { name: key.name })}
                onPress={() =>
                  props.confirm({
                    title: say('security.revoke.title', { name: key.name }),
                    text: say('security.revoke.text'),
                    verb: say('security.revoke'),
                    typed: { label: say('settings.typeName', { name: key.name }), text: key.name },
                    act: () => revoke(key),
                  })
                }
              >
                {say('security.revoke')}
              </WriteButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Words for scopes: all of them are everything, and the old word for the first five stands for these. */
function wordsOf(scopes: ApiKey['scopes']) {
  if (scopes.includes('admin')) return ['security.everything'] as const;
  const named = scopes.flatMap((scope) =>
    scope === 'read'
      ? (['org:read', 'athletes:read', 'activities:read', 'plans:read', 'groups:read'] as const)
      : scope === 'admin'
        ? []
        : [scope],
  );
  return [...new Set(named)].map((scope) => `security.scope.${wordOf(scope)}` as const);
}

function Ends({ apiKey: { expires_at, replaced_by } }: { readonly apiKey: ApiKey }) {
  const say = useSay();
  const when = useWhen();
  if (expires_at === null) return <span className="second">{say('security.noEnd')}</span>;
  const days = when.daysTo(expires_at);
  const isSoon = days <= ENDING_DAYS;
  return (
    <>
      {isSoon ? <mark>{when.moment(expires_at)}</mark> : when.day(expires_at)}
      {(isSoon || replaced_by !== null) && (
        <span className={`third small ${settings.below}`}>
          {replaced_by === null ? say('security.inDays', { days }) : say('security.replaced')}
        </span>
      )}
    </>
  );
}

function Used({ apiKey: { last_used_at, unused_since } }: { readonly apiKey: ApiKey }) {
  const say = useSay();
  const when = useWhen();
  if (unused_since !== null) {
    const days = -when.daysTo(unused_since);
    return (
      <mark>
        {last_used_at === null ? say('security.neverInDays', { days }) : say('security.notForDays', { days })}
      </mark>
    );
  }
  return last_used_at === null ? say('security.never') : when.moment(last_used_at);
}

const OVERLAPS = ['day', 'hour', 'nothing'] as const;
type Overlap = (typeof OVERLAPS)[number];
const OVERLAP_S: Readonly<Record<Overlap, number>> = { day: 86_400, hour: 3_600, nothing: 0 };

function Replace(props: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}) {
  const { apiKey, onClose, onMade } = props;
  const say = useSay();
  const { replace } = useKeyWrites();
  const [overlap, setOverlap] = useState<Overlap>('day');
  const form = useForm(async () => {
    onMade(await replace(apiKey, OVERLAP_S[overlap]));
    onClose();
  });
  return (
    <form className={settings.dialogForm} onSubmit={form.submit}>
      <p className="second">{say('security.replace.text')}</p>
      <div className={settings.fieldset}>
        <span className={settings.legend}>{say('security.overlap')}</span>
        <Choice
          label={say('security.overlap')}
          value={overlap}
          onChange={setOverlap}
          options={OVERLAPS.map((value) => ({ value, label: say(`security.overlaps.${value}`) }))}
        />
        {overlap === 'nothing' && <p className="small second">{say('security.overlap.none')}</p>}
      </div>
      <FormEnd form={form} verb={say('security.replace')} onClose={onClose} />
    </form>
  );
}
