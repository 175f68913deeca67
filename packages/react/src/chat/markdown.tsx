import type { ComponentProps, ReactNode } from "react";
import ReactMarkdown from "react-markdown";

interface MarkdownProps {
  readonly text: string;
}

/** Renders Markdown without HTML and images. An image would reveal to another site that the page was opened. */
export function Markdown({ text }: MarkdownProps): ReactNode {
  return (
    <ReactMarkdown disallowedElements={["img"]} unwrapDisallowed components={{ a: Link }}>
      {text}
    </ReactMarkdown>
  );
}

function Link({ href, children }: ComponentProps<"a">): ReactNode {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
