export { changeProfile } from './change-profile.ts';
export {
  Email,
  FirstName,
  ImageUrl,
  LastName,
  MAX_EMAIL_CHARS,
  MembershipRoleField,
  NotificationSettingsInput,
  nameInputs,
  PreferencesInput,
  UnitSystem,
  Username,
  UserProfile,
} from './contract.ts';
export { createUser, type NewUser } from './create-user.ts';
export { emailTaken, usernameTaken } from './errors.ts';
export { presentProfile } from './present.ts';
export { readNotificationSettings, readPreferences, textOrNull } from './profile-input.ts';
export { ACCOUNT_IS_ACTIVE, findUser, findUserByEmail, recordLogin } from './queries.ts';
export { userRoutes } from './routes.ts';
export { setPlatformAdmin } from './set-platform-admin.ts';
export { type MembershipRole, privacyOf, shownName, type User, type UserStatus, WEEKDAYS } from './user.ts';
