import type { ReactNode } from "react";

interface SpendTitleProps {
  /** A title that ends with the vendor. */
  readonly title: string;
  readonly vendor: string;
}

/** A spend's title, whose vendor cannot reorder the amount beside it. */
export function SpendTitle({ title, vendor }: SpendTitleProps): ReactNode {
  if (!title.endsWith(vendor)) return <bdi>{title}</bdi>;
  return (
    <>
      {title.slice(0, title.length - vendor.length)}
      <bdi>{vendor}</bdi>
    </>
  );
}
