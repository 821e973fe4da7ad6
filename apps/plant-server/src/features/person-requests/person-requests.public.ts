// What other subjects use of requests of people.
export { deletePersonRequestsBefore } from './person-requests.repository.ts';
export { countRestricted } from './restriction/count-restricted.ts';
export { expireRestricted, type ExpiredRestricted } from './restriction/delete-restricted.ts';
