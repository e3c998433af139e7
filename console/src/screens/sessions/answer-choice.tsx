import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue } from '../../offline/queue.tsx';
import { Choice } from '../../parts/choice.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { type Answer, type ClubSession, sessionKeys } from './session-queries.ts';

const ANSWERS: readonly Answer[] = ['yes', 'maybe', 'no'];

/** Whether one comes. Without a network the answer waits and is sent in the order in which answers were given. */
export function AnswerChoice({ session }: { readonly session: ClubSession }) {
  const say = useSay();
  const format = useFormat();
  const { send } = useQueue();
  const { tellFault } = useNotices();
  const cache = useQueryClient();
  const [given, setGiven] = useState<Answer>();
  const { id, org_id, answer_until, own } = session;
  const isLate = answer_until !== null && new Date(answer_until) < new Date();
  if (isLate && own.answer === null)
    return <span className="second small">{say('sessions.answer.late')}</span>;
  const answer = async (value: Answer): Promise<void> => {
    setGiven(value);
    try {
      await send({
        method: 'PUT',
        path: '/organizations/{org_id}/sessions/{club_session_id}/answer',
        params: { org_id, club_session_id: id },
        body: { answer: value, answered_at: new Date().toISOString() },
        said: say('sessions.answer.said', { title: session.title }),
        changes: [sessionKeys.all(org_id)],
      });
    } catch (error) {
      setGiven(undefined);
      tellFault(reasonOf(error, say));
      await cache.invalidateQueries({ queryKey: sessionKeys.all(org_id) });
    }
  };
  return (
    <span>
      <Choice
        label={say('sessions.answer.label', { title: session.title })}
        value={given ?? own.answer?.answer ?? ('' as Answer)}
        onChange={(value) => void answer(value)}
        options={ANSWERS.map((value) => ({ value, label: say(`sessions.answer.${value}`) }))}
      />
      {own.answer?.waits === true && given === undefined && (
        <span className="second small"> {say('sessions.answer.waits')}</span>
      )}
      {answer_until !== null && !isLate && own.answer === null && given === undefined && (
        <span className="third small">
          {' '}
          {say('sessions.answer.until', { when: format.moment(answer_until) })}
        </span>
      )}
    </span>
  );
}
