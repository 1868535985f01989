import { I18nProvider } from "@lingui/react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { speak } from "#core/languages/catalogues.server.ts";
import { directionOf } from "#core/languages/languages.server.ts";
import type { SubmissionResult } from "#domain/finds/answers.ts";
import { FollowForm as SentFields } from "#domain/follow/schemas.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { HasBegun, IsLookedAt, NotSent, WhatNext } from "./thanks.tsx";
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

/** @param leadsTo the address that the browser goes to at once */
const render = (
  { language, site }: AnswerContext,
  title: MessageDescriptor,
  children: ReactNode,
  leadsTo?: string,
) =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <I18nProvider i18n={speak(language)}>
      <Document {...{ title, leadsTo, site, children }} />
    </I18nProvider>,
  )}`;

export const renderUploadAnswer = (
  status: number,
  body: unknown,
  options: UploadAnswerOptions,
) =>
  status < 300
    ? render(
        options,
        msg`Thank You!`,
        <ThankYou {...options} find={body as Taken} />,
      )
    : render(
        options,
        msg`Submit Failed`,
        <SubmitFailed
          email={options.site.contact_email}
          refusal={body as Refusal}
        />,
      );

interface UploadAnswerOptions extends AnswerContext {
  /** Whether an admin approves a find before it is on the site. */
  isModerated: boolean;
  /** Whether the site can tell by mail when the rock moves on. */
  canFollow: boolean;
}

/** A find that was taken. It has a key if it was sent without one. */
type Taken = SubmissionResult & { find_key?: string };

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
  status < 300
    ? render(
        sent,
        msg`Please look at your mail`,
        <>
          <p>
            <Trans>
              <b>If the address is right, a mail is on its way.</b> Open the
              link in it, and we tell you when this rock moves on. The link
              needs a browser with JavaScript.
            </Trans>
          </p>
          <Home />
        </>,
      )
    : render(
        sent,
        msg`That didn’t work`,
        <FollowFailed {...sent} refusal={body as Refusal} />,
      );

/** Renders the page that leads on to where mails can be stopped. Only the browser sees the key after the #. */
export const renderStopPage = (page: string, context: AnswerContext) =>
  render(
    context,
    msg`Stop these mails`,
    <p>
      <a className="btn" href={page}>
        <Trans>Go on to stop these mails</Trans>
      </a>
    </p>,
    page,
  );

export const renderRefusal = (said: string, context: AnswerContext) =>
  render(
    context,
    msg`Unexpected Application Error!`,
    <>
      <p>{said}</p>
      <Home />
    </>,
  );

const STYLES = [tokens, base, controls, prose, fieldStyles, followStyles];

interface DocumentProps {
  title: MessageDescriptor;
  site: SiteNames;
  leadsTo: string | undefined;
  children: ReactNode;
}

function Document({ title, site, leadsTo, children }: DocumentProps) {
  const { i18n } = useLingui();
  const heading = i18n._(title);
  return (
    <html lang={i18n.locale} dir={directionOf(i18n.locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {leadsTo && <meta httpEquiv="refresh" content={`0;url=${leadsTo}`} />}
        <title>{`${heading} · ${site.site_name}`}</title>
        {STYLES.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main className="prose">
          <h1>{heading}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

const ThankYou = ({
  site: { social_url, contact_email },
  isModerated,
  canFollow,
  find: { uuid, rock_number, find_key },
}: UploadAnswerOptions & { find: Taken }) => (
  <>
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
      email={contact_email}
      SocialLink={
        social_url
          ? ({ children }) => <a href={social_url}>{children}</a>
          : undefined
      }
    />
    <Home />
  </>
);

interface FailedProps {
  email: string;
  refusal: Refusal;
}

const SubmitFailed = ({ email, refusal }: FailedProps) => (
  <>
    <NotSent email={email} />
    <Problems {...refusal} />
    <p>
      <Trans>
        Your browser’s Back button takes you back to the form, with what you
        entered.
      </Trans>
    </p>
  </>
);

/** Has the form again, because the browser's Back button could send the find again. */
function FollowFailed({
  rockNumber,
  fields,
  refusal,
}: SentFollow & { refusal: Refusal }) {
  const find = v.safeParse(SentFields.entries.find, fields.find);
  return (
    <>
      <Problems {...refusal} />
      <FollowForm
        rockNumber={rockNumber}
        find={find.success ? find.output : undefined}
        email={typeof fields.email === "string" ? fields.email : ""}
      />
    </>
  );
}

function Problems({ error, fields = {} }: Refusal) {
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
