// First: tokens.css names the layers, so that their order holds for every stylesheet.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/prose.css";
import {
  redirect,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { useEffect, useRef, type ReactElement } from "react";
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  languageOfPage,
  PageLanguage,
} from "#app/components/language/page-language.tsx";
import { FirstScript } from "#app/components/site/first-script.tsx";
import { Footer } from "#app/components/site/footer.tsx";
import { Nav } from "#app/components/site/nav.tsx";
import { useDialogSteps } from "#app/components/ui/dialog-steps.ts";
import { ErrorPage } from "#app/components/ui/error-page.tsx";
import { useKeptOn } from "#app/components/ui/use-site.ts";
import { useNonce } from "#app/http/nonce.ts";
import { textsOfFrame } from "#app/http/page-texts.server.ts";
import { isAdminPath } from "#app/pages.ts";
import { keeping } from "#core/keeping.server.ts";
import { versionOfTexts } from "#core/languages/catalogues.server.ts";
import {
  directionOf,
  nameOf,
  siteLanguage,
  spokenLanguages,
} from "#core/languages/languages.server.ts";
import { versionOfPicture } from "#domain/site/site-pictures.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import serifFont from "./assets/fonts/fraunces.woff2?url";
import sansFont from "./assets/fonts/nunito-sans.woff2?url";

export const links: LinksFunction = () => [
  ...[serifFont, sansFont].map((href) => ({
    rel: "preload",
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", href: "/favicon.png", type: "image/png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  {
    rel: "alternate",
    href: "/feed.xml",
    type: "application/atom+xml",
    title: "The newest finds",
  },
];

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const name = data?.site.site_name ?? "Painted Rocks";
  if (!error) return [{ title: name }];
  const i18n = languageOfPage(matches);
  return [{ title: `${t(i18n)`Unexpected Application Error!`} · ${name}` }];
};

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/" && pathname.endsWith("/"))
    // With one slash at the front, because two would name another site.
    throw redirect(`/${pathname.replace(/^\/+|\/+$/g, "")}${search}`, 301);
  const page = textsOfFrame(request);
  const { PUBLIC_URL, TILE_URL, TILE_ATTRIBUTION } = getSettings();
  return {
    ...page,
    textsVersion: versionOfTexts(page.language),
    direction: directionOf(page.language),
    languages: spokenLanguages().map((code) => ({ code, name: nameOf(code) })),
    siteLanguage: siteLanguage(),
    site: siteNames(page.language),
    tiles: { url: TILE_URL, attribution: TILE_ATTRIBUTION },
    publicUrl: PUBLIC_URL,
    logoVersion: versionOfPicture("logo"),
    keptOn: keeping.day,
  };
}

/** Keeps this data from page to page. Then a page that can't be loaded can still show its own message. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
}) => currentUrl.href === nextUrl.href;

export const Layout = ({ children }: { children: ReactElement }) => (
  <PageLanguage>
    <Document>{children}</Document>
  </PageLanguage>
);

function Document({ children }: { children: ReactElement }) {
  const { t, i18n } = useLingui();
  const isKept = useKeptOn() !== undefined;
  const nonce = useNonce();
  const data = useRouteLoaderData<typeof loader>("root");
  const site = data?.site;
  const { pathname } = useLocation();
  const isAdmin = isAdminPath(pathname);
  useFocusOnNavigation(pathname);
  useDialogSteps();

  return (
    <html
      lang={i18n.locale}
      dir={data?.direction}
      data-language={i18n.locale}
      data-texts={data?.textsVersion}
      // The first script sets it. React does when it draws the whole document anew.
      data-scripts={typeof document === "undefined" ? undefined : ""}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover"
        />
        <meta
          name="theme-color"
          content="#faf8f4"
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content="#171b1b"
          media="(prefers-color-scheme: dark)"
        />
        <Meta />
        {/* Before the style sheets, because it would wait for them. */}
        <FirstScript nonce={nonce} pathname={pathname} />
        <Links />
      </head>
      <body>
        <a className="skip" href="#content">{t`Skip to the content`}</a>
        <Nav
          of={isAdmin ? "admin" : isKept ? "keepsake" : "public"}
          site={site}
          logoVersion={data?.logoVersion}
        />
        {children}
        {site && !isAdmin && <Footer site={site} languages={data.languages} />}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Moves the focus to the new page, as a page load does, so that a screen reader continues there. */
function useFocusOnNavigation(pathname: string) {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
