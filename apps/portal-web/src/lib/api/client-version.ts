/** Version this client tells to every server and compares with the portal's (P 9). */
export const CLIENT_VERSION = '0.9.375';
