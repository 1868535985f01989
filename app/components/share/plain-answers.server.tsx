import { I18nProvider } from "@lingui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { speak } from "#core/languages/catalogues.server.ts";
import { directionOf } from "#core/languages/languages.server.ts";
import type { SubmissionResult } from "#domain/finds/answers.ts";
import { FollowForm as SentFields } from "#domain/follow/schemas.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { HasBegun, IsLookedAt, WhatNext } from "./thanks.tsx";
import { FollowForm } from "#app/components/follow/follow-form.tsx";
import base from "#app/styles/base.css?url";
import controls from "#app/styles/controls.css?url";
import { fieldStyles } from "#app/components/fields/styles.server.ts";
import { followStyles } from "#app/components/follow/styles.server.ts";
import prose from "#app/styles/prose.css?url";
import tokens from "#app/styles/tokens.css?url";

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}

interface AnswerContext {
  language: string;
  site: SiteNames;
}

interface UploadAnswerOptions extends AnswerContext {
  /** Whether an admin approves a find before it is on the site. */
  isModerated: boolean;
  /** Whether the site can tell by mail when the rock moves on. */
  canFollow: boolean;
}

/** A find that was taken. It has a key if it was sent without one. */
type Taken = SubmissionResult & { find_key?: string };

const render = (language: string, page: ReactNode) =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <I18nProvider i18n={speak(language)}>{page}</I18nProvider>,
  )}`;

/** Renders the page that answers an upload from a browser without JavaScript. */
export const renderUploadAnswer = (
  status: number,
  body: unknown,
  options: UploadAnswerOptions,
) =>
  render(
    options.language,
    status < 300 ? (
      <ThankYou {...options} find={body as Taken} />
    ) : (
      <SubmitFailed site={options.site} refusal={body as Refusal} />
    ),
  );

interface SentFollow extends AnswerContext {
  rockNumber: number;
  /** Of the form. */
  fields: Record<string, unknown>;
}

/** Renders the page that answers who asked, without JavaScript, to be told when a rock moves on. */
export const renderFollowAnswer = (
  status: number,
  body: unknown,
  sent: SentFollow,
) =>
  render(
    sent.language,
    status < 300 ? (
      <FollowAsked site={sent.site} />
    ) : (
      <FollowFailed {...sent} refusal={body as Refusal} />
    ),
  );

/** Renders the page that leads on to where mails can be stopped. Only the browser sees the key after the #. */
export const renderStopPage = (
  page: string,
  { language, site }: AnswerContext,
) => render(language, <StopPage page={page} site={site} />);

/** Renders the page that says what was wrong with an address. */
export const renderRefusal = (
  said: string,
  { language, site }: AnswerContext,
) => render(language, <Refused said={said} site={site} />);

const STYLES = [tokens, base, controls, prose, fieldStyles, followStyles];

function Document({
  title,
  site,
  leadsTo,
  children,
}: {
  title: string;
  site: SiteNames;
  /** The address that the browser goes to at once. */
  leadsTo?: string;
  children: ReactNode;
}) {
  const { i18n } = useLingui();
  return (
    <html lang={i18n.locale} dir={directionOf(i18n.locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {leadsTo && <meta httpEquiv="refresh" content={`0;url=${leadsTo}`} />}
        <title>{`${title} · ${site.site_name}`}</title>
        {STYLES.map((href) => (
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

function Refused({ said, site }: { said: string; site: SiteNames }) {
  const { t } = useLingui();
  return (
    <Document title={t`Unexpected Application Error!`} site={site}>
      <p>{said}</p>
      <Home />
    </Document>
  );
}

function StopPage({ page, site }: { page: string; site: SiteNames }) {
  const { t } = useLingui();
  return (
    <Document title={t`Stop these mails`} site={site} leadsTo={page}>
      <p>
        <a className="btn" href={page}>
          <Trans>Go on to stop these mails</Trans>
        </a>
      </p>
    </Document>
  );
}

function ThankYou({
  site,
  isModerated,
  canFollow,
  find: { uuid, rock_number, find_key },
}: UploadAnswerOptions & { find: Taken }) {
  const { t } = useLingui();
  return (
    <Document title={t`Thank You!`} site={site}>
      <p>
        <HasBegun />
      </p>
      {isModerated && (
        <p>
          <IsLookedAt />
        </p>
      )}
      {canFollow && rock_number > 0 && (
        <FollowForm
          rockNumber={rock_number}
          find={find_key === undefined ? undefined : { uuid, find_key }}
        />
      )}
      <WhatNext
        site={site}
        SocialLink={site.social_url ? PlainSocialLink : undefined}
      />
      <Home />
    </Document>
  );
}

const PlainSocialLink = ({
  site,
  children,
}: {
  site: SiteNames;
  children: ReactNode;
}) => <a href={site.social_url}>{children}</a>;

function SubmitFailed({
  site,
  refusal,
}: {
  site: SiteNames;
  refusal: Refusal;
}) {
  const { t } = useLingui();
  const email = site.contact_email;
  return (
    <Document title={t`Submit Failed`} site={site}>
      <p>
        <Trans>
          Sorry, something went wrong. The submit did not work. Please email us
          instead if it keeps failing: <a href={`mailto:${email}`}>{email}</a>
        </Trans>
      </p>
      <Problems refusal={refusal} />
      <p>
        <Trans>
          Your browser’s Back button takes you back to the form, with what you
          entered.
        </Trans>
      </p>
    </Document>
  );
}

function FollowAsked({ site }: { site: SiteNames }) {
  const { t } = useLingui();
  return (
    <Document title={t`Please look at your mail`} site={site}>
      <p>
        <Trans>
          <b>If the address is right, a mail is on its way.</b> Open the link in
          it, and we tell you when this rock moves on. The link needs a browser
          with JavaScript.
        </Trans>
      </p>
      <Home />
    </Document>
  );
}

/** Has the form again, because the browser's Back button could send the find again. */
function FollowFailed({
  site,
  rockNumber,
  fields,
  refusal,
}: SentFollow & { refusal: Refusal }) {
  const { t } = useLingui();
  const find = v.safeParse(SentFields.entries.find, fields.find);
  return (
    <Document title={t`That didn’t work`} site={site}>
      <Problems refusal={refusal} />
      <FollowForm
        rockNumber={rockNumber}
        find={find.success ? find.output : undefined}
        email={typeof fields.email === "string" ? fields.email : ""}
      />
    </Document>
  );
}

function Problems({ refusal: { error, fields = {} } }: { refusal: Refusal }) {
  const problems = Object.entries(fields);
  return problems.length > 0 ? (
    <ul>
      {problems.map(([name, problem]) => (
        <li key={name}>{problem}</li>
      ))}
    </ul>
  ) : (
    <p>{error}</p>
  );
}

const Home = () => (
  <p>
    <a className="btn" href="/">
      <Trans>Go to the home page</Trans>
    </a>
  </p>
);
