// What other subjects use of requests of people.
export { deletePersonRequestsBefore } from './person-requests.repository.ts';
