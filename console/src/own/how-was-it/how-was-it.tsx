import { Check, CloudUpload, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import type { Told, ToldOf } from '../own-feedback.ts';
import { EFFORTS, Effort, EffortSlider } from './effort.tsx';
import style from './how-was-it.module.css';
import { PainDialog } from './pain-dialog.tsx';

const FEELS = ['none', '1', '2', '3', '4', '5'] as const;
const MAX_NOTE = 2_000;

type Tell = (of: ToldOf, part: Partial<Told>, said: string) => Promise<void>;

/** What the athlete says of a run: how hard it was with one tap, words with the second, and who will see it. */
export function HowWasIt(props: {
  readonly of: ToldOf;
  readonly told: Told;
  readonly isWaiting: boolean;
  readonly tell: Tell;
  /** The club that gave the plan; null where there is none. */
  readonly org_name: string | null;
}) {
  const { of, told, isWaiting, tell, org_name } = props;
  const say = useSay();
  const [isPainOpen, openPain] = useState(false);
  const chosen = EFFORTS.find((one) => one === told.rpe);
  const rate = (rpe: number): void =>
    void tell(of, { rpe: rpe === told.rpe ? null : rpe }, say('told.effort.said', { rpe }));
  const isTold = told.rpe !== null || told.feel !== null || told.note !== null || told.pain !== null;
  return (
    <section className={style.ask} aria-label={say('told.effort.title')}>
      <div className={style.head}>
        <h2 className={style.title}>{say('told.effort.title')}</h2>
        <span className="small third">
          {chosen === undefined ? say('told.effort.scale') : say(`told.effort.words.${chosen}`)}
        </span>
      </div>
      <Effort value={told.rpe} onChoose={rate} />
      <EffortSlider value={told.rpe} onChoose={(rpe) => rpe !== told.rpe && rate(rpe)} />
      <Note
        key={told.note}
        note={told.note}
        send={(note) => void tell(of, { note }, say('told.note.said'))}
      />
      <div className={style.more}>
        <Choose
          label={say('told.feel.title')}
          options={FEELS.map((feel) => ({ value: feel, label: say(`told.feel.${feel}`) }))}
          value={FEELS.find((feel) => feel === String(told.feel ?? 'none')) ?? 'none'}
          onChange={(feel) =>
            void tell(of, { feel: feel === 'none' ? null : Number(feel) }, say('told.feel.said'))
          }
        />
        <Button look="quiet" size="small" onPress={() => openPain(true)}>
          {told.pain === null
            ? say('told.pain.ask')
            : say('told.pain.told', {
                area: say(`told.pain.area.${told.pain.area}`),
                level: told.pain.level,
              })}
        </Button>
      </div>
      <div className={`${style.foot} small second`}>
        <WhoSees org_name={org_name} />
        {isTold && (
          <span className={style.sent}>
            {isWaiting ? (
              <CloudUpload size={15} aria-hidden="true" />
            ) : (
              <Check size={15} aria-hidden="true" />
            )}
            {isWaiting ? say('told.waits') : say('told.sent')}
          </span>
        )}
      </div>
      <PainDialog
        isOpen={isPainOpen}
        pain={told.pain}
        onClose={() => openPain(false)}
        tell={(pain) => void tell(of, { pain }, say('told.pain.said'))}
      />
    </section>
  );
}

/** The words, sent when the athlete is done with them. */
function Note({
  note,
  send,
}: {
  readonly note: string | null;
  readonly send: (note: string | null) => void;
}) {
  const say = useSay();
  const [typed, setTyped] = useState(note ?? '');
  const isNew = typed.trim() !== (note ?? '');
  return (
    <form
      className={style.note}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) send(typed.trim() === '' ? null : typed.trim());
      }}
    >
      <Field
        label={say('told.note.label')}
        labelIsSpoken
        placeholder={say('told.note.placeholder')}
        rows={2}
        maxLength={MAX_NOTE}
        value={typed}
        onChange={setTyped}
      />
      {isNew && (
        <Button type="submit" look="main" size="small">
          {say('told.note.send')}
        </Button>
      )}
    </form>
  );
}

/** By the athlete's own switch: what they say here is for their coaches, or for nobody else. */
function WhoSees({ org_name }: { readonly org_name: string | null }) {
  const say = useSay();
  const { share_feedback_with_coach } = useSession().profile.privacy;
  const isSeen = share_feedback_with_coach && org_name !== null;
  return (
    <Link to="/me/privacy" className={style.sees}>
      {isSeen ? <Eye size={15} aria-hidden="true" /> : <EyeOff size={15} aria-hidden="true" />}
      {isSeen ? say('told.seen.club', { org_name }) : say('told.seen.nobody')}
    </Link>
  );
}
