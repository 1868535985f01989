import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { siteTexts } from "#domain/site.server.ts";
import "./discovery.css";

export function loader() {
  return { site: siteTexts() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `SUDC · ${data?.site.site_name}` },
  {
    name: "description",
    content: "What sudden unexplained death in childhood is, and how to help.",
  },
];

export default function Sudc() {
  const { site } = useLoaderData<typeof loader>();
  return (
    <div className="page sudc">
      <header className="page-head">
        <h1>Sudden Unexplained Death in Childhood</h1>
        <p className="page-sub">
          Sometimes a healthy child dies and nobody can say why. It has a name,
          SUDC, and few people have heard of it.
        </p>
      </header>

      <section>
        <h2>What it is</h2>
        <p>
          SUDC is the sudden and unexpected death of a child between the ages of
          1 and 18 that stays unexplained after a thorough investigation: an
          autopsy, a look at the place where it happened, and a review of the
          child’s medical history. Most often a child who seemed healthy goes to
          sleep and does not wake up.
        </p>
        <p>
          It is not the same as SIDS, the name for such deaths before a baby’s
          first birthday.
        </p>
      </section>

      <section>
        <h2>What is known</h2>
        <dl className="sudc-facts">
          <div>
            <dt>400+</dt>
            <dd>
              children aged 1 to 18 die this way each year in the United States
              alone. The true number is not known, because such deaths are
              investigated and recorded in different ways.
            </dd>
          </div>
          <div>
            <dt>1 to 4</dt>
            <dd>
              years is the age of most of them. In the United States it is among
              the leading categories of death at that age.
            </dd>
          </div>
          <div>
            <dt>1 in 100,000</dt>
            <dd>
              children aged 1 to 4, about, each year. It is rare, and no parent
              can see it coming.
            </dd>
          </div>
        </dl>
        <p>
          Nobody can predict it yet, and nobody can prevent it. What causes it
          is not known; there may be more than one cause. Research is how that
          will change.
        </p>
      </section>

      <section>
        <h2>How to help</h2>
        <p>
          The SUDC Foundation funds research, raises awareness, and stands by
          families who have lost a child, at no cost to them. If you would like
          to do something in {site.memorial_name}’s memory, a gift to them helps
          the next family.
        </p>
        <p className="page-actions">
          <a
            className="btn"
            href={site.donate_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            Donate<span className="sr"> (opens in a new tab)</span>
          </a>
        </p>
        <p>
          If it has happened in your family, you are not alone:{" "}
          <a href="https://sudc.org" target="_blank" rel="noopener noreferrer">
            sudc.org<span className="sr"> (opens in a new tab)</span>
          </a>{" "}
          has people who answer.
        </p>
      </section>

      <footer className="sudc-sources">
        <h2>Sources</h2>
        <ul>
          <li>
            <a
              href="https://sudc.org/facts-statistics"
              target="_blank"
              rel="noopener noreferrer"
            >
              SUDC Foundation, Facts &amp; Statistics
              <span className="sr"> (opens in a new tab)</span>
            </a>
          </li>
          <li>
            <a
              href="https://wonder.cdc.gov/mcd.html"
              target="_blank"
              rel="noopener noreferrer"
            >
              Centers for Disease Control and Prevention, CDC WONDER, Multiple
              Cause of Death (as compiled by the SUDC Foundation)
              <span className="sr"> (opens in a new tab)</span>
            </a>
          </li>
        </ul>
        <p>This page informs and does not replace medical advice.</p>
      </footer>
    </div>
  );
}
