import type { ReactNode } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { priceText, railText, type SpendQuote } from "./quote-text.ts";
import styles from "./quote-details.module.css";

interface QuoteDetailsProps {
  readonly quote: SpendQuote;
}

/** The price that a payee quoted, with its own words, which are not checked. */
export function QuoteDetails({ quote }: QuoteDetailsProps): ReactNode {
  const { payee, description, expiresAt } = quote;
  return (
    <section className={styles.quote} aria-label="Quoted price">
      <dl className={styles.facts}>
        <div>
          <dt>Price</dt>
          <dd className="at-number">
            <strong>{priceText(quote)}</strong>
          </dd>
        </div>
        <div>
          <dt>Payee</dt>
          <dd>
            <bdi>{payee}</bdi>
          </dd>
        </div>
        <div>
          <dt>Paid by</dt>
          <dd>
            <bdi>{railText(quote)}</bdi>
          </dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>
            <time dateTime={expiresAt} title={formatFullMoment(expiresAt)}>
              {formatMoment(expiresAt)}
            </time>
          </dd>
        </div>
      </dl>
      {description !== null && (
        <figure className={styles.words}>
          <figcaption>The seller’s words, not checked</figcaption>
          <blockquote>
            <bdi>{description}</bdi>
          </blockquote>
        </figure>
      )}
    </section>
  );
}
