import type { components, operations } from './generated/developer-api.ts';

/** The names of the document's types, taken from it: whatever the server's document says, these follow. */

type Schemas = components['schemas'];
type Operation = keyof operations;
type Json<R> = R extends { content: { 'application/json': infer B } } ? B : never;
type Responses<O extends Operation> = operations[O]['responses'];

/** `data` of the success of an operation. */
export type DataOf<O extends Operation> =
  Json<Responses<O>[keyof Responses<O> & (200 | 202)]> extends { data: infer D } ? D : never;
/** The query parameters of an operation. */
export type QueryOf<O extends Operation> = NonNullable<operations[O]['parameters']['query']>;

export type Organization = Schemas['Organization'];
export type Athlete = Schemas['Athlete'];
export type Activity = Schemas['Activity'];
export type Lap = Schemas['Lap'];
export type BestEffort = Schemas['BestEffort'];
/** A training plan as one athlete follows it. */
export type Plan = Schemas['Plan'];
export type PlanWeek = Schemas['PlanWeek'];
export type PlanWorkout = Schemas['PlanWorkout'];
export type PlanSegment = Schemas['PlanSegment'];
export type PlanTarget = Schemas['PlanTarget'];
/** What an athlete said of an activity or a planned workout. */
export type Feedback = Schemas['Feedback'];
/** All that an athlete said of when they can train. */
export type Availability = Schemas['Availability'];
/** A club session without answers. */
export type ClubSessionFacts = Schemas['ClubSessionFacts'];
/** What one athlete answered to one session, and whether they came. */
export type Attendance = Schemas['SharedClubSessionAttendance'];
export type Group = DataOf<'listGroups'>['groups'][number];
/** One thing as it is now, or by its ids alone what is withdrawn. */
export type Change = Schemas['Change'];
export type ChangePage = DataOf<'listChanges'>;
export type ExportJob = Schemas['ExportJob'];
export type ExportStatus = ExportJob['status'];
export type SkippedAthlete = Schemas['SkippedAthlete'];
/** What an export shall hold. Dates are epoch milliseconds UTC, both inclusive. */
export type ExportRequest = NonNullable<
  operations['createExport']['requestBody']
>['content']['application/json'];

type CodeOf<B> = B extends { success: false; code: infer C } ? C : never;

/** Every error code that the document names. */
export type ErrorCode = {
  [O in Operation]: CodeOf<Json<Responses<O>[keyof Responses<O>]>>;
}[Operation];
