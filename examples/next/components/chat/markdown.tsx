import type { ComponentProps, ReactNode } from "react";
import ReactMarkdown from "react-markdown";

interface MarkdownProps {
  readonly text: string;
}

/** Markdown of an agent: no HTML, and no picture, which would tell another site that it was seen. */
export default function Markdown({ text }: MarkdownProps): ReactNode {
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
