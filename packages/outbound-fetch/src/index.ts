export { type GuardedFetchOptions, guardedFetch } from "./guarded-fetch.ts";
