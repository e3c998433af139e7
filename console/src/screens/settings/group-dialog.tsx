import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import { FormEnd, faultOf, useForm } from './form.tsx';
import { type Group, useGroupWrites } from './groups-data.ts';
import style from './settings.module.css';

/** Colours that can be told apart, beside a name and in the dark too. */
const COLORS = ['#c8501e', '#2b62b8', '#3a9d5d', '#7a4fb5', '#ba8306', '#0e8a8a', '#b8336a', '#6b6b6b'];

/** A group's name, what it is for, and its colour. */
export function GroupDialog(props: { readonly edited: Group | 'new' | null; readonly onClose: () => void }) {
  const { edited, onClose } = props;
  const say = useSay();
  const title = edited === null || edited === 'new' ? say('settings.groups.new') : edited.name;
  return (
    <Dialog title={title} isOpen={edited !== null} onClose={onClose}>
      {edited !== null && <GroupForm group={edited === 'new' ? null : edited} onClose={onClose} />}
    </Dialog>
  );
}

function GroupForm({ group, onClose }: { readonly group: Group | null; readonly onClose: () => void }) {
  const say = useSay();
  const { create, change } = useGroupWrites();
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [color, setColor] = useState(group === null ? (COLORS[0] ?? '') : (group.color ?? ''));
  const form = useForm(async () => {
    const body = { name: name.trim(), description: description.trim(), color: color === '' ? null : color };
    if (group === null) await create(body);
    else await change(group, body);
    onClose();
  });
  return (
    <form className={style.dialogForm} onSubmit={form.submit}>
      <Field
        label={say('settings.groups.column.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
        autoFocus
        fault={faultOf(form.error, 'name')}
      />
      <Field
        label={say('settings.groups.column.description')}
        value={description}
        onChange={setDescription}
        maxLength={2000}
        rows={2}
        fault={faultOf(form.error, 'description')}
      />
      <fieldset className={style.fieldset}>
        <legend className={style.legend}>{say('settings.groups.color')}</legend>
        <div className={style.swatches}>
          {[...COLORS, ''].map((one) => (
            <label key={one} className={style.swatchChoice} data-chosen={one === color || undefined}>
              <input
                type="radio"
                name="color"
                className="spoken"
                checked={one === color}
                onChange={() => setColor(one)}
                aria-label={one === '' ? say('settings.groups.color.none') : one}
              />
              <i
                className={style.swatchFill}
                data-none={one === '' || undefined}
                style={one === '' ? {} : { background: one }}
              />
            </label>
          ))}
          <input
            type="color"
            className={style.swatch}
            aria-label={say('settings.groups.color.other')}
            value={color === '' ? '#6b6b6b' : color.toLowerCase()}
            onChange={({ target }) => setColor(target.value)}
          />
        </div>
      </fieldset>
      <FormEnd
        form={form}
        verb={group === null ? say('settings.groups.make') : say('settings.save')}
        isReady={name.trim() !== ''}
        onClose={onClose}
      />
    </form>
  );
}
