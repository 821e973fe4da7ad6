// What other subjects use of look-ups.
export { countAnswers } from './look-up.repository.ts';
