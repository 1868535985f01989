import type { LoaderFunctionArgs } from "@remix-run/node";
import { makeQrCode } from "#app/components/book/qr-code.tsx";
import {
  renderScene,
  renderScreen,
} from "#app/components/screen/page.server.tsx";
import { contentSecurityPolicy } from "#app/http/content-security-policy.server.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { readScene } from "#domain/site/screen.server.ts";
import { versionOfPicture } from "#domain/site/site-pictures.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

/** A page without the site's frame and scripts, because it stays open all day, also in the browsers of TVs. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const language = languageOf(request);
  const shown = {
    language,
    site: siteNames(language),
    heroVersion: versionOfPicture("home_bkg"),
    ...readScene(positionIn(query)),
  };
  return answer(
    query.get("part") === "scene"
      ? renderScene(shown)
      : await renderWhole(shown),
  );
}

async function renderWhole(shown: Parameters<typeof renderScene>[0]) {
  const address = getSettings().PUBLIC_URL;
  return renderScreen({ ...shown, address, code: await makeQrCode(address) });
}

/** A screen that begins knows all finds that are shown by then. */
function positionIn(query: URLSearchParams) {
  const [step, since] = [query.get("step"), query.get("since")];
  return {
    step: step && /^\d{1,9}$/.test(step) ? Number(step) : 0,
    since:
      since && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(since)
        ? since
        : new Date().toISOString(),
  };
}

const answer = (html: string) =>
  new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": contentSecurityPolicy([]),
      "X-Frame-Options": "DENY",
    },
  });
