export { changeProfile } from './change-profile.ts';
export { setIntegration, setIntegrations, updateProfile, updateStatus } from './change-queries.ts';
export {
  DisplayName,
  Email,
  FirstName,
  ImageUrl,
  LastName,
  MembershipRoleField,
  nameInputs,
  Username,
} from './contract/names.ts';
export { Gender } from './contract/person.ts';
export { UserProfile } from './contract/profile.ts';
export {
  NewNotificationSettings,
  PreferencesInput,
  PrivacySettingsRecord,
  somePrivacySettings,
  UnitSystem,
} from './contract/settings.ts';
export { ZonesRecord } from './contract/zones.ts';
export { createUser, type NewUser } from './create-user.ts';
export { isEmailAddress, MAX_EMAIL_CHARS } from './email-address.ts';
export { emailTaken, noUserWithEmail, usernameTaken } from './errors.ts';
export { holdActiveUser, holdUser, holdUsers, lockLeavingUser, takeTurnToDelete } from './leaving-queries.ts';
export { findListedUser, findUserPage, type ListedUser, type UserFilter } from './list-queries.ts';
export {
  fewRecords,
  type LeavingPerson,
  type PersonalData,
  type PersonalFile,
  pagesOf,
} from './personal-data.ts';
export { presentProfile } from './present.ts';
export { presentZones } from './present-zones.ts';
export { readNotificationSettings, readPreferences, textOrNull } from './profile-input.ts';
export {
  ACCOUNT_IS_ACTIVE,
  changeEmail,
  findActiveUser,
  findUser,
  findUserByEmail,
  findUsers,
  markVerified,
  recordLogin,
  updateMembershipRole,
  updatePlatformAdmin,
} from './queries.ts';
export { readZoneChanges } from './read-zones.ts';
export { userRoutes } from './routes.ts';
export { setPlatformAdmin } from './set-platform-admin.ts';
export { dayWhere, todayOf } from './today-of.ts';
export { type TrainingZonesChanged, trainingZonesChanged } from './training-zones-changed.ts';
export {
  COACH_PERSONAS,
  connectedProviders,
  DEFAULT_NOTIFICATION_SETTINGS,
  DEFAULT_PREFERENCES,
  type Integrations,
  MEMBERSHIP_ROLES,
  type MembershipRole,
  type NameColumns,
  nameUnder,
  PROVIDERS,
  privacyOf,
  shownName,
  USER_STATUSES,
  type User,
  type UserStatus,
} from './user.ts';
export { userData } from './user-data.ts';
export { storedPaces, type Zones } from './zones.ts';
