import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Health } from "#domain/health/answers.ts";
import { escapeXml } from "#core/escape-xml.ts";

/** The page for everybody while a backup is restored. It must not depend on the site. */

/** Its texts, in the site's language. The site writes them, because the process that shows them has no languages. */
export interface WaitingTexts {
  language: string;
  direction: string;
  name: string;
  heading: string;
  reason: string;
  finds: string;
  steps: Record<"finish" | "backUp" | "restore" | "start", string>;
}

export interface Waiting {
  texts: WaitingTexts;
  step: keyof WaitingTexts["steps"];
  /** The finished part of that step, from 0 to 1; undefined if unknown. */
  part?: number;
}

const RETRY_AFTER = 3;

const REFUSAL = {
  error:
    "The site is being brought back from a backup. Please try again in a few minutes.",
};
/** For monitoring. */
const DOWN: Health = {
  status: "down",
  database: "down",
  media: "down",
  queue: "down",
};

const STYLE = `
:root { color-scheme: light dark; --paper: #faf8f4; --ink: #2b2a28; --soft: #6a645b; --lake: #1f5a5c; }
@media (prefers-color-scheme: dark) { :root { --paper: #171b1b; --ink: #ece7dd; --soft: #aba499; --lake: #8ccac1; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; align-content: center; justify-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 1.125rem/1.5 "Nunito Sans", Arial, sans-serif; }
main { width: 100%; max-width: 34rem; }
h1 { margin: 0 0 .75rem; font: 600 2rem/1.2 Fraunces, Georgia, serif; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); font-size: 1rem; }
progress { width: 100%; height: .75rem; accent-color: var(--lake); }
`;
/** Asks again, shows how far it is, and reloads the page once the site is back. */
const SCRIPT = `
async function ask() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.status !== 503) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const find = (place) => [document.querySelector(place), page.querySelector(place)];
    const [said, says] = find("[role=status]");
    if (says && said.textContent !== says.textContent) said.textContent = says.textContent;
    const [old, bar] = find("progress");
    if (bar) old.replaceWith(bar);
  } catch {}
  setTimeout(ask, ${RETRY_AFTER * 1000});
}
setTimeout(ask, ${RETRY_AFTER * 1000});
`;
const hash = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const POLICY = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Answers 503: a page that comes back by itself, or JSON to a call. */
export function answerWaiting(
  waiting: Waiting,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // A sender that is cut in the middle could not read the answer.
  request.resume();
  const { url = "", headers } = request;
  const hasBody =
    headers["transfer-encoding"] !== undefined ||
    Number(headers["content-length"] ?? 0) > 0;
  const isCall = /^\/(api\/|healthz|metrics)/.test(url);
  const body = isCall
    ? JSON.stringify(url.startsWith("/healthz") ? DOWN : REFUSAL)
    : page(waiting);
  response.writeHead(503, {
    "Retry-After": RETRY_AFTER,
    // A page that sends a find then waits, and doesn't ask the visitor what to do.
    "Site-Restoring": "true",
    "Cache-Control": "no-store",
    "Content-Type": isCall ? "application/json" : "text/html; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    ...(isCall ? {} : { "Content-Security-Policy": POLICY }),
    ...(hasBody ? {} : { Connection: "close" }),
  });
  response.end(body);
}

function page({ texts, step, part }: Waiting) {
  const doing = escapeXml(texts.steps[step]);
  const value =
    part === undefined ? "" : ` value="${Math.floor(part * 100)}" max="100"`;
  return `<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="${RETRY_AFTER}"></noscript>
<title>${escapeXml(texts.heading)} · ${escapeXml(texts.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeXml(texts.heading)}</h1>
<p>${escapeXml(texts.reason)}</p>
<p class="soft" role="status">${doing}${part === undefined ? "" : `: ${Math.floor(part * 100)} %`}</p>
<progress aria-label="${doing}"${value}></progress>
<p class="soft">${escapeXml(texts.finds)}</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
