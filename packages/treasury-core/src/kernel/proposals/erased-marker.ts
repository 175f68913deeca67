/** What is shown instead of an erased text. */
export const erasedText = "[erased]";
