/** The prefix under which the app lies, without a slash at its end; see `next.config.ts`. */
export const basePath: string = process.env.NEXT_PUBLIC_BASE_PATH ?? "";
