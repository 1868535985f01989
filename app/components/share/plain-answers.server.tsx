import { I18nProvider } from "@lingui/react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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

interface Asked {
  language: string;
  site: SiteNames;
}

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}

const STYLES = [tokens, base, controls, prose, fieldStyles, followStyles];

/** @param leadsTo the address that the browser goes to at once */
function render(
  { language, site }: Asked,
  title: MessageDescriptor,
  children: ReactNode,
  leadsTo?: string,
) {
  const i18n = speak(language);
  const heading = i18n._(title);
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <html lang={language} dir={directionOf(language)}>
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
    </I18nProvider>,
  )}`;
}

interface AskedUpload extends Asked {
  isModerated: boolean;
  canFollow: boolean;
}

export const renderUploadAnswer = (
  status: number,
  body: unknown,
  asked: AskedUpload,
) =>
  status < 300
    ? render(asked, msg`Thank You!`, thank(asked, body as Taken))
    : render(
        asked,
        msg`Submit Failed`,
        <>
          <NotSent email={asked.site.contact_email} />
          <Problems {...(body as Refusal)} />
          <p>
            <Trans>
              Your browser’s Back button takes you back to the form, with what
              you entered.
            </Trans>
          </p>
        </>,
      );

/** A find that was taken. It has a key if it was sent without one. */
type Taken = SubmissionResult & { find_key?: string };

const thank = (
  { site: { social_url, contact_email }, isModerated, canFollow }: AskedUpload,
  { uuid, rock_number, find_key }: Taken,
) => (
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

/** Renders the page that answers who asked, without JavaScript, to be told when a rock moves on. */
export function renderFollowAnswer(
  status: number,
  body: unknown,
  asked: Asked & { address: string; fields: Record<string, unknown> },
) {
  if (status < 300)
    return render(
      asked,
      msg`Please look at your mail`,
      <>
        <p>
          <Trans>
            <b>If the address is right, a mail is on its way.</b> Open the link
            in it, and we tell you when this rock moves on. The link needs a
            browser with JavaScript.
          </Trans>
        </p>
        <Home />
      </>,
    );
  const { find, email } = asked.fields;
  const own = v.safeParse(SentFields.entries.find, find);
  return render(
    asked,
    msg`That didn’t work`,
    <>
      <Problems {...(body as Refusal)} />
      {/* The browser's Back button could send the find again. */}
      <FollowForm
        rockNumber={Number(asked.address.split("/")[3])}
        find={own.success ? own.output : undefined}
        email={typeof email === "string" ? email : ""}
      />
    </>,
  );
}

/** Renders the page that leads on to where mails can be stopped. Only the browser sees the key after the #. */
export const renderStopPage = (page: string, asked: Asked) =>
  render(
    asked,
    msg`Stop these mails`,
    <p>
      <a className="btn" href={page}>
        <Trans>Go on to stop these mails</Trans>
      </a>
    </p>,
    page,
  );

/**
 * Leads on to what the browser has kept, and goes on by itself when the page's address answers. It looks more and more
 * seldom, every 30 seconds in the end, because a device may say too early that it has a connection, or not at all.
 */
const WHEN_OFFLINE = `(function(){
var pause=1000;
function again(){location.reload()}
function look(){fetch(location.href,{method:"HEAD",cache:"no-store"}).then(again,later)}
function later(){setTimeout(look,pause=Math.min(2*pause,30000))}
later();
addEventListener("online",look);
document.querySelector("button").addEventListener("click",again);
document.querySelectorAll("a[data-kept]").forEach(function(link){caches.match(link.pathname).then(function(page){link.hidden=!page})})
})()`;

/** Renders the page that a browser keeps for when there is no connection. */
export const renderOffline = (asked: Asked) => ({
  script: WHEN_OFFLINE,
  html: render(
    asked,
    msg`No connection`,
    <>
      <p role="status">
        <Trans>This page could not be loaded. You may be offline.</Trans>
      </p>
      <p className="buttons wrap">
        <button type="button" className="btn">
          <Trans>Try again</Trans>
        </button>
        <a className="btn btn--quiet" href="/share-your-rock" data-kept hidden>
          <Trans>Share Your Rock</Trans>
        </a>
        <a className="btn btn--quiet" href="/" data-kept hidden>
          <Trans>Go to the home page</Trans>
        </a>
      </p>
      <script dangerouslySetInnerHTML={{ __html: WHEN_OFFLINE }} />
    </>,
  ),
});

export const renderRefusal = (said: string, asked: Asked) =>
  render(
    asked,
    msg`Unexpected Application Error!`,
    <>
      <p>{said}</p>
      <Home />
    </>,
  );

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
