/**
 * Who may do what over the application API, and nothing else: the table is written from the specification and the modules'
 * policies, never from what the server answers.
 *
 * A line is an operation by its `operation_id`; in brackets, of whom or of what, where that changes the answer. The club is
 * the organization that the line is about. The columns are who asks:
 *
 * - `nobody` sends no credentials
 * - `stranger` is signed in and has nothing to do with the club
 * - `member` is on its roster, `left` was, `suspended` is, with that status
 * - `assistant` and `admin` are coaches of the club in these roles, though their accounts are athletes'
 * - `head` is its head coach
 * - `elsewhere` is the head coach of another organization
 * - `platform` is a platform admin who has nothing to do with the club
 * - `key` is an API key of the club with the scopes of the last column, or with all of them where it says none
 * - `narrow` is one with all scopes but those, or without one of them where they are all there are
 * - `foreign` is a key of another organization with all scopes
 * - `app` is an app key, in `X-API-Key`
 *
 * What they get:
 *
 * - `ok` what they asked for
 * - `public` of it only what everybody may see
 * - `401` they are to say who they are, or what they sent does not count here
 * - `403` they know of it, and may not; an API key gets it for whatever only people or apps may do
 * - `404` to them it does not exist
 * - `409` not as things are: who leads an organization hands it over before leaving, who is on a roster cannot join it
 */
export const RIGHTS = `
operation                    nobody stranger member left suspended assistant admin head elsewhere platform key narrow foreign app    scope

# This API
getOpenApiDocument           ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -

# Accounts: to get one, and to get into it
requestVerification          ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
checkVerificationToken       ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
completeSignUp               ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
signUp                       ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
logIn                        ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
startCookieSession           403    403      403    403  403       403       403   403  403       403      403 403    403     403    -
endCookieSession             403    403      403    403  403       403       403   403  403       403      403 403    403     403    -
requestPasswordReset         ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
confirmPasswordReset         ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
refreshAccessToken           401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getAccount                   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
logOut                       401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listSessions                 401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
endSession                   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
endOtherSessions             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
changePassword               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
changeEmail                  401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
confirmEmailChange           ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
deleteAccount                401    ok       ok     ok   ok        ok        ok    409  409       ok       403 403    403     401    -

# Users: everybody is their own
changePreferences            401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
changeUsername               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
checkUsername                401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listAccesses                 401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
previewPrivacy               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
previewPrivacy(club)         401    404      ok     404  ok        404       404   404  404       404      403 403    403     401    -
exportPersonalData           401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getOwnProfile                401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getUserProfile(own)          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getUserProfile(member)       401    403      403    403  403       403       403   403  403       ok       403 403    403     401    -
updateUserProfile(own)       401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
updateUserProfile(member)    401    403      403    403  403       403       403   403  403       403      403 403    403     401    -
getPublicProfile             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -

# The whole server: for platform admins alone
listUsers                    401    403      403    403  403       403       403   403  403       ok       403 403    403     401    -
listOrganizations            401    403      403    403  403       403       403   403  403       ok       403 403    403     401    -
listAdminLookups             401    403      403    403  403       403       403   403  403       ok       403 403    403     401    -

# Organizations: founding one is a coach's by account, which neither assistant nor admin is
listOwnOrganizations         401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
createOrganization           401    403      403    403  403       403       403   ok   ok        403      403 403    403     ok     -
getOrganization              public public   ok     public public  ok        ok    ok   public    ok       public 403  404     public org:read
updateOrganization           401    404      403    404  403       403       ok    ok   404       ok       403 403    403     401    -
changeHeadCoach              401    404      403    404  403       403       403   ok   404       403      403 403    403     401    -
deleteOrganization           401    404      403    404  403       403       403   ok   404       403      403 403    403     401    -
putCoach                     401    404      403    404  403       403       403   ok   404       403      403 403    403     401    -
removeCoach                  401    404      403    404  403       403       403   ok   404       403      403 403    403     401    -
listAuditLogs                401    404      403    404  403       ok        ok    ok   404       ok       ok  403    404     401    all

# Members: coaches add, change and remove them, and everybody may leave
addMember                    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     ok     -
listMembers                  401    404      403    404  403       ok        ok    ok   404       ok       ok  403    404     401    athletes:read
updateMember                 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
removeMember(another)        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
removeMember(self)           401    404      ok     404  ok        ok        ok    ok   404       404      403 403    403     401    -

# Memberships: what one was asked one answers oneself
listOwnMemberships           401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getOwnMembership             401    404      ok     404  ok        ok        ok    ok   404       404      403 403    403     401    -
acceptMembership             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
declineMembership            401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
liftMembershipBlock          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
# What a member closes for the club is theirs alone: the coaches here are no members
getMembershipPrivacy         401    404      ok     404  ok        404       404   404  404       404      403 403    403     401    -
narrowPrivacy                401    404      ok     404  ok        404       404   404  404       404      403 403    403     401    -

# Invitations: coaches invite, whoever has the link accepts, and who is on the roster already does not
createInvitation             401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listInvitations              401    404      403    404  403       ok        ok    ok   404       ok       403 403    403     401    -
revokeInvitation             401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getInvitation                ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
acceptInvitation             401    ok       409    ok   409       ok        ok    ok   ok        ok       403 403    403     401    -

# Groups
listGroups                   401    404      403    404  403       ok        ok    ok   404       ok       ok  403    404     401    groups:read
getGroup                     401    404      403    404  403       ok        ok    ok   404       ok       ok  403    404     401    groups:read
createGroup                  401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
updateGroup                  401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
deleteGroup                  401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
addGroupMember               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
removeGroupMember            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -

# Club sessions: coaches plan them and keep the register, members answer. Nothing stands for a workout before somebody has said yes
createClubSession            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listClubSessions             401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
getClubSession               401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
downloadClubSession          401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
changeClubSession            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
deleteClubSession            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
deleteFollowingClubSessions  401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
answerClubSession            401    404      ok     404  403       403       403   403  404       403      403 403    403     401    -
setClubSessionAnswer         401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
replaceByClubSession         401    404      409    404  403       409       409   409  404       403      403 403    403     401    -
keepBesideClubSession        401    404      409    404  403       409       409   409  404       403      403 403    403     401    -
listClubSessionParticipants  401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listClubSessionCompanions    401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
takeClubSessionAttendance    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listClubSessionAttendance    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -

# API keys: they open the whole team's training
createApiKey                 401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -
previewApiKey                401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -
listApiKeys                  401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -
rerollApiKey                 401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -
revokeApiKey                 401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -

# Activities: the own ones, and of athletes what coaches may see
uploadActivity               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
enterActivity                401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listActivities               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getActivity(own)             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getActivity(member)          401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
updateActivity(own)          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
updateActivity(member)       401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
deleteActivity(own)          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteActivity(member)       401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
getActivityStreams(own)      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getActivityStreams(member)   401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
downloadActivityFile(own)    401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
downloadActivityFile(member) 401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
listActivityRecords(own)     401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listActivityRecords(member)  401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
splitActivity(own)           401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
splitActivity(member)        401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
joinActivities(own)          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
joinActivities(member)       401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
listAthleteActivities        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getAthleteActivity           401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getAthleteActivityStreams    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
downloadAthleteActivityFile  401    404      403    404  403       404       404   404  404       403      403 403    403     401    -
getLoad                      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getAthleteLoad               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listAthleteMetrics           401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listTriage                   401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getTriageOfAthlete           401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
markTriage                   401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
unmarkTriage                 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getTriageLimits              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
setTriageLimits              401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -

# Plans: coaches make them. What an organization trains by is one of its settings
generatePlanDraft            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
generatePlan                 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
streamPlanDraft              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
streamPlan                   401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
streamPlanBatch              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
regeneratePlanWeek           401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
resumePlanDraftStream        401    404      404    404  404       404       404   ok   404       404      403 403    403     401    -
resumePlanStream             401    404      404    404  404       404       404   ok   404       404      403 403    403     401    -
stopPlanStream               401    404      404    404  404       404       404   ok   404       404      403 403    403     401    -
listPlanDrafts               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
createPlanDraft              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getPlanDraft                 401    404      403    404  403       404       404   ok   404       403      403 403    403     401    -
replacePlanDraft             401    404      403    404  403       404       404   ok   404       403      403 403    403     401    -
deletePlanDraft              401    404      403    404  403       404       404   ok   404       403      403 403    403     401    -
getTrainingPrinciple         401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
putTrainingPrinciple(own)    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
putTrainingPrinciple(club)   401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -

# Plans that are kept, and workouts to make them of: coaches alone. Of their own, everybody has the calendar
listLibraryWorkouts          401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
readTypedWorkout             401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
createLibraryWorkout         401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getLibraryWorkout            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
updateLibraryWorkout         401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
deleteLibraryWorkout         401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listSavedPlans               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
savePlan                     401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getSavedPlan                 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
changeSavedPlan              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
deleteSavedPlan              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listPlanAssignments          401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
assignPlan                   401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
previewPlanAssignment        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
endPlanAssignment            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
restorePlanAssignment        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
downloadSavedPlanCalendar    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
downloadSavedPlanWorkout     401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
downloadLibraryWorkout       401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
downloadOwnCalendar(member)  401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
downloadOwnWorkout(member)   401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
moveOwnWorkout(member)       401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
undoOwnMove(member)          401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
getCalendarSubscription      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
createCalendarSubscription   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteCalendarSubscription   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getOwnCalendar               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getAthleteCalendar           401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getTeamCalendar              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listRosterWeeks              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
actOnCalendar                401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getCalendarJob               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
undoCalendarAction           401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
editAthleteWorkout           401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
deleteAthleteWorkout         401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listOwnPlanConflicts(member) 401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -

# Days, injuries and races: everybody's own, and of athletes what they let coaches see
listAvailability             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
createAvailability           401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listAvailabilityDays         401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getConstraints               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listInjuries                 401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
createInjury                 401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listRaces                    401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
createRace                   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listBestTimes                401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getAvailability(own)         401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getAvailability(member)      401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
changeAvailability(own)      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
changeAvailability(member)   401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
deleteAvailability(own)      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteAvailability(member)   401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
getInjury(own)               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getInjury(member)            401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
changeInjury(own)            401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
changeInjury(member)         401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
deleteInjury(own)            401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteInjury(member)         401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
getRace(own)                 401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getRace(member)              401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
changeRace(own)              401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
changeRace(member)           401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
deleteRace(own)              401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteRace(member)           401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
suggestRaceActivities(own)   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
suggestRaceActivities(member) 401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
listAthleteAvailability      401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getAthleteConstraints        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listAthleteRaces             401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listAthleteBestTimes         401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -

# Feedback: athletes say it of their own, coaches read it
getActivityFeedback(own)     401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getActivityFeedback(member)  401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
putActivityFeedback(own)     401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
putActivityFeedback(member)  401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
updateActivityFeedback(own)  401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
updateActivityFeedback(member) 401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
deleteActivityFeedback(own)  401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteActivityFeedback(member) 401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
getWorkoutFeedback(member)   401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
putWorkoutFeedback(member)   401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
updateWorkoutFeedback(member) 401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
deleteWorkoutFeedback(member) 401    404      ok     404  404       404       404   404  404       404      403 403    403     401    -
listOwnFeedback              401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listAthleteFeedback          401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getActivityPlanned(own)      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getActivityPlanned(member)   401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
getAthleteActivityPlanned    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getActivityReview(own)       401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getActivityReview(member)    401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
getAthleteActivityReview     401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -

# Platforms: everybody connects their own. Who comes back from one is known by what they bring
listIntegrations             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getStravaAuthorizeUrl        401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
finishConnectingStrava       ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
disconnectStrava             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
confirmConnection            401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getGarminAuthorizeUrl        401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
finishConnectingGarmin       ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
disconnectGarmin             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -

# Webhooks: a platform that calls us is known by what was agreed on, and by what it tells
confirmStravaSubscription    ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -
receiveStravaEvent           ok     ok       ok     ok   ok        ok        ok    ok   ok        ok       ok  ok     ok      ok     -

# Health: the own, and of athletes what they let coaches see
syncAppleHealth              401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listHealthDays               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listAthleteHealthDays        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -

# Notifications: the own devices, and whether pushes reach athletes
registerDevice(own)          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
registerDevice(member)       401    403      403    403  403       403       403   403  403       403      403 403    403     401    -
removeDevice(own)            401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
removeDevice(member)         401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
getDeviceSummary(own)        401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getDeviceSummary(member)     401    404      404    404  404       ok        ok    ok   404       ok       403 403    403     401    -
getWebPushKey                401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -

# The notification centre: everybody's own
listWeeklySummaries          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listActivitySummaries(own)   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listActivitySummaries(member) 401   404      404    404  404       404       404   404  404       404      403 403    403     401    -
listNotifications            401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
getNotificationCounts        401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
streamNotifications          401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
markNotificationRead(own)    401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
markNotificationRead(member) 401    404      404    404  404       404       404   404  404       404      403 403    403     401    -
markAllNotificationsRead     401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteNotification(own)      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
deleteNotification(member)   401    404      404    404  404       404       404   404  404       404      403 403    403     401    -

# Pushes: coaches to their athletes and to their organization's topic, platform admins to everybody
sendDirectPush               401    404      404    404  404       ok        ok    ok   404       ok       403 403    403     401    -
sendPush(member)             401    404      404    404  404       ok        ok    ok   404       ok       403 403    403     401    -
sendPush(club)               401    404      403    404  403       ok        ok    ok   404       ok       403 403    403     401    -
sendPush(general)            401    403      403    403  403       403       403   403  403       ok       403 403    403     401    -
getPush                      401    404      404    404  404       ok        ok    ok   404       ok       403 403    403     401    -

# Exports in person: whoever manages keys, each their own
createOrganizationExport     401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -
listOrganizationExports      401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -
getOrganizationExport        401    404      403    404  403       403       ok    ok   404       403      403 403    403     401    -
getOrganizationExportDownload 401   404      403    404  403       403       ok    ok   404       403      403 403    403     401    -

# Campaigns: coaches write to their members in the club's name; platform admins stop what they do not read
listCampaigns                401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
createCampaign               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
previewCampaign              401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
previewWrittenCampaign       401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
getCampaign                  401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
changeCampaign               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
deleteCampaign               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
sendCampaign                 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
cancelCampaign               401    404      403    404  403       ok        ok    ok   404       ok       403 403    403     401    -

# What reaches somebody is theirs to choose; of whom they do not belong to, nothing does
getNotificationDelivery      401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
changeNotificationDelivery   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
optOutOfCampaigns            401    404      ok     404  ok        ok        ok    ok   404       404      403 403    403     401    -
optInToCampaigns             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listTopics                   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
subscribeToTopic             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
unsubscribeFromTopic         401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listChats                    401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
startLinkingChat             401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
disconnectChat               401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -

# What athletes and their coaches say to each other, and what coaches write down: not for platform admins. By their ids alone posts and
# threads are nobody else's
listActivityComments(another) 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
writeActivityComment(another) 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listActivityComments(member) 401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
writeActivityComment(member) 401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
listPlannedWorkoutComments(another) 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
writePlannedWorkoutComment(another) 401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listPlannedWorkoutComments(member) 401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
writePlannedWorkoutComment(member) 401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
listWeekComments(another)    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
writeWeekComment(another)    401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listWeekComments(member)     401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
writeWeekComment(member)     401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
listClubSessionComments      401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
writeClubSessionComment      401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
listMessages(another)        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listMessages(member)         401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
writeMessage(another)        401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
writeMessage(member)         401    404      ok     404  403       ok        ok    ok   404       403      403 403    403     401    -
listConversations            401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
listOwnConversations         401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
listUnread                   401    ok       ok     ok   ok        ok        ok    ok   ok        ok       403 403    403     401    -
editPost(member)             401    404      ok     404  404       403       403   403  404       404      403 403    403     401    -
deletePost(member)           401    404      ok     404  404       403       403   403  404       404      403 403    403     401    -
hidePost(member)             401    404      403    404  404       403       403   ok   404       404      403 403    403     401    -
listPostVersions(another)    401    404      404    404  404       ok        ok    ok   404       404      403 403    403     401    -
listPostVersions(member)     401    404      ok     404  404       ok        ok    ok   404       404      403 403    403     401    -
markThreadRead(another)      401    404      404    404  404       ok        ok    ok   404       404      403 403    403     401    -
markThreadRead(member)       401    404      ok     404  404       ok        ok    ok   404       404      403 403    403     401    -
listCoachNotes               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
writeCoachNote               401    404      403    404  403       ok        ok    ok   404       403      403 403    403     401    -
changeCoachNote(head)        401    404      403    404  403       403       403   ok   404       403      403 403    403     401    -
deleteCoachNote(head)        401    404      403    404  403       403       403   ok   404       403      403 403    403     401    -
`;
