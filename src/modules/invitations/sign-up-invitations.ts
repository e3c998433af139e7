import type { SignUpInvitations } from '../accounts/index.ts';
import { hasSignUpLeft, takeSignUp } from './queries.ts';

/** By which accounts are made on a server that takes new ones by invitation only. */
export const signUpInvitations: SignUpInvitations = { hasSignUpLeft, takeSignUp };
