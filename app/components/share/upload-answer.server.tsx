import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { SiteNames } from "#domain/site/answers.ts";
import base from "#app/styles/base.css?url";
import controls from "#app/styles/controls.css?url";
import prose from "#app/styles/prose.css?url";
import tokens from "#app/styles/tokens.css?url";

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}

interface Options {
  site: SiteNames;
  /** Whether an admin approves a find before it is on the site. */
  isModerated: boolean;
}

/** Renders the page that answers an upload from a browser without JavaScript. */
export function renderUploadAnswer(
  status: number,
  body: unknown,
  { site, isModerated }: Options,
) {
  const page =
    status < 300 ? (
      <ThankYou site={site} isModerated={isModerated} />
    ) : (
      <SubmitFailed site={site} refusal={body as Refusal} />
    );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}

function Document({
  title,
  site,
  children,
}: {
  title: string;
  site: SiteNames;
  children: ReactNode;
}) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${site.site_name}`}</title>
        {[tokens, base, controls, prose].map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main className="prose">
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

function ThankYou({ site, isModerated }: Options) {
  return (
    <Document title="Thank You!" site={site}>
      <p>Your rock has begun a new journey, and you are part of it.</p>
      {isModerated && (
        <p>Somebody looks at every find before it appears on the site.</p>
      )}
      <ul>
        <li>Take the rock to a new place and post again.</li>
        <li>Or leave it there for the next finder.</li>
        {site.social_url && (
          <li>
            <a href={site.social_url}>Follow our social group</a> to see where
            the other rocks are.
          </li>
        )}
        <li>
          Would you like a new rock? Write to <Mail site={site} />.
        </li>
      </ul>
      <p>
        <a className="btn" href="/">
          Go to the home page
        </a>
      </p>
    </Document>
  );
}

function SubmitFailed({
  site,
  refusal,
}: {
  site: SiteNames;
  refusal: Refusal;
}) {
  const problems = Object.entries(refusal.fields ?? {});
  return (
    <Document title="Submit Failed" site={site}>
      <p>
        Sorry, something went wrong. The submit did not work. Please email us
        instead if it keeps failing: <Mail site={site} />
      </p>
      {problems.length > 0 ? (
        <ul>
          {problems.map(([name, problem]) => (
            <li key={name}>{problem}</li>
          ))}
        </ul>
      ) : (
        <p>{refusal.error}</p>
      )}
      <p>
        Your browser’s Back button takes you back to the form, with what you
        entered.
      </p>
    </Document>
  );
}

const Mail = ({ site: { contact_email } }: { site: SiteNames }) => (
  <a href={`mailto:${contact_email}`}>{contact_email}</a>
);
