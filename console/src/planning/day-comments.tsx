import { useState } from 'react';
import { useFormat } from '../format.ts';
import { Choose } from '../parts/choose.tsx';
import { Comments } from '../parts/comments/comments.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../say.tsx';
import { useOrgId } from '../shell/role.ts';
import type { Athlete, Day } from './athlete-weeks.ts';

/** What is said about what an athlete has planned for a day and what they did on it: one of them at a time. */
export function DayComments(props: {
  readonly athlete: Athlete;
  readonly day: Day;
  readonly onClose: () => void;
  /** What is unread may have changed. */
  readonly onSaid: () => void;
}) {
  const { athlete, day } = props;
  const say = useSay();
  const format = useFormat();
  const org_id = useOrgId();
  const { user_id } = athlete;
  const subjects = [
    ...day.workouts.flatMap(({ plan_id, workout_id, title }) =>
      plan_id === ''
        ? []
        : [{ value: workout_id, label: title, about: { org_id, user_id, plan_id, workout_id } }],
    ),
    ...(day.activities ?? []).map(({ id, name }) => ({
      value: id,
      label: say('calendar.comment.run', { name }),
      about: { org_id, user_id, activity_id: id },
    })),
  ];
  const [chosen, choose] = useState(subjects[0]?.value ?? '');
  const subject = subjects.find(({ value }) => value === chosen);
  if (subject === undefined) return null;
  return (
    <Dialog
      title={say('calendar.comment.title', { name: athlete.display_name, day: format.day(day.date) })}
      isOpen
      onClose={() => {
        props.onSaid();
        props.onClose();
      }}
    >
      {subjects.length > 1 ? (
        <Choose label={say('calendar.comment.about')} options={subjects} value={chosen} onChange={choose} />
      ) : (
        <p className="strong">{subject.label}</p>
      )}
      <Comments
        key={subject.value}
        about={subject.about}
        empty={say('calendar.comment.empty')}
        placeholder={say('calendar.comment.write')}
        autoFocus
      />
    </Dialog>
  );
}
