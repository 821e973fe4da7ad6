// What other subjects use of sign in.
export { PASSWORD_VALID_DAYS } from './sign-in.service.ts';
