import {
  type ActivitySubjectDeps,
  activitySubject,
  plannedWorkoutSubject,
  type Subject,
  sessionSubject,
  weekSubject,
} from './modules/messages/index.ts';

/** The explicit list of what comments are on, for the routes and for whoever tells of comments. */
export function commentSubjects(deps: ActivitySubjectDeps): readonly Subject[] {
  return [activitySubject(deps), plannedWorkoutSubject, weekSubject, sessionSubject];
}
