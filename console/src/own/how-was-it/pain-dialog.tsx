import { useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { useSay } from '../../say.tsx';
import type { Told } from '../own-feedback.ts';

type Pain = NonNullable<Schemas['Pain']>;

const AREAS = [
  ...(['foot', 'toes', 'heel', 'ankle', 'achilles_tendon', 'calf', 'shin', 'knee'] as const),
  ...(['hamstring', 'thigh_front', 'groin', 'hip', 'buttock', 'lower_back', 'upper_back'] as const),
  ...(['abdomen', 'chest', 'shoulder', 'arm', 'neck', 'head', 'other'] as const),
] satisfies readonly Pain['area'][];
const SIDES = ['left', 'right', 'both', 'middle'] as const;
const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

/** Where it hurts and how much. */
export function PainDialog(props: {
  readonly isOpen: boolean;
  readonly pain: Told['pain'];
  readonly onClose: () => void;
  readonly tell: (pain: Told['pain']) => void;
}) {
  const { isOpen, pain, onClose, tell } = props;
  const say = useSay();
  return (
    <Dialog title={say('told.pain.title')} isOpen={isOpen} onClose={onClose}>
      <Form key={JSON.stringify(pain)} pain={pain} onClose={onClose} tell={tell} />
    </Dialog>
  );
}

function Form(props: {
  readonly pain: Told['pain'];
  readonly onClose: () => void;
  readonly tell: (pain: Told['pain']) => void;
}) {
  const { pain, onClose, tell } = props;
  const say = useSay();
  const [area, setArea] = useState<Pain['area']>(pain?.area ?? 'calf');
  const [side, setSide] = useState<(typeof SIDES)[number]>(pain?.side ?? 'left');
  const [level, setLevel] = useState<(typeof LEVELS)[number]>(
    LEVELS.find((one) => Number(one) === pain?.level) ?? '3',
  );
  const done = (told: Told['pain']): void => {
    onClose();
    tell(told);
  };
  return (
    <>
      <Choose
        label={say('told.pain.where')}
        options={AREAS.map((one) => ({ value: one, label: say(`told.pain.area.${one}`) }))}
        value={area}
        onChange={setArea}
      />
      <Choose
        label={say('told.pain.side')}
        options={SIDES.map((one) => ({ value: one, label: say(`told.pain.side.${one}`) }))}
        value={side}
        onChange={setSide}
      />
      <Choose
        label={say('told.pain.level')}
        options={LEVELS.map((one) => ({ value: one, label: one }))}
        value={level}
        onChange={setLevel}
      />
      <DialogButtons>
        {pain !== null && <Button onPress={() => done(null)}>{say('told.pain.none')}</Button>}
        <Button look="main" onPress={() => done({ area, side, level: Number(level) })}>
          {say('told.pain.save')}
        </Button>
      </DialogButtons>
    </>
  );
}
