import type { JobAthlete } from './job-queries.ts';
import type { Outcome } from './keep-action.ts';
import type { Refusal } from './place-workouts.ts';
import type { RefusedRow } from './queries.ts';
import type { ShownJob } from './read-job.ts';
import { toldChange } from './told-change.ts';

export function presentOutcome({ changes, refused, undo_token }: Outcome) {
  return {
    changes: changes.map(toldChange).filter((one) => one !== null),
    refused: refused.map(presentRefused),
    undo_token,
  };
}

const presentRefused = ({ user_id, workout_id, date, reason }: RefusedRow) => ({
  user_id,
  workout_id,
  date,
  reason: reason as Refusal,
});

export function presentJob({ job, state, failure, progress, undo_token }: ShownJob) {
  const { request } = job;
  return {
    id: job.id,
    kind: job.kind,
    action: request.action,
    dry_run: request.dry_run,
    state,
    failure,
    done: progress.done,
    of: progress.of,
    not_members: job.refused.map(({ user_id }) => user_id),
    undo_token,
    created_by: job.created_by,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
  };
}

export function presentJobAthlete({ user_id, outcome, is_member }: JobAthlete) {
  if (outcome === null) return { user_id, is_done: false, changes: [], refused: [] };
  const gone = [{ user_id, workout_id: null, date: null, reason: 'not_a_member' }];
  return {
    user_id,
    is_done: true,
    changes: is_member ? [...outcome.changes] : [],
    refused: (is_member ? outcome.refused : gone).map(presentRefused),
  };
}
