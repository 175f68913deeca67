import { Fragment, type ReactNode } from "react";

interface CodeTextProps {
  /** Names between backticks are shown as code. */
  readonly text: string;
}

export function CodeText({ text }: CodeTextProps): ReactNode {
  return text
    .split("`")
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 1 ? <code>{part}</code> : <bdi>{part}</bdi>}</Fragment>
    ));
}
