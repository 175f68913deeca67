/** TypeScript 6 also checks imports without names. */
// oxlint-disable-next-line unicorn/require-module-specifiers -- The style sheet exports nothing.
export {};
