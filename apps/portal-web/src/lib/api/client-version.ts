/** Version sent to every server and compared with the version of the portal (P 9). */
export const CLIENT_VERSION = '0.9.375';
