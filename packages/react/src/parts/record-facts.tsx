import type { ReactNode } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A fact of a record in a list. */
export function Fact({ name, children }: FactProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="at-number">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

export function Moment({ at }: { readonly at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatFullMoment(at)}>
      {formatMoment(at)}
    </time>
  );
}
