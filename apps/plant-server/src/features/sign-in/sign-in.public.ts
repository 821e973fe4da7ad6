// What other subjects use of sign in.
export { PASSWORD_DAYS } from './sign-in.service.ts';
