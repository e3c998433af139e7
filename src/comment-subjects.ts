import {
  type ActivitySubjectDeps,
  activitySubject,
  plannedWorkoutSubject,
  type Subject,
  sessionSubject,
  weekSubject,
} from './modules/messages/index.ts';

/** The kinds of things that can be commented on. */
export function commentSubjects(deps: ActivitySubjectDeps): readonly Subject[] {
  return [activitySubject(deps), plannedWorkoutSubject, weekSubject, sessionSubject];
}
