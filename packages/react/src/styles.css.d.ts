/** Declares the style sheet, because TypeScript 6 checks imports without names too. */
export {};
