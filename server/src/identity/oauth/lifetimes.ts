export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How long each thing lasts, in seconds. A grant is ended, never left to run out. */
export const LIFETIMES = {
  Interaction: HOUR,
  AuthorizationCode: MINUTE,
  AccessToken: HOUR,
  RefreshToken: 60 * DAY,
  Session: HOUR,
  IdToken: HOUR,
  Grant: 3650 * DAY,
};
