/** The path prefix of the app, without a trailing slash. See `next.config.ts`. */
export const basePath: string = process.env.NEXT_PUBLIC_BASE_PATH ?? "";
