import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId, useRole } from '../../shell/role.ts';
import style from './evidence.module.css';

type Answer = Schemas['TriageLimitsAnswer']['data'];
type Name = keyof Answer['limits'];
type Changes = Schemas['SetTriageLimits'];

/** In the order of the reasons that they belong to. */
const NAMES: readonly Name[] = [
  'pain_level',
  'message_wait_hours',
  'key_sessions_missed',
  'long_run_jump_ratio',
  'load_ratio',
  'volume_above_share',
  'volume_below_share',
  'unavailable_share',
  'silent_days',
  'race_days',
];
/** Shown in percent. */
const isShare = (name: Name): boolean => name.endsWith('_share');

/** From where on something is a reason, for who coaches to see and for who leads the organization to change. */
export function LimitsDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const org_id = useOrgId();
  const { coaches } = useRole();
  const mayChange = coaches?.role === 'head_coach' || coaches?.role === 'admin';
  const limits = useQuery({
    queryKey: ['triage-limits', org_id],
    queryFn: () => ask(api.GET('/organizations/{org_id}/triage/limits', { params: { path: { org_id } } })),
  });
  return (
    <Dialog title={say('triage.limits.title')} isOpen onClose={onClose} wide>
      <p className="second">{mayChange ? say('triage.limits.text') : say('triage.limits.readOnly')}</p>
      {limits.isPending && <Waiting rows={NAMES.length} />}
      {limits.isError && (
        <Failure
          error={limits.error}
          what={say('triage.limits.failed')}
          retry={() => void limits.refetch()}
        />
      )}
      {limits.data !== undefined &&
        (mayChange ? (
          <Form answer={limits.data.data} onClose={onClose} />
        ) : (
          <ReadOnly answer={limits.data.data} />
        ))}
    </Dialog>
  );
}

function ReadOnly({ answer: { limits } }: { readonly answer: Answer }) {
  const say = useSay();
  const format = useFormat();
  return (
    <dl className={style.limits}>
      {NAMES.map((name) => (
        <div key={name}>
          <dt>{say(`triage.limits.${name}`)}</dt>
          <dd>{isShare(name) ? format.percent(limits[name]) : format.number(limits[name], 2)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Form({ answer, onClose }: { readonly answer: Answer; readonly onClose: () => void }) {
  const { limits, defaults } = answer;
  const say = useSay();
  const format = useFormat();
  const save = useSave(limits, onClose);
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const written = (name: Name, value: number): string => String(round(isShare(name) ? value * 100 : value));
  const changes: Changes = Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = typed[name];
      return text === undefined || text === written(name, limits[name]) ? [] : [[name, read(name, text)]];
    }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (Object.values(changes).some((value) => Number.isNaN(value))) return;
    if (Object.keys(changes).length === 0) onClose();
    else save.mutate(changes);
  };
  const details = save.error instanceof ApiError ? save.error.details : [];
  const faultOf = (name: Name): string | undefined =>
    Number.isNaN(changes[name])
      ? say('triage.limits.number')
      : details.find(({ path }) => path === name)?.message;
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <div className={style.fields}>
        {NAMES.map((name) => (
          <Field
            key={name}
            label={say(`triage.limits.${name}`)}
            hint={say('triage.limits.usual', {
              value: isShare(name) ? format.percent(defaults[name]) : format.number(defaults[name], 2),
            })}
            inputMode="decimal"
            value={typed[name] ?? written(name, limits[name])}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
            fault={faultOf(name)}
          />
        ))}
      </div>
      {save.isError && (
        <p className={`small ${style.fault}`} role="alert">
          {say('triage.limits.notSaved', { why: reasonOf(save.error, say) })}
        </p>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{say('triage.limits.cancel')}</Button>
        <Button look="main" type="submit" isDisabled={save.isPending}>
          {say('triage.limits.save')}
        </Button>
      </DialogButtons>
    </form>
  );
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Null takes a limit back to the rule's own; no number is NaN. */
function read(name: Name, text: string): number | null {
  const clean = text.trim().replace(',', '.').replace(/%$/, '');
  if (clean === '') return null;
  const value = Number(clean);
  return isShare(name) ? value / 100 : value;
}

function useSave(before: Answer['limits'], onClose: () => void) {
  const org_id = useOrgId();
  const cache = useQueryClient();
  const say = useSay();
  const { offerUndo } = useNotices();
  const patch = async (body: Changes): Promise<void> => {
    const answer = await ask(
      api.PATCH('/organizations/{org_id}/triage/limits', { params: { path: { org_id } }, body }),
    );
    cache.setQueryData(['triage-limits', org_id], answer);
    void cache.invalidateQueries({ queryKey: ['triage', org_id] });
  };
  return useMutation({
    mutationFn: patch,
    onSuccess: (_, changes) => {
      const names = Object.keys(changes) as Name[];
      offerUndo({
        said: say('triage.limits.saved'),
        undo: () => patch(Object.fromEntries(names.map((name) => [name, before[name]]))),
      });
      onClose();
    },
  });
}
