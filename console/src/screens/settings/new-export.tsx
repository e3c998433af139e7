import { X } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Choosable, ComboField } from '../../parts/combo-field.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import { useExportWrites } from './exports-data.ts';
import { FormEnd, faultOf, useForm } from './form.tsx';
import { nameOfMember, useMembers } from './members-data.ts';
import style from './settings.module.css';

const FORMATS = ['both', 'csv', 'json'] as const;
type FileFormat = (typeof FORMATS)[number];
const WHOSE = ['all', 'some'] as const;
type Whose = (typeof WHOSE)[number];

/** From when to when, whose and as what. Nothing has to be said: then it is everything of everybody. */
export function AskForExport({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const { tell } = useNotices();
  const { create } = useExportWrites();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [format, setFormat] = useState<FileFormat>('both');
  const [whose, setWhose] = useState<Whose>('all');
  const [chosen, setChosen] = useState<readonly Choosable[]>([]);
  const isReversed = from !== '' && to !== '' && to < from;
  const form = useForm(async () => {
    const body: Schemas['AskForExport'] = {
      format,
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
      ...(whose === 'some' && { athlete_ids: chosen.map(({ id }) => id) }),
    };
    await create(body);
    tell(say('exports.asked'));
    onClose();
  });
  return (
    <form className={style.dialogForm} onSubmit={form.submit}>
      <div className={style.fieldset}>
        <span className={style.legend}>{say('exports.who')}</span>
        <Choice
          label={say('exports.who')}
          value={whose}
          onChange={setWhose}
          options={WHOSE.map((value) => ({ value, label: say(`exports.who.${value}`) }))}
        />
        {whose === 'some' && <Athletes chosen={chosen} onChange={setChosen} />}
      </div>
      <div className={style.two}>
        <Field
          label={say('exports.from')}
          type="date"
          value={from}
          onChange={setFrom}
          fault={faultOf(form.error, 'from')}
        />
        <Field
          label={say('exports.to')}
          type="date"
          value={to}
          onChange={setTo}
          fault={isReversed ? say('exports.days.fault') : faultOf(form.error, 'to')}
        />
      </div>
      <p className="small second">{say('exports.days.hint')}</p>
      <div className={style.fieldset}>
        <span className={style.legend}>{say('exports.format')}</span>
        <Choice
          label={say('exports.format')}
          value={format}
          onChange={setFormat}
          options={FORMATS.map((value) => ({ value, label: say(`exports.format.${value}`) }))}
        />
      </div>
      <FormEnd
        form={form}
        verb={say('exports.ask')}
        isReady={!isReversed && (whose === 'all' || chosen.length > 0)}
        onClose={onClose}
      />
    </form>
  );
}

function Athletes(props: {
  readonly chosen: readonly Choosable[];
  readonly onChange: (chosen: readonly Choosable[]) => void;
}) {
  const { chosen, onChange } = props;
  const say = useSay();
  const { members } = useMembers();
  const ids = new Set(chosen.map(({ id }) => id));
  const others = (members ?? [])
    .filter(({ user_id }) => !ids.has(user_id))
    .map((member) => ({
      id: member.user_id,
      name: nameOfMember(member),
      ...(member.username !== null && { beside: member.username }),
    }));
  return (
    <>
      <ComboField
        label={say('exports.who.add')}
        items={others}
        onChoose={(athlete) => onChange([...chosen, athlete])}
        none={say('exports.who.none')}
      />
      <ul className={style.people}>
        {chosen.map((athlete) => (
          <li key={athlete.id} className={style.person}>
            <span>{athlete.name}</span>
            <Button
              look="quiet"
              size="small"
              aria-label={say('exports.who.takeOut', { name: athlete.name })}
              onPress={() => onChange(chosen.filter(({ id }) => id !== athlete.id))}
            >
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
