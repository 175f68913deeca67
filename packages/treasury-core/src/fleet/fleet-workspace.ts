/**
 * Where the fleet's own documents live: places that are taken, agents' bodies, keys of requests for
 * machines. No workspace of a caller can have this id, since its first character is not allowed.
 */
export const fleetWorkspaceId = "~fleet";
